"""Pages are sent compressed, files as they are."""

from __future__ import annotations

import gzip

import pytest
from django.http import FileResponse, HttpRequest, HttpResponse
from django.test import Client, RequestFactory

from bakeoff_site.core.http.middleware import CompressedPages

pytestmark = pytest.mark.django_db


def sent(response: HttpResponse | FileResponse) -> HttpResponse | FileResponse:
    """What goes to a browser that takes compressed answers."""
    request = RequestFactory().get("/", headers={"accept-encoding": "gzip"})
    return CompressedPages(lambda _request: response)(request)  # type: ignore[return-value]


def test_pages_are_compressed_for_browsers_that_ask_for_it(client: Client) -> None:
    plain = client.get("/privacy/")
    compressed = client.get("/privacy/", headers={"accept-encoding": "gzip"})
    assert compressed.headers["Content-Encoding"] == "gzip"
    assert "Accept-Encoding" in compressed.headers["Vary"]
    assert "Content-Encoding" not in plain.headers
    assert gzip.decompress(compressed.content) == plain.content
    assert len(compressed.content) < len(plain.content) / 2


def test_files_are_left_as_they_are() -> None:
    page = HttpResponse("a" * 1000, content_type="text/html; charset=utf-8")
    table = HttpResponse("a" * 1000, content_type="text/csv")
    file = FileResponse(iter([b"a" * 1000]), content_type="text/html")
    assert sent(page).headers["Content-Encoding"] == "gzip"
    assert "Content-Encoding" not in sent(table).headers
    assert "Content-Encoding" not in sent(file).headers


def test_an_answer_says_its_length(rf: RequestFactory) -> None:
    request: HttpRequest = rf.get("/", headers={"accept-encoding": "gzip"})
    response = CompressedPages(lambda _request: HttpResponse("a" * 1000))(request)
    assert int(response.headers["Content-Length"]) == len(response.content)  # type: ignore[union-attr]
