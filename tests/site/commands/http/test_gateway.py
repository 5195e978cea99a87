"""Requests are put in the words of applications, and answers sent, without a thread that waits for the other side."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

import pytest
from django.http import HttpResponse
from granian.rsgi import ProtocolClosed

from bakeoff_site.commands.http.gateway import Gateway
from bakeoff_site.commands.http.ranges import Span, span_asked_for
from bakeoff_site.commands.http.wsgi_environ import Environ, environ_of
from tests.site.commands.gateway_world import Headers, Line, Request, answered, echo, run


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
