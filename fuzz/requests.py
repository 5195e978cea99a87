"""HTTP requests that are almost right: valid ones of many kinds, and what chance makes of them."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

Ending = Literal["answered", "half-closed", "reset"]
"""How a client leaves: once it has an answer, after it has said all that it says, or as if the line were cut."""

PATHS = (
    "/",
    "/healthz",
    "/account/sign-in/",
    "/account/sign-up/",
    "/account/",
    "/nowhere",
    "/campaigns/none/",
    "/campaigns/none/teams/1/submissions/submit/",
    "/api/v1/me",
    "/api/v1/campaigns",
    "/api/v1/openapi.json",
    "/api/v1/campaigns/none/trials",
    "/api/v1/campaigns/none/teams/1/uploads",
    "/static/none.css",
    "*",
    "http://localhost/",
    "/%ff%00",
    "/?a=%00&b=%ff",
    "/" + "a" * 3000,
    "//localhost//",
    "/\u00e4",
)
METHODS = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "CONNECT", "BREW", "get")
HOSTS = ("localhost", "localhost:80", "elsewhere.example", "", "[::1]", "local\u00e4host")
KINDS = (
    "application/x-www-form-urlencoded",
    "multipart/form-data; boundary=abc",
    "multipart/form-data",
    "application/json",
    "application/octet-stream",
    "text/plain; charset=klingon",
    "",
)
WEB_SOCKET = (
    "Upgrade: websocket",
    "Connection: Upgrade",
    "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
    "Sec-WebSocket-Version: 13",
)
NOT_CHUNKS = (
    b"zz\r\nabc\r\n",
    b"5\r\nab",
    b"-1\r\n",
    b"ffffffffffffffff\r\na",
    b"3;a=b\r\nabc\r\n0\r\nX: y\r\n\r\n",
    b"3\nabc\n0\n\n",
)
HTTP_2 = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n" + b"\0\0\0\x04\0\0\0\0\0"


@dataclass(frozen=True)
class Case:
    """What a client sends, piece by piece, and how it leaves."""

    kind: str
    pieces: tuple[bytes, ...]
    ending: Ending
    pause: float = 0.0


def random_case(rng: random.Random) -> Case:
    kind = rng.choice(list(_KINDS))
    data = _KINDS[kind](rng)
    endings: tuple[Ending, ...] = ("half-closed", "reset")
    ending = rng.choice((*endings, "answered", "answered", "answered") if kind in _COMPLETE else endings)
    cuts = sorted(rng.randrange(len(data) + 1) for _ in range(rng.choice((0, 0, 1, 3))))
    pieces = tuple(data[begin:end] for begin, end in zip([0, *cuts], [*cuts, len(data)], strict=True))
    return Case(kind, pieces, ending, rng.choice((0.0, 0.0, 0.002)))


def _request(rng: random.Random, *, headers: tuple[str, ...] = (), method: str = "", body: bytes = b"") -> bytes:
    version = rng.choice(("HTTP/1.1",) * 8 + ("HTTP/1.0", "HTTP/2.0", "HTTP/9"))
    host = "localhost" if rng.random() < 0.8 else rng.choice(HOSTS)
    more = [f"Content-Type: {rng.choice(KINDS)}"] if rng.random() < 0.5 else []
    if rng.random() < 0.2:
        more.append(f"Cookie: sessionid={rng.randbytes(8).hex()}; csrftoken={'a' * rng.choice((0, 32, 5000))}")
    if rng.random() < 0.2:
        more.append(f"Authorization: {rng.choice(('Bearer bakeoff_nonsense', 'Basic YTpi', 'Bearer', ''))}")
    if rng.random() < 0.1:
        more.append("Expect: 100-continue")
    lines = [f"{method or rng.choice(METHODS)} {rng.choice(PATHS)} {version}", f"Host: {host}", *more, *headers, "", ""]
    return "\r\n".join(lines).encode() + body


def _content(rng: random.Random) -> bytes:
    return rng.choice(
        (
            b"",
            b"a=b&csrfmiddlewaretoken=c",
            json.dumps({"name": "a.zip", "size": rng.randrange(10**6)}).encode(),
            b"[" * 2000,
            b'--abc\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\nabc\r\n--abc--\r\n',
            b'--abc\r\nContent-Disposition: form-data; name="a',
            rng.randbytes(rng.randrange(2000)),
            rng.randbytes(400_000),
            b"\xef\xbb\xbf{}",
        )
    )


def _plain(rng: random.Random) -> bytes:
    return _request(rng)


def _right_length(rng: random.Random) -> bytes:
    body = _content(rng)
    return _request(rng, headers=(f"Content-Length: {len(body)}",), body=body)


def _wrong_length(rng: random.Random) -> bytes:
    body = _content(rng)
    length = rng.choice((len(body) + 1, len(body) // 2, -1, 2**31, 2**64, "1e3", "0x10", "+5", "5, 5", "\u0665", ""))
    second = (f"Content-Length: {rng.randrange(99)}",) if rng.random() < 0.2 else ()
    return _request(rng, headers=(f"Content-Length: {length}", *second), body=body)


def _chunked(rng: random.Random) -> bytes:
    body, chunks = _content(rng), b""
    while body:
        size = rng.randrange(1, len(body) + 1)
        chunks += f"{size:x}".encode() + b"\r\n" + body[:size] + b"\r\n"
        body = body[size:]
    chunks += b"0\r\n\r\n"
    more = (f"Content-Length: {rng.randrange(99)}",) if rng.random() < 0.2 else ()
    return _request(rng, headers=("Transfer-Encoding: chunked", *more), body=chunks)


def _chunked_nonsense(rng: random.Random) -> bytes:
    chunks = rng.choice(NOT_CHUNKS)
    coding = rng.choice(("chunked", "gzip, chunked", "chunked, chunked", "identity", "\x0bchunked"))
    return _request(rng, headers=(f"Transfer-Encoding: {coding}",), body=chunks)


def _large_headers(rng: random.Random) -> bytes:
    count, length = rng.choice(((1, 300_000), (200, 10), (99, 4000), (1, 60_000)))
    return _request(rng, headers=tuple(f"X-{number}: {'a' * length}" for number in range(count)))


def _strange_headers(rng: random.Random) -> bytes:
    line = rng.choice(("X: \u00e4\u202e", "X-A: a\x00b", ": nothing", "X Y: z", " folded", "X_Forwarded_For: 1.2.3.4",
                       "Range: bytes=0-" + "9" * 30, "Range: bytes=5-2", "X-Forwarded-Proto: https", "Cookie: =;;=\"",
                       "If-Modified-Since: never", "HX-Request: true", "Accept-Encoding: \x7f"))  # fmt: skip
    return _request(rng, headers=(line,))


def _web_socket(rng: random.Random) -> bytes:
    headers = tuple(line for line in WEB_SOCKET if rng.random() < 0.9)
    return _request(rng, headers=headers, method="GET", body=rng.randbytes(rng.randrange(50)))


def _pipelined(rng: random.Random) -> bytes:
    return b"".join(rng.choice((_plain, _right_length, _chunked))(rng) for _ in range(rng.randrange(2, 12)))


def _mutated(rng: random.Random) -> bytes:
    data = bytearray(rng.choice((_plain, _right_length, _chunked, _web_socket))(rng))
    for _ in range(rng.randrange(1, 8)):
        place = rng.randrange(len(data))
        match rng.randrange(3):
            case 0:
                data[place] = rng.randrange(256)
            case 1:
                del data[place : place + rng.randrange(1, 20)]
            case _:
                data[place:place] = rng.randbytes(rng.randrange(1, 20))
        data = data or bytearray(b"\r\n")
    return bytes(data)


def _cut(rng: random.Random) -> bytes:
    data = rng.choice((_plain, _right_length, _chunked))(rng)
    return data[: rng.randrange(len(data))]


def _noise(rng: random.Random) -> bytes:
    return rng.choice((b"", b"\x16\x03\x01", HTTP_2)) + rng.randbytes(rng.randrange(600))


_KINDS: dict[str, Callable[[random.Random], bytes]] = {
    "plain": _plain,
    "right-length": _right_length,
    "wrong-length": _wrong_length,
    "chunked": _chunked,
    "chunked-nonsense": _chunked_nonsense,
    "large-headers": _large_headers,
    "strange-headers": _strange_headers,
    "web-socket": _web_socket,
    "pipelined": _pipelined,
    "mutated": _mutated,
    "cut": _cut,
    "noise": _noise,
}
_COMPLETE = ("plain", "right-length", "chunked", "pipelined", "strange-headers", "large-headers")
"""Kinds to which an answer has to come while the client waits."""
