"""Requests to a server: with a token, tried again where that can do no harm."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from bakeoff.client.errors import UnreachableError, error_of, moved_error
from bakeoff.errors import BakeoffError

if TYPE_CHECKING:
    import httpx

ATTEMPTS = 6
"""How often a request is tried before it is given up."""
_FIRST_PAUSE = 0.5
_LONGEST_PAUSE = 30.0
_REFUSED_FOR_NOW = (429,)
"""What a server says that has done nothing, and will be able to answer later."""
PASSING = (429, 502, 503, 504)
"""What it, or a proxy in front of it, says when it is starting: its database is away, it is being started again."""
_HARMLESS = ("GET", "PUT", "PATCH")
"""Asked twice, they do what they do asked once."""
_PIECE = 1 << 20


def httpx_module() -> Any:
    """The library that speaks HTTP, which not every installation has."""
    try:
        import httpx  # noqa: PLC0415 - only here is it needed
    except ImportError:
        raise BakeoffError("to reach a server, install what that needs: pip install 'bakeoff[client]'.") from None
    return httpx


class Connection:
    """A server and a token. A request is tried `attempts` times; `pause` waits for seconds in between; `transport` is
    how requests travel, by default directly.
    """

    def __init__(
        self,
        base_url: str,
        token: str,
        *,
        timeout: float = 60.0,
        attempts: int = ATTEMPTS,
        pause: Callable[[float], None] = time.sleep,
        transport: httpx.BaseTransport | None = None,
    ) -> None:
        self.base_url = _checked(base_url)
        self.pause = pause
        self._attempts = attempts
        self._token = token
        self._timeout = timeout
        self._transport = transport
        self._opened: httpx.Client | None = None

    def ask(
        self,
        method: str,
        path: str,
        *,
        query: Mapping[str, object] | None = None,
        json: object = None,
        content: bytes | None = None,
        again: bool | None = None,
    ) -> Any:
        """The JSON of an answer; `again`: whether to repeat what may have arrived, by default as the method lets."""
        repeat = method in _HARMLESS if again is None else again
        for attempt in range(1, self._attempts + 1):
            last = attempt == self._attempts
            try:
                response = self._http.request(
                    method, self._address(path), params=_given(query), json=json, content=content
                )
            except self._lost(repeat=repeat) as error:
                if last:
                    raise self._unreachable(error) from error
                self.pause(pause_after(attempt))
                continue
            except httpx_module().HTTPError as error:
                raise self._unreachable(error) from error
            if response.status_code in (PASSING if repeat else _REFUSED_FOR_NOW) and not last:
                self.pause(max(_retry_after(response), pause_after(attempt)))
                continue
            return _content(response)
        raise AssertionError  # the last attempt has returned or raised

    def send(self, path: str, file: Path, *, query: Mapping[str, object]) -> Any:
        """Sends a file as the body of one request, and gives the JSON of the answer."""
        try:
            with file.open("rb") as stream:
                pieces = iter(lambda: stream.read(_PIECE), b"")
                headers = {"Content-Length": str(file.stat().st_size), "Content-Type": "application/octet-stream"}
                response = self._http.post(self._address(path), params=_given(query), content=pieces, headers=headers)
        except httpx_module().HTTPError as error:
            raise self._unreachable(error) from error
        return _content(response)

    @contextmanager
    def stream(self, path: str, *, query: Mapping[str, object] | None = None) -> Iterator[Iterator[bytes]]:
        """The bytes of a file, piece by piece."""
        response = self._opened_stream(path, query)
        try:
            if response.is_error:
                response.read()
                raise error_of(response.status_code, _json(response))
            yield response.iter_bytes(_PIECE)
        except httpx_module().HTTPError as error:
            raise self._unreachable(error) from error
        finally:
            response.close()

    def _opened_stream(self, path: str, query: Mapping[str, object] | None) -> httpx.Response:
        """A response whose content is still to come; the request is repeated until the server can answer it."""
        for attempt in range(1, self._attempts + 1):
            last = attempt == self._attempts
            try:
                request = self._http.build_request("GET", self._address(path), params=_given(query))
                response = self._http.send(request, stream=True)
            except httpx_module().TransportError as error:
                if last:
                    raise self._unreachable(error) from error
                self.pause(pause_after(attempt))
                continue
            if response.status_code not in PASSING or last:
                return response
            response.close()
            self.pause(max(_retry_after(response), pause_after(attempt)))
        raise AssertionError  # the last attempt has returned or raised

    def close(self) -> None:
        if self._opened is not None:
            self._opened.close()
            self._opened = None

    @property
    def _http(self) -> httpx.Client:
        if self._opened is None:
            headers = {"Authorization": f"Bearer {self._token}"} if self._token else {}
            self._opened = httpx_module().Client(headers=headers, timeout=self._timeout, transport=self._transport)
        return self._opened

    def _lost(self, *, repeat: bool) -> Any:
        """What may be tried again: whatever went wrong on the way, or only that nothing got through."""
        httpx = httpx_module()
        return httpx.TransportError if repeat else httpx.ConnectError

    def _address(self, path: str) -> str:
        return f"{self.base_url}/api/v1{path}"

    def _unreachable(self, error: Exception) -> UnreachableError:
        return UnreachableError(f"{self.base_url} could not be reached ({error or type(error).__name__}).")


def _checked(base_url: str) -> str:
    parts = urlsplit(base_url)
    if parts.scheme not in ("http", "https") or not parts.netloc:
        raise BakeoffError(f"expected the address of a server such as https://bakeoff.example, found {base_url!r}.")
    return base_url.rstrip("/")


def _given(query: Mapping[str, object] | None) -> dict[str, Any]:
    return {key: value for key, value in (query or {}).items() if value not in (None, "")}


def pause_after(attempt: int) -> float:
    """How many seconds to wait after a number of attempts."""
    return min(_FIRST_PAUSE * (1 << (attempt - 1)), _LONGEST_PAUSE)


def _retry_after(response: httpx.Response) -> float:
    """How long the server asks to wait, within reason."""
    text = str(response.headers.get("Retry-After", ""))
    return min(float(text), 60.0) if text.isdecimal() else 0.0


def _content(response: httpx.Response) -> Any:
    if response.is_redirect:
        raise moved_error(response.status_code, response.headers.get("Location", ""))
    if response.is_error:
        raise error_of(response.status_code, _json(response))
    content = _json(response) if response.content else None
    if response.content and content is None:
        raise error_of(response.status_code, None)
    return content


def _json(response: httpx.Response) -> Any:
    try:
        return response.json()
    except ValueError:
        return None
