"""Whatever goes wrong has one shape."""

from __future__ import annotations

import pytest
from django.test import Client, override_settings

from bakeoff.errors import TransientError
from bakeoff_site.accounts.models import User
from bakeoff_site.api.views.organisation import campaigns
from bakeoff_site.campaigns.models import Campaign
from tests.site.api.conftest import as_, error_of


def test_no_such_address() -> None:
    assert error_of(as_(None).get("/nothing/of/this")) == (404, "not-found")


def test_no_such_campaign(stranger: User) -> None:
    assert error_of(as_(stranger).get("/campaigns/none")) == (404, "not-found")


def test_method_that_is_not_taken() -> None:
    response = as_(None).send("DELETE", "/campaigns")
    assert error_of(response) == (405, "method-not-allowed")
    assert set(response.headers["Allow"].split(", ")) == {"GET", "POST"}


def test_field_that_is_wrong_is_named(administrator: User) -> None:
    response = as_(administrator).post("/campaigns", {"text": "x"})
    assert error_of(response) == (422, "invalid")
    findings = response.json()["findings"]
    assert [finding["expected"] for finding in findings] == [
        "rulebook: Field required",
        "text: Extra inputs are not permitted",
    ]
    assert [finding["remedy"] for finding in findings] == [
        "Add the field rulebook to what is sent.",
        "Leave the field text out, or fix its name.",
    ]
    assert set(findings[0]) == {
        *("code", "severity", "file", "line", "document", "segment", "found", "expected", "remedy")
    }


def test_body_that_is_no_json(administrator: User) -> None:
    response = as_(administrator).send("POST", "/campaigns", b"{")
    assert error_of(response) == (400, "bad-request")


@override_settings(DATA_UPLOAD_MAX_MEMORY_SIZE=10)
def test_body_that_is_too_large(administrator: User) -> None:
    assert error_of(as_(administrator).post("/campaigns", {"rulebook": "x" * 100})) == (413, "too-large")


def test_crash_tells_nothing_of_itself(campaign: Campaign, monkeypatch: pytest.MonkeyPatch) -> None:
    def crash(*_: object) -> None:
        raise RuntimeError("a secret of the server")

    monkeypatch.setattr(campaigns, "participants_for", crash)
    response = Client(raise_request_exception=False).get("/api/v1/campaigns/openmt")
    assert error_of(response) == (500, "server-error")
    assert "secret" not in response.content.decode()


def test_what_may_work_later_is_told_as_such(campaign: Campaign, monkeypatch: pytest.MonkeyPatch) -> None:
    def is_away(*_: object) -> None:
        raise TransientError("The cluster is away. Try again later.")

    monkeypatch.setattr(campaigns, "participants_for", is_away)
    response = Client().get("/api/v1/campaigns/openmt")
    assert error_of(response) == (503, "unavailable")
    assert response.json()["detail"] == "The cluster is away. Try again later."


def test_unknown_host_is_refused_in_the_same_shape() -> None:
    response = Client(SERVER_NAME="elsewhere.example").get("/api/v1/campaigns")
    assert error_of(response) == (400, "bad-request")


def test_pages_keep_their_own_errors(db: None) -> None:
    assert Client().get("/campaigns/none/").headers["Content-Type"].startswith("text/html")


@pytest.mark.parametrize("method", ["GET", "POST"])
def test_a_slash_too_many_leads_to_the_address_without_it(method: str) -> None:
    response = as_(None).send(method, "/campaigns/?limit=3")
    assert (response.status_code, response["Location"]) == (308, "/api/v1/campaigns?limit=3")


def test_a_slash_behind_no_address() -> None:
    assert error_of(as_(None).get("/nothing/of/this/")) == (404, "not-found")


@pytest.mark.parametrize("text", ["a\0b", "\ud800"])
def test_text_that_no_database_holds_is_named(text: str, administrator: User) -> None:
    for body in ({"rulebook": text}, {text: "x"}):
        response = as_(administrator).post("/campaigns", body)
        assert error_of(response) == (422, "invalid")
        assert "surrogate" in response.json()["findings"][0]["expected"]


def test_address_with_nul_is_refused(db: None) -> None:
    for address in ("/campaigns/a%00b", "/campaigns?limit=%00"):
        assert error_of(as_(None).get(address)) == (400, "bad-request")
