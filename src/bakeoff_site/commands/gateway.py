"""Between the server and the site: requests are taken in and answers sent without a thread that waits for it.

Pages are made by a few threads, as many as the processor and the database are good for. Who sends or fetches slowly
must hold none of them: the body of a request is taken in whole before a page is asked for, and the server itself sends
files.
"""

from __future__ import annotations

import asyncio
import io
import sys
import tempfile
import threading
from collections.abc import AsyncIterator, Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, Any, Protocol, cast

from django.utils import timezone

from bakeoff_site.commands.ranges import Span, span_asked_for
from bakeoff_site.core.space import NoSpaceError, full_disk_refused
from bakeoff_site.core.uploads import ARRIVED_AT

THREADS = 8
"""Pages that a process makes at a time; each with a connection to the database."""
DOORS = 2
"""Requests that are let in at a time, while all pages are busy, too, since a file has come only when it is let in."""
_IN_MEMORY = 1 << 18
"""Bodies up to this many bytes are not written to the disk."""
_STALL_SECONDS = 30
"""How long nothing may come of a body that is on its way."""
_FEWEST_A_SECOND = 512
"""Bytes that a body must bring on average: a line that is slower is not one."""

Environ = dict[str, Any]
Headers = list[tuple[str, str]]
Application = Callable[[Environ, Callable[..., Any]], Iterable[bytes]]


class Scope(Protocol):
    """What the server tells of a request."""

    http_version: str
    server: str
    client: str
    scheme: str
    method: str
    path: str
    query_string: str
    authority: str | None

    @property
    def headers(self) -> Any: ...


class Gateway:
    """The site as the server calls it."""

    def __init__(self, application: Application, *, folder: Path, largest: Callable[[Environ], int]) -> None:
        """Large bodies lie in `folder` until they are read; `largest` tells how many bytes a request may bring."""
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
        await self._send(answer, environ, protocol, loop)

    async def _take_in(self, environ: Environ, protocol: Any, loop: asyncio.AbstractEventLoop) -> Body:
        announced = _number(environ.get("CONTENT_LENGTH"))
        if not announced and "HTTP_TRANSFER_ENCODING" not in environ:
            return Body.empty()
        limit = await loop.run_in_executor(self._doors, self._largest, environ)
        if announced is not None and announced > limit:
            return Body.empty(refused=True)
        return await take_in(protocol, self._folder, announced=announced, limit=limit)

    def _made(self, environ: Environ) -> Answer:
        """Runs the application in a thread, up to where only bytes are left to be sent."""
        environ["wsgi.file_wrapper"] = FileToSend
        answer = Answer()
        result = self._application(environ, answer.begin)
        close = getattr(result, "close", lambda: None)
        if isinstance(result, FileToSend) and result.path is not None:
            answer.file = result.path
            close()  # gives the connection to the database back before anything is sent
        elif hasattr(result, "__len__"):
            answer.content = b"".join(result)
            close()
        else:
            answer.pieces, answer.close = iter(result), close
        return answer

    async def _send(self, answer: Answer, environ: Environ, protocol: Any, loop: asyncio.AbstractEventLoop) -> None:
        if answer.file is not None:
            _send_file(answer, environ, protocol)
        elif answer.pieces is None:
            protocol.response_bytes(answer.status, answer.headers, answer.content)
        else:
            try:
                transport = protocol.response_stream(answer.status, answer.headers)
                while (piece := await loop.run_in_executor(self._threads, next, answer.pieces, None)) is not None:
                    await transport.send_bytes(piece)
            finally:
                await loop.run_in_executor(self._threads, answer.close)


class FileToSend:
    """What an application gives back in order that the server sends a file."""

    def __init__(self, stream: IO[bytes], block_size: int = 8192) -> None:
        del block_size  # the server knows best
        is_file = isinstance(stream, io.BufferedReader) and isinstance(stream.name, str) and stream.tell() == 0
        self.path = Path(str(stream.name)) if is_file else None
        """Where it lies; None for a part of a file, or what only looks like one."""
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

    def begin(self, status: str, headers: Headers, exc_info: object = None) -> None:
        """`start_response` of PEP 3333."""
        del exc_info
        self.status = int(status.split(" ", 1)[0])
        self.headers = headers


def _send_file(answer: Answer, environ: Environ, protocol: Any) -> None:
    """A file or the span of it that is asked for, so that a download goes on where it was lost."""
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


