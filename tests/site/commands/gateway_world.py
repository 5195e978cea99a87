"""The other side of the gateway: what the server tells of a request, takes of a body and is given to send."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Coroutine, Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeVar

from bakeoff_site.commands.http import gateway
from bakeoff_site.commands.http.gateway import Gateway
from bakeoff_site.commands.http.wsgi_environ import Environ
from bakeoff_site.core.storage.uploads import REFUSAL

Result = TypeVar("Result")


class Headers:
    def __init__(self, *items: tuple[str, str]) -> None:
        self._items = items

    def items(self) -> Iterable[tuple[str, str]]:
        return self._items


@dataclass
class Request:
    """What the server tells of a request."""

    headers: Headers = field(default_factory=Headers)
    method: str = "GET"
    path: str = "/"
    proto: str = "http"
    query_string: str = ""
    http_version: str = "1.1"
    server: str = "127.0.0.1:8000"
    client: str = "[2001:db8::7]:40100"
    scheme: str = "http"
    authority: str | None = None


class Line:
    """The other side: sends pieces of a body, `None` for a long silence, an error for a lost connection."""

    def __init__(self, *pieces: bytes | Exception | None) -> None:
        self._pieces = pieces
        self.sent: list[tuple[Any, ...]] = []

    async def __aiter__(self) -> AsyncIterator[bytes]:
        """Like the server, with an empty piece at the end."""
        for piece in (*self._pieces, b""):
            if isinstance(piece, Exception):
                raise piece
            if piece is None:
                await asyncio.sleep(60)
            else:
                yield piece

    def response_bytes(self, *answer: Any) -> None:
        self.sent.append(("bytes", *answer))

    def response_empty(self, *answer: Any) -> None:
        self.sent.append(("empty", *answer))

    def response_file(self, *answer: Any) -> None:
        self.sent.append(("file", *answer))

    def response_file_range(self, *answer: Any) -> None:
        self.sent.append(("range", *answer))

    def response_stream(self, status: int, headers: list[tuple[str, str]]) -> Line:
        self.sent.append(("stream", status, headers))
        return self

    async def send_bytes(self, data: bytes) -> None:
        self.sent.append(("piece", data))


def echo(environ: Environ, begin: Callable[..., Any]) -> Iterable[bytes]:
    """Answers with what it read; like Django, it tells a lost connection from the end."""
    body = environ["wsgi.input"]
    pieces = []
    try:
        while piece := body.read(4):
            pieces.append(piece)
    except OSError:
        pieces.append(b" (lost)")
    if REFUSAL in environ:
        pieces.append(f" ({environ[REFUSAL]})".encode())
    begin("200 OK", [("X-Read", str(len(pieces)))])
    return [b"".join(pieces)]


def answered(application: gateway.Application, request: Request, line: Line, folder: Path, *, limit: int = 100) -> Line:
    site = Gateway(application, folder=folder, largest=lambda _: limit)
    run(site.answer(request, line))
    return line


def run(work: Coroutine[Any, Any, Result]) -> Result:
    """Runs it in a thread of its own: a browser of other tests may have a loop in this one."""
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(asyncio.run, work).result()


def said(line: Line) -> bytes:
    [(_, _, _, content)] = line.sent
    return bytes(content)


def post(length: int | None = None) -> Request:
    length_of_it = ("transfer-encoding", "chunked") if length is None else ("content-length", str(length))
    return Request(Headers(length_of_it), method="POST")
