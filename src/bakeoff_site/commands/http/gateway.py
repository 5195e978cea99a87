"""Between the server and the site: requests are taken in and answers sent without a thread that waits for it.

Pages are made by a few threads, as many as the processor and the database are good for. Who sends or fetches slowly
must hold none of them: the body of a request is read completely before a page is made, and the server itself sends
files.
"""

from __future__ import annotations

import asyncio
import io
import threading
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import IO, Any, cast

from django.http import HttpResponse
from django.utils import timezone
from granian.rsgi import ProtocolClosed

from bakeoff_site.commands.http.ranges import Span, span_asked_for
from bakeoff_site.commands.http.request_bodies import Body, RefusedBodyError, let_pass, take_in
from bakeoff_site.commands.http.wsgi_environ import Environ, Scope, environ_of, length_of
from bakeoff_site.core.storage.body_files import STRANGERS, open_body_file
from bakeoff_site.core.storage.uploads import ARRIVED_AT, REFUSAL, SENDER

THREADS = 8
"""Pages that a process makes at a time; each with a connection to the database."""
DOORS = 2
"""Requests that are let in at a time, while all pages are busy, too, since a file has come only when it is let in."""
_BODILESS = ("GET", "HEAD", "OPTIONS", "TRACE")
"""Methods whose requests have no body unless they announce one."""
_NO_WEBSOCKETS = 400

Headers = list[tuple[str, str]]
Application = Callable[[Environ, Callable[..., Any]], Iterable[bytes]]


class Gateway:
    """The site as the server calls it."""

    def __init__(self, application: Application, *, folder: Path, largest: Callable[[Environ], int]) -> None:
        """Large bodies are kept in `folder` until they are read; `largest` is the limit of a request in bytes."""
        self._application = application
        self._folder = folder
        self._largest = largest
        self._threads = ThreadPoolExecutor(THREADS, thread_name_prefix="page")
        self._doors = ThreadPoolExecutor(DOORS, thread_name_prefix="door")

    def in_every_thread(self, act: Callable[[], None]) -> None:
        """Calls something in each of the threads that make pages, before there is any to make."""
        all_there = threading.Barrier(THREADS)

        def once() -> None:
            all_there.wait()  # so that no thread is given two
            act()

        for done in [self._threads.submit(once) for _ in range(THREADS)]:
            done.result()

    async def answer(self, scope: Scope, protocol: Any) -> None:
        """Answers one request."""
        if scope.proto != "http":
            protocol.close(_NO_WEBSOCKETS)
            return
        environ = environ_of(scope)
        loop = asyncio.get_running_loop()
        body = await self._take_in(environ, protocol, loop)
        # Before a thread is waited for: deadlines are held against it.
        environ[ARRIVED_AT] = timezone.now()
        try:
            environ["wsgi.input"] = body
            answer = await loop.run_in_executor(self._threads, self._made, environ)
        finally:
            body.close()
        with suppress(ProtocolClosed):  # nobody listens any more
            await self._send(answer, environ, protocol, loop)
        if REFUSAL in environ:
            await let_pass(protocol, length_of(environ))

    async def _take_in(self, environ: Environ, protocol: Any, loop: asyncio.AbstractEventLoop) -> Body:
        announced, is_http_1 = length_of(environ), environ["SERVER_PROTOCOL"].startswith("HTTP/1")
        if announced == 0 or (announced is None and not _may_have_body(environ, is_http_1=is_http_1)):
            return Body.empty()
        limit = await loop.run_in_executor(self._doors, self._largest, environ)
        if REFUSAL in environ:
            return Body.empty()
        sender = environ.get(SENDER, STRANGERS)

        async def open_file(size: int) -> IO[bytes]:
            opening = partial(open_body_file, self._folder, size, sender=sender)
            return await loop.run_in_executor(self._doors, opening)

        try:
            body = await take_in(protocol, open_file, announced=announced, limit=limit, marks_end=is_http_1)
        except RefusedBodyError as error:
            environ[REFUSAL] = error.refusal
            return Body.empty()
        if announced is None:
            _announce(body, environ, is_http_1=is_http_1)
        return body

    def _made(self, environ: Environ) -> Answer:
        """Runs the application in a thread, up to where only bytes are left to be sent."""
        environ["wsgi.file_wrapper"] = FileToSend
        answer = Answer()
        result = self._application(environ, answer.start)
        close = getattr(result, "close", lambda: None)
        if isinstance(result, FileToSend) and result.path is not None:
            answer.file = result.path
            close()  # gives the connection to the database back before anything is sent
        elif isinstance(result, HttpResponse) or hasattr(result, "__len__"):
            answer.content = b"".join(result)
            close()
        else:
            answer.pieces, answer.close = iter(result), close
        return answer

    async def _send(self, answer: Answer, environ: Environ, protocol: Any, loop: asyncio.AbstractEventLoop) -> None:
        if answer.file is not None:
            _send_file(answer, environ, protocol)
        elif environ["REQUEST_METHOD"] == "HEAD":
            protocol.response_empty(answer.status, answer.headers)
            if answer.pieces is not None:
                await loop.run_in_executor(self._threads, answer.close)
        elif answer.pieces is None:
            protocol.response_bytes(answer.status, answer.headers, answer.content)
        else:
            try:
                transport = protocol.response_stream(answer.status, answer.headers)
                while (piece := await loop.run_in_executor(self._threads, next, answer.pieces, None)) is not None:
                    await transport.send_bytes(piece)
            finally:
                await loop.run_in_executor(self._threads, answer.close)