class Body:
    """The body of a request as an application reads it."""

    def __init__(self, stream: IO[bytes], *, cut: bool = False, refused: bool = False, full: bool = False) -> None:
        self._stream = stream
        self._cut = cut
        self.refused = refused
        """Whether it was not taken in: it was too large, or the disk has no room."""
        self.full = full
        """Whether the disk became full while it came."""

    @classmethod
    def empty(cls, *, refused: bool = False, full: bool = False) -> Body:
        return cls(cast("IO[bytes]", tempfile.SpooledTemporaryFile(max_size=1)), refused=refused, full=full)

    def read(self, size: int = -1) -> bytes:
        return self._whole(self._stream.read(size), wanted=size)

    def readline(self, size: int = -1) -> bytes:
        return self._whole(self._stream.readline(size), wanted=size)

    def _whole(self, found: bytes, *, wanted: int) -> bytes:
        # An application that reads to the end must not take what came for the whole.
        if self._cut and not found and wanted:
            raise OSError("The connection was lost before the end of the body.")
        return found

    def __iter__(self) -> Iterator[bytes]:
        return iter(self.readline, b"")

    def close(self) -> None:
        self._stream.close()


async def take_in(source: AsyncIterator[bytes], folder: Path, *, announced: int | None, limit: int) -> Body:
    """Takes in a body. What came before the connection was lost or stalled stays, and reading on from there raises."""
    stream = tempfile.SpooledTemporaryFile(max_size=_IN_MEMORY, dir=str(folder))  # noqa: SIM115 -- the body closes it
    try:
        with full_disk_refused():
            return await _taken_in(source, cast("IO[bytes]", stream), announced=announced, limit=limit)
    except NoSpaceError:
        with suppress(OSError):  # of what could not be written
            stream.close()
        return Body.empty(refused=True, full=True)


async def _taken_in(source: AsyncIterator[bytes], stream: IO[bytes], *, announced: int | None, limit: int) -> Body:
    loop = asyncio.get_running_loop()
    begin, received = loop.time(), 0
    pieces = aiter(source)
    cut = False
    while True:
        try:
            piece = await asyncio.wait_for(anext(pieces, None), _STALL_SECONDS)
        except Exception:
            cut = True
            break
        if not piece:
            cut = announced is not None and received < announced
            break
        received += len(piece)
        if received > limit:
            stream.close()
            return Body.empty(refused=True)
        stream.write(bytes(piece))
        if received < _FEWEST_A_SECOND * (loop.time() - begin - _STALL_SECONDS):
            cut = True
            break
    stream.seek(0)
    return Body(stream, cut=cut)


def environ_of(scope: Scope) -> Environ:
    """A request as PEP 3333 tells of it."""
    name, _, port = scope.server.rpartition(":")
    environ: Environ = {
        "REQUEST_METHOD": scope.method,
        "SCRIPT_NAME": "",
        "PATH_INFO": scope.path.encode().decode("latin-1"),
        "QUERY_STRING": scope.query_string,
        "SERVER_NAME": name,
        "SERVER_PORT": port,
        "SERVER_PROTOCOL": f"HTTP/{scope.http_version}",
        "REMOTE_ADDR": scope.client.rpartition(":")[0].strip("[]"),
        "wsgi.version": (1, 0),
        "wsgi.url_scheme": scope.scheme,
        "wsgi.errors": sys.stderr,
        "wsgi.multithread": True,
        "wsgi.multiprocess": True,
        "wsgi.run_once": False,
    }
    if scope.authority:  # as HTTP/2 says which host is meant
        environ["HTTP_HOST"] = scope.authority
    for header, value in scope.headers.items():
        if "_" in header or (header.lower() == "host" and scope.authority):
            continue  # X_Forwarded_For must not pass for the X-Forwarded-For of a proxy
        key = header.upper().replace("-", "_")
        if key not in ("CONTENT_TYPE", "CONTENT_LENGTH"):
            key = f"HTTP_{key}"
        before = f"{environ[key]}{'; ' if key == 'HTTP_COOKIE' else ','}" if key in environ else ""
        environ[key] = f"{before}{value}"
    return environ


def _number(text: str | None) -> int | None:
    return int(text) if text is not None and text.isascii() and text.isdecimal() else None
