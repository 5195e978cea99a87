"""Rulebooks by the address of a campaign, from servers of all kinds."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import httpx
import pytest

from bakeoff.client.rulebooks import ATTEMPTS, CampaignAddress, campaign_address, fetch_rulebook
from bakeoff.errors import BakeoffError
from bakeoff.rulebook import read_rulebook

ADDRESS = "https://bakeoff.example/campaigns/openmt/"
NO_BAKEOFF = "https://bakeoff.example does not answer as a Bakeoff server"
CONTENT = read_rulebook("openmt2012").model_dump(mode="json")
Answer = Callable[[httpx.Request], httpx.Response]


def fetched(answer: Answer, address: str = ADDRESS, token: str = "", pauses: list[float] | None = None) -> Any:
    waited = [] if pauses is None else pauses
    return fetch_rulebook(address, token, pause=waited.append, transport=httpx.MockTransport(answer))


def refused(status: int, code: str = "", detail: str = "Not so.", **headers: str) -> Answer:
    content = {"code": code, "detail": detail, "findings": []} if code else {}
    return lambda request: httpx.Response(status, json=content, headers=headers)


@pytest.mark.parametrize(
    ("address", "expected"),
    [
        ("https://bakeoff.example/campaigns/wmt", ("https://bakeoff.example", "wmt")),
        ("https://bakeoff.example/campaigns/wmt/", ("https://bakeoff.example", "wmt")),
        ("https://bakeoff.example/campaigns/wmt/boards/3/?metric=bleu#top", ("https://bakeoff.example", "wmt")),
        ("http://localhost:8000/campaigns/my%20task/rules/", ("http://localhost:8000", "my task")),
        ("https://example.org/eval/campaigns/wmt/", ("https://example.org/eval", "wmt")),
        ("https://bakeoff.example/api/v1/campaigns/wmt/rulebook", ("https://bakeoff.example", "wmt")),
    ],
)
def test_server_and_campaign_are_in_the_address(address: str, expected: tuple[str, str]) -> None:
    assert campaign_address(address) == CampaignAddress(*expected)


@pytest.mark.parametrize(
    "address", ["https://bakeoff.example/", "https://bakeoff.example/campaigns/", "https:///campaigns/x/"]
)
def test_an_address_that_is_no_campaigns_is_refused(address: str) -> None:
    with pytest.raises(BakeoffError, match=r"expected the address of a campaign such as https://.*, found 'https://"):
        campaign_address(address)


def test_the_rulebook_is_that_of_the_server() -> None:
    def answer(request: httpx.Request) -> httpx.Response:
        assert str(request.url) == "https://bakeoff.example/api/v1/campaigns/openmt/rulebook"
        assert "Authorization" not in request.headers
        return httpx.Response(200, json={"content": CONTENT, "version": "1"})

    assert fetched(answer) == read_rulebook("openmt2012")


def test_the_token_goes_along() -> None:
    def answer(request: httpx.Request) -> httpx.Response:
        assert request.headers["Authorization"] == "Bearer bakeoff_x"
        return httpx.Response(200, json={"content": CONTENT})

    assert fetched(answer, token="bakeoff_x").campaign.title == CONTENT["campaign"]["title"]


@pytest.mark.parametrize(
    ("answer", "token", "sentence"),
    [
        (
            refused(404, "not-found"),
            "",
            "https://bakeoff.example has no campaign 'openmt' that you can see. If it is not public, give a token: "
            "--token-file FILE, or set BAKEOFF_TOKEN.",
        ),
        (refused(404, "not-found"), "t", "https://bakeoff.example has no campaign 'openmt' that you can see."),
        (
            refused(401, "unauthenticated"),
            "t",
            "https://bakeoff.example does not accept your token: it is wrong, expired or revoked. Make one on "
            "https://bakeoff.example/account/tokens/new/.",
        ),
        (refused(403, "forbidden", "Later."), "t", "https://bakeoff.example refuses the rules of openmt: Later."),
        (refused(429, "too-many", "Wait a minute."), "", "https://bakeoff.example: Wait a minute."),
        (
            refused(404),
            "",
            f"{NO_BAKEOFF} (status 404). Is the address that of a campaign?",
        ),
        (
            lambda request: httpx.Response(200, text="<html>"),
            "",
            f"{NO_BAKEOFF} (status 200). Is the address that of a campaign?",
        ),
        (
            refused(301, Location="https://other.example/api/v1/campaigns/openmt/rulebook"),
            "",
            f"{NO_BAKEOFF} (status 301). The server redirects to "
            "https://other.example/api/v1/campaigns/openmt/rulebook: use that address.",
        ),
        (
            lambda request: httpx.Response(200, json={"rules": {}}),
            "",
            "https://bakeoff.example did not answer with a rulebook. Is it a Bakeoff server of another version?",
        ),
        (
            lambda request: httpx.Response(200, json=["content"]),
            "",
            "https://bakeoff.example did not answer with a rulebook. Is it a Bakeoff server of another version?",
        ),
    ],
)
def test_what_goes_wrong_is_one_sentence(answer: Answer, token: str, sentence: str) -> None:
    with pytest.raises(BakeoffError) as caught:
        fetched(answer, token=token)
    assert str(caught.value) == sentence


def test_a_rulebook_of_a_later_version_says_so() -> None:
    later = {**CONTENT, "quantum": {"entangled": True}}
    with pytest.raises(BakeoffError) as caught:
        fetched(lambda request: httpx.Response(200, json={"content": later}))
    message = str(caught.value)
    assert message.startswith("the rulebook on https://bakeoff.example has rules that this version of bakeoff (")
    assert "does not know: quantum: " in message
    assert message.endswith("Update bakeoff, or ask the organisers.")


def test_a_server_of_an_earlier_version_is_recognised() -> None:
    """It has the campaign, but not this operation."""
    campaign = {
        "slug": "openmt",
        "title": "OpenMT",
    }

    def answer(request: httpx.Request) -> httpx.Response:
        found = request.url.path.endswith("/campaigns/openmt")
        return httpx.Response(200, json=campaign) if found else httpx.Response(404, json={"detail": "Not Found"})

    with pytest.raises(BakeoffError, match="runs an older version of Bakeoff that does not offer rulebooks"):
        fetched(answer)


def test_a_server_that_is_silent_is_given_up_soon() -> None:
    def answer(request: httpx.Request) -> httpx.Response:
        raise httpx.ReadTimeout("timed out")

    pauses: list[float] = []
    with pytest.raises(BakeoffError, match=r"could not be reached \(timed out\)\. Is the address right, and is the"):
        fetched(answer, pauses=pauses)
    assert len(pauses) == ATTEMPTS - 1
    assert sum(pauses) < 5
