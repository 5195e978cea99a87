"""Requests are taken in, and answers sent, without a thread that waits for the other side."""

from __future__ import annotations

import asyncio
import errno
import io
import logging
import threading
from collections.abc import AsyncIterator, Callable, Coroutine, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import Any, TypeVar

import pytest
from django.http import HttpResponse
from django.utils import timezone
from granian.rsgi import ProtocolClosed

from bakeoff_site.commands import gateway, intake
from bakeoff_site.commands.environs import Environ, environ_of
from bakeoff_site.commands.gateway import Gateway
from bakeoff_site.commands.ranges import Span, span_asked_for
from bakeoff_site.core.uploads import ARRIVED_AT, REFUSAL

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


def test_a_body_is_whole_before_a_page_is_asked(tmp_path: Path) -> None:
    assert said(answered(echo, post(6), Line(b"abc", b"def"), tmp_path)) == b"abcdef"
    assert said(answered(echo, post(), Line(b"abc", b"def"), tmp_path)) == b"abcdef"
    assert said(answered(echo, Request(), Line(), tmp_path)) == b""


@pytest.mark.parametrize("end", [ProtocolClosed("gone"), None])
def test_what_came_before_a_connection_was_lost_is_not_taken_for_the_whole(
    end: Exception | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(intake, "_STALL_SECONDS", 0.05)
    assert said(answered(echo, post(9), Line(b"abc", b"def", end), tmp_path)) == b"abcdef (lost)"
    assert said(answered(echo, post(9), Line(b"abc", b"def"), tmp_path)) == b"abcdef (lost)"


def test_mistakes_of_ours_are_not_taken_for_a_lost_connection(tmp_path: Path) -> None:
    with pytest.raises(ZeroDivisionError):
        answered(echo, post(9), Line(b"abc", ZeroDivisionError()), tmp_path)


def test_a_lost_connection_is_logged(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.INFO, logger="bakeoff_site"):
        logging.getLogger("bakeoff_site").addHandler(caplog.handler)
        answered(echo, post(9), Line(b"abc", ProtocolClosed("gone")), tmp_path)
        logging.getLogger("bakeoff_site").removeHandler(caplog.handler)
    assert caplog.messages == ["a body broke off after 3 of 9 bytes: RSGIProtocolClosed gone"]


class Slow(Line):
    """Brings a burst, and then a byte every few seconds of a clock that only it moves."""

    def __init__(self, clock: list[float], *, burst: int, seconds: float) -> None:
        super().__init__()
        self._clock, self._burst, self._seconds = clock, burst, seconds

    async def __aiter__(self) -> AsyncIterator[bytes]:
        yield b"a" * self._burst
        for _ in range(100):
            self._clock[0] += self._seconds
            yield b"b"


def test_a_trickle_is_cut_off_whatever_came_before(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    clock = [0.0]
    start = intake._Speed.__init__

    def on_that_clock(speed: intake._Speed) -> None:
        start(speed)
        speed._clock, speed._start = lambda: clock[0], clock[0]

    monkeypatch.setattr(intake._Speed, "__init__", on_that_clock)
    # The burst is 300,000 bytes, enough for ten minutes on average; its window passes, and the next one does not.
    line = answered(echo, post(400_000), Slow(clock, burst=300_000, seconds=10), tmp_path, limit=10**6)
    assert said(line) == b"a" * 300_000 + b"bbbbbb (lost)"
    assert clock == [60.0]
    line = answered(echo, post(100), Slow(clock, burst=10, seconds=10), tmp_path)
    assert said(line) == b"a" * 10 + b"bbb (lost)"


def test_too_much_is_not_taken_in(tmp_path: Path) -> None:
    assert said(answered(echo, post(101), Line(b"a" * 101), tmp_path)) == b" (too-large)"
    assert said(answered(echo, post(), Line(b"a" * 60, b"b" * 60), tmp_path)) == b" (too-large)"
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("act", ["write", "seek"])
def test_a_body_for_which_the_disk_has_no_room_is_refused(
    act: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    class FullDisk(io.BytesIO):
        pass

    setattr(FullDisk, act, full)
    stream = FullDisk()
    monkeypatch.setattr(intake, "IN_MEMORY", 2)
    monkeypatch.setattr(gateway, "open_body_file", lambda *_, **__: stream)
    assert said(answered(echo, post(3), Line(b"abc"), tmp_path)) == b" (full)"
    assert stream.closed


def left_in(folder: Path) -> list[str]:
    return [path.name for path in folder.rglob("*") if path.is_file() and path.name != "door.lock"]


@pytest.mark.parametrize("length", [50_000, None])
def test_large_bodies_leave_nothing_behind(length: int | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(intake, "IN_MEMORY", 8)
    pieces = [bytes([number]) * 1000 for number in range(50)]
    assert said(answered(echo, post(length), Line(*pieces), tmp_path, limit=10**6)) == b"".join(pieces)
    assert left_in(tmp_path) == []


def test_what_was_set_aside_for_a_body_that_broke_off_is_not_taken_for_a_part_of_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(intake, "IN_MEMORY", 8)
    assert said(answered(echo, post(5_000), Line(b"abcdefghijkl"), tmp_path, limit=10**6)) == b"abcdefghijkl (lost)"


def test_a_body_without_a_length_gets_one(tmp_path: Path) -> None:
    def told(environ: Environ, begin: Callable[..., Any]) -> Iterable[bytes]:
        begin("200 OK", [])
        return [repr((environ["CONTENT_LENGTH"], "HTTP_TRANSFER_ENCODING" in environ)).encode()]

    assert said(answered(told, post(), Line(b"abc", b"de"), tmp_path)) == b"('5', False)"
    # One more than came, so that who reads all of it finds out that the connection was lost.
    assert said(answered(told, post(), Line(b"abc", b""), tmp_path)) == b"('4', False)"


@pytest.mark.parametrize(
    ("kind", "content"), [("application/json; charset=utf-8", b"{}"), ("application/octet-stream", b" (no-length)")]
)
def test_http_2_hides_whether_a_body_without_a_length_is_complete(kind: str, content: bytes, tmp_path: Path) -> None:
    request = Request(Headers(("content-type", kind)), method="POST", http_version="2")
    assert said(answered(refusing, request, Line(b"{", b"", b"}"), tmp_path)) == content
    assert said(answered(refusing, request, Line(), tmp_path)) == b""
    assert said(answered(refusing, Request(http_version="2"), Line(b"no body of GET"), tmp_path)) == b""


def refusing(environ: Environ, begin: Callable[..., Any]) -> Iterable[bytes]:
    """Answers with what it read, or with why it was refused."""
    begin("200 OK", [])
    return [f" ({environ[REFUSAL]})".encode() if REFUSAL in environ else environ["wsgi.input"].read()]


def test_slow_senders_hold_no_thread(tmp_path: Path) -> None:
    site = Gateway(echo, folder=tmp_path, largest=lambda _: 100)

    async def crowd() -> bytes:
        slow = [asyncio.create_task(site.answer(post(9), Line(b"abc", None))) for _ in range(50)]
        await asyncio.sleep(0.1)
        line = Line(b"abc")
        await asyncio.wait_for(site.answer(post(3), line), 5)
        for task in slow:
            task.cancel()
        return said(line)

    assert run(crowd()) == b"abc"


class Sending:
    """An application that sends a file, and says when it was closed."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self.closed_in: list[str] = []

    def __call__(self, environ: Environ, begin: Callable[..., Any]) -> Iterable[bytes]:
        begin("200 OK", [("Content-Length", "10"), ("ETag", '"one"')])
        wrapped = environ["wsgi.file_wrapper"](self._path.open("rb"), 4096)
        wrapped.close = lambda: self.closed_in.append(threading.current_thread().name)
        return wrapped  # type: ignore[no-any-return]


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "file"
    path.write_bytes(b"0123456789")
    return path


def test_files_are_left_to_the_server(file: Path, tmp_path: Path) -> None:
    sending = Sending(file)
    line = answered(sending, Request(), Line(), tmp_path)
    headers = [("ETag", '"one"'), ("Accept-Ranges", "bytes"), ("Content-Length", "10")]
    assert line.sent == [("file", 200, headers, str(file))]
    assert [name.startswith("page") for name in sending.closed_in] == [True]  # what the page held is free already


def test_a_download_goes_on_where_it_was_lost(file: Path, tmp_path: Path) -> None:
    def asked(*headers: tuple[str, str]) -> tuple[Any, ...]:
        return answered(Sending(file), Request(Headers(*headers)), Line(), tmp_path).sent[0]

    kind, status, headers, path, first, behind = asked(("range", "bytes=4-"), ("if-range", '"one"'))
    assert (kind, status, path, first, behind) == ("range", 206, str(file), 4, 10)
    assert dict(headers)["Content-Range"] == "bytes 4-9/10"
    assert dict(headers)["Content-Length"] == "6"
    assert asked(("range", "bytes=4-"), ("if-range", '"two"'))[:2] == ("file", 200)
    assert asked(("range", "bytes=10-"))[:3] == (
        "empty",
        416,
        [("Content-Range", "bytes */10"), ("Content-Length", "0")],
    )


@pytest.mark.parametrize(
    ("text", "span"),
    [
        ("bytes=0-0", Span(0, 0)),
        ("bytes=2-5", Span(2, 5)),
        ("bytes=2-99", Span(2, 9)),
        ("bytes=-4", Span(6, 9)),
        ("bytes=-99", Span(0, 9)),
        ("bytes=-0", "none"),
        ("bytes=11-12", "none"),
        ("bytes=5-2", None),
        ("bytes=0-1,4-5", None),
        ("lines=1-2", None),
        ("bytes=٣-", None),
        ("", None),
    ],
)
def test_spans(text: str, span: Span | str | None) -> None:
    assert span_asked_for({"REQUEST_METHOD": "GET", "HTTP_RANGE": text}, [], 10) == span


def test_parts_of_files_and_things_made_on_the_way_are_sent_piece_by_piece(file: Path, tmp_path: Path) -> None:
    def part(environ: Environ, begin: Callable[..., Any]) -> Iterable[bytes]:
        begin("206 Partial Content", [])
        stream = file.open("rb")
        stream.seek(7)
        return environ["wsgi.file_wrapper"](stream)  # type: ignore[no-any-return]

    line = answered(part, Request(), Line(), tmp_path)
    assert line.sent == [("stream", 206, []), ("piece", b"789")]


def test_ordinary_responses_are_sent_at_once(tmp_path: Path) -> None:
    def page(environ: Environ, begin: Callable[..., Any]) -> Iterable[bytes]:
        begin("200 OK", [("Content-Length", "4")])
        return HttpResponse("page")

    headers = [("Content-Length", "4")]
    assert answered(page, Request(), Line(), tmp_path).sent == [("bytes", 200, headers, b"page")]
    assert answered(page, Request(method="HEAD"), Line(), tmp_path).sent == [("empty", 200, headers)]


def test_what_nobody_listens_to_any_more_is_closed(tmp_path: Path) -> None:
    closed = []

    class Pieces:
        def __iter__(self) -> Iterator[bytes]:
            yield from (b"a", b"b")

        def close(self) -> None:
            closed.append(True)

    def streaming(environ: Environ, begin: Callable[..., Any]) -> Iterable[bytes]:
        begin("200 OK", [])
        return Pieces()

    class Deaf(Line):
        async def send_bytes(self, data: bytes) -> None:
            raise ProtocolClosed("gone")

    assert answered(streaming, Request(), Deaf(), tmp_path).sent == [("stream", 200, [])]
    assert answered(streaming, Request(method="HEAD"), Line(), tmp_path).sent == [("empty", 200, [])]
    assert closed == [True, True]


def test_web_sockets_are_refused(tmp_path: Path) -> None:
    class Socket:
        status: int | None = None

        def close(self, status: int) -> None:
            self.status = status

    socket = Socket()
    run(Gateway(echo, folder=tmp_path, largest=lambda _: 0).answer(Request(proto="ws"), socket))
    assert socket.status == 400


def test_a_request_in_the_words_of_applications() -> None:
    headers = Headers(
        ("host", "example.org"),
        ("cookie", "a=1"),
        ("cookie", "b=2"),
        ("x-forwarded-for", "1.2.3.4"),
        ("x-forwarded-for", "5.6.7.8"),
        ("x_forwarded_for", "6.6.6.6"),
    )
    environ = environ_of(Request(headers, path="/campaigns/ä b/", query_string="a=%C3%A4"))
    assert environ["PATH_INFO"].encode("latin-1").decode() == "/campaigns/ä b/"
    assert environ["HTTP_COOKIE"] == "a=1; b=2"
    assert environ["HTTP_X_FORWARDED_FOR"] == "1.2.3.4,5.6.7.8"
    assert environ["REMOTE_ADDR"] == "2001:db8::7"
    assert (environ["SERVER_NAME"], environ["SERVER_PORT"]) == ("127.0.0.1", "8000")
    assert environ["HTTP_HOST"] == "example.org"
    assert environ["QUERY_STRING"] == "a=%C3%A4"


def test_the_host_of_newer_requests() -> None:
    assert environ_of(Request(authority="example.org"))["HTTP_HOST"] == "example.org"
    assert environ_of(Request(Headers(("host", "other")), authority="example.org"))["HTTP_HOST"] == "example.org"


def test_a_body_has_come_before_a_thread_is_waited_for(tmp_path: Path) -> None:
    came: list[datetime] = []
    busy = threading.Event()

    def page(environ: Environ, begin: Callable[..., Any]) -> Iterable[bytes]:
        if environ["REQUEST_METHOD"] == "POST":
            came.append(environ[ARRIVED_AT])
        else:
            busy.wait(30)
        begin("200 OK", [])
        return [environ["wsgi.input"].read()]

    site = Gateway(page, folder=tmp_path, largest=lambda _: 100)

    async def crowd() -> tuple[bytes, datetime, datetime]:
        others = [asyncio.create_task(site.answer(Request(), Line())) for _ in range(gateway.THREADS)]
        await asyncio.sleep(0.1)
        begin, line = timezone.now(), Line(b"abc")
        headers = Headers(("content-length", "3"), (ARRIVED_AT, "2001-01-01T00:00:00Z"))
        sending = asyncio.create_task(site.answer(Request(headers, method="POST"), line))
        await asyncio.sleep(0.5)
        freed = timezone.now()
        busy.set()
        await asyncio.gather(sending, *others)
        return said(line), begin, freed

    content, begin, freed = run(crowd())
    assert content == b"abc"
    assert begin <= came[0] < freed
