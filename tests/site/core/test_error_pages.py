"""Pages that say what went wrong, in the site's look and under its policy."""

from __future__ import annotations

import logging
import re

import pytest
from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.test import Client, override_settings
from django.urls import path

from bakeoff_site.accounts.models import User
from bakeoff_site.campaigns.models import Team
from bakeoff_site.config import urls
from bakeoff_site.core.http import middleware
from bakeoff_site.core.http.database_outages import unavailable
from tests.site.responses import ClientResponse

pytestmark = pytest.mark.django_db
POLICY = middleware._POLICY


def broken(request: HttpRequest, token: str) -> HttpResponse:
    raise ZeroDivisionError


def forbidden(request: HttpRequest) -> HttpResponse:
    from django.core.exceptions import PermissionDenied

    raise PermissionDenied


urlpatterns = [*urls.urlpatterns, path("broken/<token>/", broken), path("forbidden/", forbidden)]
there = override_settings(ROOT_URLCONF=__name__)


def assert_page(response: ClientResponse, status: int, heading: str) -> None:
    text = response.content.decode()
    assert response.status_code == status
    assert f"<h1>{heading}</h1>" in text
    assert "tokens.css" in text
    assert response.headers["Content-Security-Policy"] == POLICY


def test_unknown_address(client: Client) -> None:
    assert_page(client.get("/nothing/here"), 404, "Page not found")


def test_page_of_others(client: Client) -> None:
    with there:
        assert_page(client.get("/forbidden/"), 403, "No access")


def test_address_that_takes_only_forms(client: Client, team: Team, owner: User) -> None:
    client.force_login(owner)
    response = client.get(f"/campaigns/openmt/teams/{team.pk}/invite/")
    assert_page(response, 405, "There is no page here")
    assert response.headers["Allow"] == "POST"
    text = response.content.decode()
    assert f'href="/campaigns/openmt/teams/{team.pk}/"' in text
    assert "Sign out" in text
    assert_page(client.get("/account/sign-out/"), 405, "There is no page here")


def test_page_that_takes_no_form(client: Client) -> None:
    response = client.post("/healthz")
    assert_page(response, 405, "Not accepted here")
    assert response.headers["Allow"] == "GET, HEAD"
    assert client.head("/account/sign-out/").content == b""


def test_programs_are_told_by_json(client: Client) -> None:
    response = client.post("/api/v1/openapi.json")
    assert (response.status_code, response.json()["code"]) == (405, "method-not-allowed")
    assert response.headers["Allow"] == "GET, HEAD"


def test_unknown_host(client: Client) -> None:
    assert_page(client.get("/", headers={"host": "elsewhere.example.org"}), 400, "Bad request")


def test_form_without_its_token() -> None:
    client = Client(enforce_csrf_checks=True)
    response = client.post("/account/sign-in/", {"username": "a", "password": "b"})
    assert_page(response, 403, "Not sent")


def test_mistake_of_ours() -> None:
    client = Client(raise_request_exception=False)
    with there:
        assert_page(client.get("/broken/secret-token/"), 500, "Something went wrong")


def test_pages_that_know_nobody_bid_nobody_sign_in(stranger: User) -> None:
    client = Client(raise_request_exception=False)
    client.force_login(stranger)
    with there:
        pages = [
            client.get("/", headers={"host": "elsewhere.example.org"}),
            client.get("/broken/secret-token/"),
            unavailable(),
        ]
        assert [page.status_code for page in pages] == [400, 500, 503]
        assert all("Sign " not in page.getvalue().decode() for page in pages)
        assert "Sign out" in client.get("/nothing/here").content.decode()


@pytest.mark.parametrize(
    "page",
    ["400", "403", "403_csrf", "404", "405", "411", "413", "429", "429-files", "500", "503", "507"],
)
def test_every_page_says_what_happened_and_what_to_do_next(page: str) -> None:
    known = {"seconds": 5, "largest": 2**30, "largest_form": 2**22, "is_file": True, "is_form": True, "home": "/"}
    text = render_to_string(f"{page}.html", {**known, "page": "/account/", "user": AnonymousUser()})
    assert re.search(r"Error \d{3}</p><h1>[^<]+</h1><p>[^<]{20,}", text), "what happened"
    assert re.search(r'<div class="prose"><(p|ul)>.{30,}</(p|ul)></div>', text, re.DOTALL), "what to do"
    assert '<a class="button" href="/">All campaigns</a>' in text


@pytest.fixture
def lines(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What the server would print, by the handlers that the settings name."""
    found: list[str] = []

    def emit(handler: logging.Handler, record: logging.LogRecord) -> None:
        if type(handler) is logging.StreamHandler:  # those of pytest are kinds of it
            found.append(handler.format(record))

    monkeypatch.setattr(logging.StreamHandler, "emit", emit)
    return found


def test_requests_are_logged_by_the_kind_of_page(client: Client, lines: list[str]) -> None:
    client.get("/campaigns/someones-campaign/?from=eve@example.org")
    client.get("/no/such/page")
    client.get("/")
    assert [line.split("INFO ")[1].rsplit(" ", 2)[0] for line in lines] == [
        "GET /campaigns/<slug:slug>/ 404",
        "GET no page 404",
        "GET / 200",
    ]


def test_mistakes_are_logged_with_their_place_and_without_the_address(lines: list[str]) -> None:
    client = Client(raise_request_exception=False)
    with there:
        client.get("/broken/secret-token/")
    error, request = lines
    assert "the page could not be made\nTraceback" in error
    assert "in broken\n" in error
    assert "secret-token" not in error
    assert "GET /broken/<token>/ 500" in request
