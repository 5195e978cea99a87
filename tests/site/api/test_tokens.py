"""Only tokens count, and only for their scopes."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.test import Client

from bakeoff_site.accounts.models import ApiToken, User
from bakeoff_site.accounts.services.tokens import revoke_token
from bakeoff_site.api import limits
from bakeoff_site.campaigns.models import Campaign, Team
from bakeoff_site.core.http.limits import Allowance
from tests.site.api.conftest import Asking, as_, error_of
from tests.site.conftest import Clock


def test_token_says_whose_it_is_and_what_it_may_do(owner: User) -> None:
    assert as_(owner, "read", "submit").get("/me").json() == {
        "email": "owen.owner@example.org",
        "name": "Owen Owner",
        "affiliation": "",
        "scopes": ["read", "submit"],
    }


def test_no_token_where_one_is_needed() -> None:
    response = as_(None).get("/me")
    assert error_of(response) == (401, "unauthenticated")
    assert response.headers["WWW-Authenticate"] == "Bearer"


@pytest.mark.parametrize("header", ["Bearer bakeoff_wrong", "Bearer ", "Basic b2xnYQ==", "bakeoff_wrong"])
def test_wrong_token_is_refused_even_where_none_is_needed(header: str, db: None) -> None:
    assert error_of(Asking({"Authorization": header}).get("/campaigns")) == (401, "unauthenticated")


def test_expired_and_revoked_tokens_are_refused(owner: User, clock: Clock) -> None:
    expiring, revoked = as_(owner), as_(owner)
    revoke_token(ApiToken.objects.get(name=ApiToken.objects.latest("pk").name))
    assert error_of(revoked.get("/me")) == (401, "unauthenticated")
    clock.move_on(timedelta(days=2))
    assert error_of(expiring.get("/me")) == (401, "unauthenticated")


def test_token_of_another_scope_is_refused(owner: User, team: Team) -> None:
    response = as_(owner, "read").post("/campaigns/openmt/teams", {"name": "Another"})
    assert error_of(response) == (403, "scope")
    assert "submit" in response.json()["detail"]


def test_session_of_the_pages_counts_for_nothing(organiser: User, campaign: Campaign) -> None:
    client = Client()
    client.force_login(organiser)
    assert error_of(client.get("/api/v1/campaigns/openmt/teams")) == (401, "unauthenticated")


def test_too_many_requests_of_a_token_wait(owner: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "WITH_TOKEN", Allowance(2, 3600))
    asking = as_(owner)
    assert [asking.get("/me").status_code for _ in range(2)] == [200, 200]
    response = asking.get("/me")
    assert error_of(response) == (429, "too-many-requests")
    assert 1700 < int(response.headers["Retry-After"]) <= 1800
    assert as_(owner).get("/me").status_code == 200  # another token has an allowance of its own


def test_too_many_requests_of_an_address_wait(db: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "WITHOUT_TOKEN", Allowance(1, 3600))
    assert as_(None).get("/campaigns").status_code == 200
    assert error_of(as_(None).get("/campaigns")) == (429, "too-many-requests")


def test_guessing_tokens_is_counted_by_address(db: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "FROM_ADDRESS", Allowance(1, 3600))
    answers = [Asking({"Authorization": f"Bearer bakeoff_{n}"}).get("/me").status_code for n in range(2)]
    assert answers == [401, 429]
