"""Requests are counted, and pages that are much work have a limit."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest, HttpResponse
from django.test import Client, RequestFactory
from django.urls import reverse

from bakeoff_site.accounts import access
from bakeoff_site.accounts.access import costly_page
from bakeoff_site.accounts.models import User
from bakeoff_site.campaigns.models import Campaign
from bakeoff_site.core.http import limits
from bakeoff_site.core.http.limits import Allowance, Buckets


def test_allowance_comes_back_with_time(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [100.0]
    monkeypatch.setattr("time.monotonic", lambda: now[0])
    buckets, allowance = Buckets(), Allowance(2, 10)
    assert [buckets.spend("a", allowance) for _ in range(3)] == [0, 0, 5]
    now[0] += 5
    assert [buckets.spend("a", allowance) for _ in range(2)] == [0, 5]


@pytest.fixture
def one_a_minute(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(access, "BY_PERSON", Allowance(1, 60))
    monkeypatch.setattr(access, "BY_ADDRESS", Allowance(2, 60))


@costly_page
def page(_request: HttpRequest) -> HttpResponse:
    return HttpResponse("much work")


def _ask(user: User | AnonymousUser, *, address: str = "192.0.2.1") -> int:
    request = RequestFactory().get("/much", REMOTE_ADDR=address)
    request.user = user
    return page(request).status_code


@pytest.mark.usefixtures("one_a_minute")
def test_people_are_counted_by_who_they_are_and_others_by_address(owner: User, rival: User) -> None:
    assert [_ask(owner), _ask(owner)] == [200, 429]
    assert _ask(owner, address="192.0.2.2") == 429, "another address is no other person"
    assert _ask(rival) == 200
    visitor = AnonymousUser()
    assert [_ask(visitor), _ask(visitor), _ask(visitor)] == [200, 200, 429]
    assert _ask(visitor, address="192.0.2.2") == 200


@pytest.mark.usefixtures("one_a_minute")
def test_who_asked_too_often_is_told_when_to_come_again(owner: User, campaign: Campaign, client: Client) -> None:
    client.force_login(owner)
    address = reverse("results:compare", args=[campaign.slug])
    assert client.get(address).status_code != 429
    refused = client.get(address)
    assert (refused.status_code, refused.headers["Retry-After"]) == (429, "60")
    text = refused.content.decode()
    assert "<h1>Too many requests</h1>" in text
    assert "in 60 seconds" in text
    assert "tokens.css" in text
    assert "Content-Security-Policy" in refused.headers
    assert "HX-Redirect" not in refused.headers


@pytest.mark.usefixtures("one_a_minute")
def test_a_part_of_a_page_that_is_refused_becomes_the_complete_refusal(
    owner: User, campaign: Campaign, client: Client
) -> None:
    client.force_login(owner)
    address = reverse("results:compare", args=[campaign.slug]) + "?first=1&second=2"
    client.get(address)
    refused = client.get(address, headers={"HX-Request": "true"})
    assert (refused.status_code, refused.headers["HX-Redirect"]) == (429, address)


COSTLY: dict[str, dict[str, object]] = {
    "adjudication:scores": {"file_id": 1},
    "adjudication:suggestions": {"file_id": 1},
    "datasets:download": {"file_id": 1},
    "results:compare": {},
    "results:download": {"board_id": 1, "ending": "tsv"},
    "results:run": {"key": "1"},
    "scoring:trials": {},
    "submissions:package": {"number": 1},
}


@pytest.mark.usefixtures("one_a_minute")
def test_pages_that_are_much_work_have_the_limit(owner: User, campaign: Campaign, client: Client) -> None:
    client.force_login(owner)
    for name, arguments in COSTLY.items():
        limits.BUCKETS.clear()
        address = reverse(name, kwargs={"slug": campaign.slug, **arguments})
        assert client.get(address).status_code != 429, name
        assert client.get(address).status_code == 429, name
