"""Bodies of requests are taken in, without a thread that waits for the other side."""

from __future__ import annotations

import asyncio
import errno
import io
import logging
import threading
from collections.abc import AsyncIterator, Callable, Iterable
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest
from django.utils import timezone
from granian.rsgi import ProtocolClosed

from bakeoff_site.commands.http import gateway, request_bodies
from bakeoff_site.commands.http.gateway import Gateway
from bakeoff_site.commands.http.wsgi_environ import Environ
from bakeoff_site.core.storage.uploads import ARRIVED_AT, REFUSAL
from tests.site.commands.gateway_world import Headers, Line, Request, answered, echo, post, run, said


def test_a_body_is_complete_before_a_page_is_asked(tmp_path: Path) -> None:
    assert said(answered(echo, post(6), Line(b"abc", b"def"), tmp_path)) == b"abcdef"
    assert said(answered(echo, post(), Line(b"abc", b"def"), tmp_path)) == b"abcdef"
    assert said(answered(echo, Request(), Line(), tmp_path)) == b""


@pytest.mark.parametrize("end", [ProtocolClosed("gone"), None])
def test_what_came_before_a_connection_was_lost_is_not_taken_for_the_whole(
    end: Exception | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(request_bodies, "_STALL_SECONDS", 0.05)
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
    start = request_bodies._Speed.__init__

    def on_that_clock(speed: request_bodies._Speed) -> None:
        start(speed)
        speed._clock, speed._start = lambda: clock[0], clock[0]

    monkeypatch.setattr(request_bodies._Speed, "__init__", on_that_clock)
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
    monkeypatch.setattr(request_bodies, "IN_MEMORY", 2)
    monkeypatch.setattr(gateway, "open_body_file", lambda *_, **__: stream)
    assert said(answered(echo, post(3), Line(b"abc"), tmp_path)) == b" (full)"
    assert stream.closed


def left_in(folder: Path) -> list[str]:
    return [path.name for path in folder.rglob("*") if path.is_file() and path.name != "door.lock"]


@pytest.mark.parametrize("length", [50_000, None])
def test_large_bodies_leave_nothing_behind(length: int | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(request_bodies, "IN_MEMORY", 8)
    pieces = [bytes([number]) * 1000 for number in range(50)]
    assert said(answered(echo, post(length), Line(*pieces), tmp_path, limit=10**6)) == b"".join(pieces)
    assert left_in(tmp_path) == []


def test_what_was_set_aside_for_a_body_that_broke_off_is_not_taken_for_a_part_of_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(request_bodies, "IN_MEMORY", 8)
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
