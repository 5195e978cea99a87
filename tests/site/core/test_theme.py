"""The theme that someone chose."""

from __future__ import annotations

import pytest
from django.test import Client

from bakeoff_site.accounts.models import User

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_a_chosen_theme_is_on_every_page(client: Client, owner: User, theme: str) -> None:
    client.force_login(owner)
    response = client.post(
        "/theme/", {"theme": theme}, headers={"referer": "http://testserver/account/history/?page=2"}
    )
    assert response.headers["Location"] == "/account/history/?page=2"
    cookie = response.cookies["theme"]
    assert (cookie.value, cookie["samesite"], cookie["httponly"], cookie["max-age"]) == (theme, "Lax", True, 31536000)
    page = client.get("/account/").content.decode()
    assert f'<html lang="en" data-theme="{theme}">' in page
    assert f'value="{theme}" aria-pressed="true"' in page
    assert 'value="system" aria-pressed="false"' in page


def test_the_theme_of_the_system_is_the_default_and_can_be_chosen_again(client: Client, owner: User) -> None:
    client.force_login(owner)
    assert '<html lang="en">' in client.get("/account/").content.decode()
    client.post("/theme/", {"theme": "dark"})
    client.post("/theme/", {"theme": "system"})
    page = client.get("/account/").content.decode()
    assert '<html lang="en">' in page
    assert 'value="system" aria-pressed="true"' in page


def test_any_other_word_in_the_cookie_is_ignored(client: Client) -> None:
    client.cookies["theme"] = '"><script>'
    assert '<html lang="en">' in client.get("/").content.decode()


@pytest.mark.parametrize(
    ("wanted", "page"),
    [
        ("https://evil.example/", "/"),
        ("//evil.example/", "/"),
        ("/\\evil.example/", "/"),
        ("javascript:alert(1)", "/"),
        ("", "/"),
        ("/account/sign-out/", "/account/"),
    ],
)
def test_the_switch_leads_to_pages_of_this_site_only(client: Client, wanted: str, page: str) -> None:
    response = client.post("/theme/", {"theme": "dark"}, headers={"referer": wanted})
    assert (response.status_code, response.headers["Location"]) == (302, page)


def test_the_switch_needs_the_token_of_a_form() -> None:
    client = Client(enforce_csrf_checks=True)
    response = client.post("/theme/", {"theme": "dark"})
    assert response.status_code == 403
    assert "theme" not in response.cookies
