"""After signing in people land on a page, whichever button they pressed when their session was gone."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any
from urllib.parse import urlsplit

import pytest
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver, reverse

from bakeoff_site.accounts.models import User
from bakeoff_site.campaigns.models import Team
from bakeoff_site.core.http.addresses import is_page, page_near
from tests.site.people import PASSWORD
from tests.site.permissions import PAGES
from tests.site.world import World

SIGN_IN = "/account/sign-in/"


def reached(user: User, wanted: str) -> str:
    """Where somebody is sent who signs in on the way to an address."""
    response = Client().post(SIGN_IN, {"email": user.email, "password": PASSWORD, "next": wanted})
    assert response.status_code == 302
    return str(response.headers["Location"])


def status_of(user: User, address: str) -> int:
    client = Client(raise_request_exception=False)
    client.force_login(user)
    return int(client.get(address).status_code)


def test_no_address_that_takes_only_forms_is_reached(make_world: Any) -> None:
    world: World = make_world("public")
    administrator = world.people["administrator"]
    addresses = sorted({reverse(row.name, kwargs=row.arguments(world)) for row in PAGES})
    forms = {address for address in addresses if status_of(administrator, address) == 405}
    assert len(forms) > 25
    assert {address for address in addresses if not is_page(address)} == forms
    found = {address: page_near(address) for address in addresses}
    assert {address for address, page in found.items() if page != address} == forms
    elsewhere = set(found.values()) - set(addresses)  # the others were asked above, and are no forms
    assert {page for page in found.values() if page in forms} == set()
    assert {page for page in elsewhere if status_of(administrator, page) == 405} == set()
    for address in sorted(forms)[::6]:
        assert reached(administrator, address) == found[address]


def _api_paths(patterns: list[Any], before: str = "/") -> Iterator[str]:
    for pattern in patterns:
        if isinstance(pattern, URLResolver):
            yield from _api_paths(pattern.url_patterns, before + str(pattern.pattern))
        elif isinstance(pattern, URLPattern) and before.startswith("/api/"):
            yield before + str(pattern.pattern).replace("<slug>", "openmt").replace("^.*$", "nothing")


def test_nobody_is_sent_to_an_operation_of_the_api() -> None:
    paths = list(_api_paths(get_resolver().url_patterns))
    assert len(paths) > 40
    assert {page_near(path) for path in paths} == {"/"}


@pytest.mark.parametrize(
    ("name", "arguments", "page"),
    [
        ("campaigns:invite", {}, "campaigns:team"),
        ("campaigns:contact", {"member_id": 3}, "campaigns:team"),
        ("campaigns:revoke-extension", {"extension_id": 3}, "campaigns:team"),
        ("submissions:start", {}, "submissions:list"),
    ],
)
def test_a_button_of_a_team_leads_back_to_its_page(
    team: Team, owner: User, name: str, arguments: dict[str, object], page: str
) -> None:
    where = {"slug": team.campaign.slug, "team_id": team.pk}
    assert reached(owner, reverse(name, kwargs=where | arguments)) == reverse(page, kwargs=where)


@pytest.mark.parametrize(
    ("wanted", "page"),
    [
        ("/account/tokens/4/revoke/", "/account/"),
        ("/account/sign-out/", "/account/"),
        ("/account/sign-out", "/account/"),
        ("/account/tokens/../sign-out/", "/account/"),
        ("/account/%73ign-out/", "/account/"),
        ("/account/tokens/%2e%2e/sign-out/", "/account/"),
        ("/account\\sign-out/", "/"),
        ("http://testserver/account/sign-out/?a=b", "/account/"),
        ("http://testserver/account/history/?page=2", "/account/history/?page=2"),
        ("/account/history/?page=2#end", "/account/history/?page=2#end"),
        ("/account/history", "/account/history/"),
        ("/nothing/here/", "/"),
        ("/%2F/evil.example/", "/"),
        ("/api/v1/", "/"),
    ],
)
def test_however_an_address_is_written(owner: User, wanted: str, page: str) -> None:
    assert reached(owner, wanted) == page


def test_who_lost_the_session_and_presses_a_button_signs_in_and_is_back_on_the_page(team: Team, owner: User) -> None:
    client = Client()
    where = {"slug": team.campaign.slug, "team_id": team.pk}
    refused = client.post(reverse("campaigns:invite", kwargs=where), {"email": "new@example.org"})
    asked = urlsplit(refused.headers["Location"])
    assert asked.path == SIGN_IN
    form = client.get(refused.headers["Location"])
    answer = client.post(
        SIGN_IN, {"email": owner.email, "password": PASSWORD, "next": form.context["next"]}, follow=True
    )
    assert answer.status_code == 200
    assert answer.request["PATH_INFO"] == reverse("campaigns:team", kwargs=where)


def test_the_form_names_the_page_before_anybody_signs_in(team: Team) -> None:
    form = Client().get(SIGN_IN, {"next": reverse("campaigns:invite", args=[team.campaign.slug, team.pk])})
    assert form.context["next"] == reverse("campaigns:team", args=[team.campaign.slug, team.pk])