def _may_have_body(environ: Environ, *, is_http_1: bool) -> bool:
    """Whether a request without a length may bring something."""
    return "HTTP_TRANSFER_ENCODING" in environ or (not is_http_1 and environ["REQUEST_METHOD"] not in _BODILESS)


def _announce(body: Body, environ: Environ, *, is_http_1: bool) -> None:
    """Says how long a body turned out to be, by which applications read it."""
    is_json = environ.get("CONTENT_TYPE", "").partition(";")[0].strip().lower() == "application/json"
    if body.received and not is_http_1 and not is_json:
        # Nobody can distinguish it from the start of a longer one. Half of a JSON text is none.
        environ[REFUSAL] = "no-length"
    environ["CONTENT_LENGTH"] = str(body.length)
    environ.pop("HTTP_TRANSFER_ENCODING", None)


class FileToSend:
    """What an application gives back in order that the server sends a file."""

    def __init__(self, stream: IO[bytes], block_size: int = 8192) -> None:
        del block_size  # the server knows best
        is_file = isinstance(stream, io.BufferedReader) and isinstance(stream.name, str) and stream.tell() == 0
        self.path = Path(str(stream.name)) if is_file else None
        """Where it is; None for a part of a file, or what only looks like one."""
        self._stream = stream

    def __iter__(self) -> Iterator[bytes]:
        return iter(lambda: self._stream.read(1 << 16), b"")

    def close(self) -> None:
        self._stream.close()


@dataclass
class Answer:
    """What is sent: some bytes, or a file, or pieces that are still being made."""

    status: int = 500
    headers: Headers = field(default_factory=list)
    content: bytes = b""
    file: Path | None = None
    pieces: Iterator[bytes] | None = None
    close: Callable[[], object] = lambda: None

    def start(self, status: str, headers: Headers, exc_info: object = None) -> None:
        """`start_response` of PEP 3333."""
        del exc_info
        self.status = int(status.split(" ", 1)[0])
        self.headers = headers


def _send_file(answer: Answer, environ: Environ, protocol: Any) -> None:
    """A file or the span of it that is asked for, so that a download continues where it was lost."""
    path = cast("Path", answer.file)
    size = path.stat().st_size
    headers = [(name, value) for name, value in answer.headers if name.lower() != "content-length"]
    span = span_asked_for(environ, headers, size) if answer.status == 200 else None
    headers.append(("Accept-Ranges", "bytes"))
    if environ["REQUEST_METHOD"] == "HEAD":
        protocol.response_empty(answer.status, [*headers, ("Content-Length", str(size))])
    elif span is None:
        protocol.response_file(answer.status, [*headers, ("Content-Length", str(size))], str(path))
    elif isinstance(span, Span):
        headers += [("Content-Range", f"bytes {span.first}-{span.last}/{size}"), ("Content-Length", str(len(span)))]
        protocol.response_file_range(206, headers, str(path), span.first, span.last + 1)
    else:
        protocol.response_empty(416, [("Content-Range", f"bytes */{size}"), ("Content-Length", "0")])
