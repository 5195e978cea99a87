"""Which errors of a database are an outage, and what is said then."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any

import psycopg
import pytest
from django.db import Error, InterfaceError, OperationalError, ProgrammingError
from django.http import HttpRequest, HttpResponse
from django.test import Client, override_settings
from django.urls import path

from bakeoff_site.commands.http import body_limits
from bakeoff_site.config import urls
from bakeoff_site.core.http.database_outages import is_outage
from bakeoff_site.core.storage.uploads import REFUSAL
from tests.site.core.test_error_pages import assert_page, lines

__all__ = ["lines"]


def away(request: HttpRequest) -> HttpResponse:
    raise OperationalError('connection to server at "db" failed:\n\tConnection refused') from psycopg.OperationalError()


handler500 = urls.handler500
urlpatterns = [path("away/", away), path("api/v1/away", away), *urls.urlpatterns]
there = override_settings(ROOT_URLCONF=__name__)


def raised(act: Callable[[], Any]) -> Error:
    """What Django makes of an error of the driver."""
    with pytest.raises(sqlite3.Error) as caught:
        act()
    error = OperationalError(str(caught.value))
    error.__cause__ = caught.value
    return error


def test_a_database_that_is_locked_or_cannot_be_opened_is_away(tmp_path: Path) -> None:
    file = tmp_path / "a.sqlite3"
    with sqlite3.connect(file) as holder:
        holder.execute("CREATE TABLE a (b)")
        holder.execute("BEGIN EXCLUSIVE")
        other = sqlite3.connect(file, timeout=0)
        assert is_outage(raised(lambda: other.execute("SELECT * FROM a")))
    holder.close()
    other.close()
    assert is_outage(raised(lambda: sqlite3.connect(tmp_path)))


def test_mistakes_of_ours_are_not(tmp_path: Path) -> None:
    database = sqlite3.connect(tmp_path / "a.sqlite3")
    assert not is_outage(raised(lambda: database.execute("SELECT * FROM nowhere")))
    database.close()
    assert not is_outage(ProgrammingError("no such column"))
    assert not is_outage(ZeroDivisionError())
    assert not is_outage(None)
    assert is_outage(InterfaceError("connection already closed"))


@pytest.mark.django_db
def test_the_page_says_to_come_again(lines: list[str]) -> None:
    with there:
        response = Client(raise_request_exception=False).get("/away/")
    assert_page(response, 503, "Back in a moment")
    assert (response["Retry-After"], response["Cache-Control"]) == ("10", "no-store, private")
    error, request = lines
    assert error.endswith('the database cannot be asked: connection to server at "db" failed: Connection refused')
    assert " 503 " in request


@pytest.mark.django_db
def test_programs_are_told_in_the_one_shape() -> None:
    with there:
        response = Client(raise_request_exception=False).get("/api/v1/away")
    assert (response.status_code, response["Retry-After"]) == (503, "10")
    assert response.json()["code"] == "unavailable"


@pytest.mark.django_db
def test_a_large_body_of_someone_whom_nobody_can_look_up(monkeypatch: pytest.MonkeyPatch, settings: Any) -> None:
    def gone(header: str | None) -> None:
        raise OperationalError("gone")

    monkeypatch.setattr(body_limits, "authenticate_token", gone)
    environ: dict[str, Any] = {
        "REQUEST_METHOD": "POST",
        "PATH_INFO": "/",
        "CONTENT_LENGTH": str(settings.DATA_UPLOAD_MAX_MEMORY_SIZE),
    }
    assert body_limits.largest_body(environ) == 0
    assert environ[REFUSAL] == "unavailable"


@pytest.mark.django_db
def test_its_sender_is_told_to_come_again() -> None:
    refused: dict[str, Any] = {REFUSAL: "unavailable"}
    response = Client().get("/", **refused)
    assert_page(response, 503, "Back in a moment")
