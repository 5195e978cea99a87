"""The page for load balancers and monitors."""

from __future__ import annotations

import pytest
from django.db import OperationalError, connection
from django.templatetags.static import static
from django.test import Client

ADDRESS = "/healthz"


@pytest.mark.django_db
def test_a_database_that_answers_is_healthy(client: Client) -> None:
    response = client.get(ADDRESS)
    assert (response.status_code, response.json()) == (200, {"status": "ok", "database": "reachable"})
    assert "no-store" in response["Cache-Control"]


@pytest.mark.django_db
def test_a_database_that_does_not_answer_is_not(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    def gone() -> None:
        raise OperationalError("server closed the connection unexpectedly")

    monkeypatch.setattr(connection, "cursor", gone)
    response = client.get(ADDRESS)
    assert (response.status_code, response.json()) == (503, {"status": "failing", "database": "unreachable"})


def test_only_looking_is_possible(client: Client) -> None:
    assert client.post(ADDRESS).status_code == 405


@pytest.mark.django_db
def test_the_icon_is_there_for_whoever_asks_for_it(client: Client) -> None:
    assert client.get("/favicon.ico")["Location"] == static("ui/favicon.svg")
    page = client.get("/account/sign-in/").content.decode()
    assert f'<link rel="icon" type="image/svg+xml" href="{static("ui/favicon.svg")}">' in page
