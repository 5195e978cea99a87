"""How the client asks: for one thing, for a list page by page, until something is done."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, Self, TypeVar
from urllib.parse import quote

from bakeoff.client.connection import ATTEMPTS, Connection
from bakeoff.client.records import read_as

if TYPE_CHECKING:
    import httpx

_PAGE = 200
WAIT_SECONDS = 10
"""The longest that the server keeps a question waiting for its answer."""

Record = TypeVar("Record")


class Asking:
    """A connection, and the ways of asking."""

    def __init__(
        self,
        base_url: str,
        token: str = "",
        *,
        timeout: float = 60.0,
        attempts: int = ATTEMPTS,
        pause: Callable[[float], None] = time.sleep,
        transport: httpx.BaseTransport | None = None,
    ) -> None:
        self._connection = Connection(
            base_url, token, timeout=timeout, attempts=attempts, pause=pause, transport=transport
        )

    @property
    def base_url(self) -> str:
        return self._connection.base_url

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        self._connection.close()

    def _get(self, kind: type[Record], path: str, query: Mapping[str, object] | None = None) -> Record:
        return read_as(kind, self._connection.ask("GET", path, query=query))

    def _post(self, kind: type[Record], path: str, json: Mapping[str, Any]) -> Record:
        return read_as(kind, self._connection.ask("POST", path, json=json))

    def _each(self, kind: type[Record], path: str, query: Mapping[str, object] | None = None) -> Iterator[Record]:
        """All rows of a list, page by page."""
        offset = 0
        while True:
            page = self._connection.ask("GET", path, query={**(query or {}), "limit": _PAGE, "offset": offset})
            yield from (read_as(kind, item) for item in page["items"])
            offset += len(page["items"])
            if page["next"] is None:
                return

    def _wait(self, kind: type[Record], path: str, seconds: float, is_done: Callable[[Record], bool]) -> Record:
        until = time.monotonic() + seconds
        while True:
            asked_at = time.monotonic()
            left = max(0.0, until - asked_at)
            query = {"wait": min(int(left), WAIT_SECONDS)}
            record = read_as(kind, self._connection.ask("GET", path, query=query))
            if is_done(record) or not left:
                return record
            if time.monotonic() - asked_at < 1:  # too many wait at the server, or less than a second is left
                self._connection.pause(min(1.0, left))


def at(slug: str, *parts: object) -> str:
    """The address of something in a campaign, whatever its names are made of."""
    return "/".join(["/campaigns", *(quote(str(part), safe="") for part in (slug, *parts))])
