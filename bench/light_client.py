"""A client that costs little: what it computed itself would delay what it waits for, on the same machine."""

from __future__ import annotations

import asyncio
import gzip
import json
from dataclasses import dataclass
from http import HTTPStatus
from types import TracebackType
from typing import Any


class LostConnectionError(Exception):
    """The server ended the connection, or sent what is no answer."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What the server said; names of headers are in small letters."""

    status: int
    headers: dict[str, str]
    content: bytes

    @property
    def is_error(self) -> bool:
        return self.status >= HTTPStatus.BAD_REQUEST

    @property
    def text(self) -> str:
        packed = self.headers.get("content-encoding") == "gzip"
        return (gzip.decompress(self.content) if packed else self.content).decode()

    def json(self) -> Any:
        return json.loads(self.text)


class Connection:
    """A connection that is kept open, as a browser does, with the cookies of one person."""

    def __init__(self, base_url: str, cookies: dict[str, str]) -> None:
        self._host = base_url.partition("//")[2]
        said = "; ".join(f"{name}={value}" for name, value in cookies.items())
        self._headers = f"Host: {self._host}\r\nReferer: {base_url}/\r\nAccept-Encoding: gzip\r\nAccept: */*"
        self._cookies = said
        self._streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def __aenter__(self) -> Connection:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        if self._streams is not None:
            self._streams[1].close()
            self._streams = None

    async def ask(self, method: str, address: str, *, said: object = None, token: str = "", cookie: str = "") -> Answer:
        """Sends a request, with JSON where something is said, and waits for the complete answer.

        `token` and `cookie` are what a page gave, by which the site knows that a request is from its page.
        """
        cookies = f"{self._cookies}; {cookie}" if cookie else self._cookies
        lines = [f"{method} {address} HTTP/1.1", self._headers, f"Cookie: {cookies}"]
        body = b"" if said is None else json.dumps(said).encode()
        if body:
            lines += ["Content-Type: application/json", f"Content-Length: {len(body)}"]
        if token:
            lines.append(f"X-CSRFToken: {token}")
        try:
            if self._streams is None:
                host, _, port = self._host.partition(":")
                self._streams = await asyncio.open_connection(host, int(port))
            reader, writer = self._streams
            writer.write("\r\n".join([*lines, "\r\n"]).encode() + body)
            head = await reader.readuntil(b"\r\n\r\n")
            status, *rest = head.decode("latin-1").split("\r\n")
            headers = {name.lower(): value.strip() for name, _, value in (line.partition(":") for line in rest if line)}
            content = await reader.readexactly(int(headers.get("content-length", 0)))
        except (OSError, EOFError, ValueError, asyncio.LimitOverrunError) as error:
            self.close()
            raise LostConnectionError(repr(error)) from error
        return Answer(int(status.split()[1]), headers, content)
