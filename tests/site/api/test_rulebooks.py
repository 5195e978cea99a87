"""Rulebooks by the API: read as they are written, checked, changed from a version."""

from __future__ import annotations

from typing import Any

import pytest

from bakeoff.rulebook import parse_rulebook
from bakeoff_site.accounts.models import User
from bakeoff_site.campaigns.conversions import storable
from bakeoff_site.campaigns.models import Campaign, Team
from bakeoff_site.core.models import AuditEvent
from tests.site.api.conftest import as_, error_of
from tests.site.conftest import Clock

RULEBOOK = "/campaigns/openmt/rulebook"


@pytest.fixture(autouse=True)
def evaluating(campaign: Campaign, clock: Clock) -> None:
    """In the evaluation, by a rulebook that is stored as services store it."""
    campaign.rulebook_content = storable(parse_rulebook(campaign.rulebook_text).content)
    campaign.save()
    clock.move_into(campaign, "evaluation")


@pytest.fixture
def written(organiser: User) -> dict[str, Any]:
    """Text and version, as an organiser gets them."""
    found: dict[str, Any] = as_(organiser, "organise").get(f"{RULEBOOK}/text").json()
    return found


def renamed(text: str) -> str:
    [title] = [line for line in text.splitlines() if line.startswith("title")][:1]
    return text.replace(title, 'title = "Renamed"', 1)


def over_already(text: str) -> str:
    """The evaluation ended the day before."""
    return text.replace('start = 2012-04-02\nend = "2012-04-06T11:59"', 'start = 2012-04-01\nend = "2012-04-01T11:59"')


def test_organiser_gets_the_text_and_its_version(written: dict[str, Any], campaign: Campaign) -> None:
    assert written["text"] == campaign.rulebook_text
    assert len(written["version"]) == 64


def test_check_tells_what_would_change_and_changes_nothing(
    written: dict[str, Any], organiser: User, campaign: Campaign
) -> None:
    response = as_(organiser, "read").post(f"{RULEBOOK}/check", {"rulebook": renamed(written["text"])})
    assert response.json() == {
        "version": written["version"],
        "changes": [{"path": "campaign.title", "kind": "changed", "before": campaign.title, "after": "Renamed"}],
        "lost": [],
        "ended": [],
    }
    campaign.refresh_from_db()
    assert campaign.title != "Renamed"


def test_change_is_made_from_its_version(written: dict[str, Any], organiser: User, campaign: Campaign) -> None:
    text = renamed(written["text"])
    response = as_(organiser, "organise").put(RULEBOOK, {"rulebook": text, "version": written["version"]})
    assert response.status_code == 200
    assert [change["path"] for change in response.json()["changes"]] == ["campaign.title"]
    campaign.refresh_from_db()
    assert (campaign.title, campaign.rulebook_text) == ("Renamed", text)
    assert response.json()["version"] == as_(organiser).get(f"{RULEBOOK}/text").json()["version"]
    event = AuditEvent.objects.get(act="campaign.change-rulebook")
    assert (event.actor, event.details["changes"][0]["after"]) == (organiser, "Renamed")


def test_change_from_an_older_version_is_refused(written: dict[str, Any], organiser: User, campaign: Campaign) -> None:
    body = {"rulebook": renamed(written["text"]), "version": written["version"]}
    assert as_(organiser).put(RULEBOOK, body).status_code == 200
    response = as_(organiser).put(RULEBOOK, {**body, "rulebook": written["text"]})
    assert error_of(response) == (409, "refused")
    campaign.refresh_from_db()
    assert campaign.title == "Renamed"


def test_what_teams_use_cannot_be_lost(written: dict[str, Any], organiser: User, campaign: Campaign) -> None:
    text = written["text"].replace('"openmt2012"', '"other"', 1)
    lost = as_(organiser).post(f"{RULEBOOK}/check", {"rulebook": text}).json()["lost"]
    assert lost == ["the id openmt2012 cannot be changed: addresses and links hold it"]
    response = as_(organiser).put(RULEBOOK, {"rulebook": text, "version": written["version"]})
    assert error_of(response) == (409, "refused")
    assert lost[0] in response.json()["detail"]


def test_phase_that_would_be_over_must_be_meant(written: dict[str, Any], organiser: User, campaign: Campaign) -> None:
    text = over_already(written["text"])
    ended = as_(organiser).post(f"{RULEBOOK}/check", {"rulebook": text}).json()["ended"]
    assert [each["phase"] for each in ended] == ["evaluation"]
    body = {"rulebook": text, "version": written["version"]}
    response = as_(organiser).put(RULEBOOK, body)
    assert error_of(response) == (409, "refused")
    assert "over at once" in response.json()["detail"]
    campaign.refresh_from_db()
    assert campaign.rulebook_text == written["text"]
    assert as_(organiser).put(RULEBOOK, {**body, "ends_phases": True}).status_code == 200


@pytest.mark.parametrize("method", ["check", "change"])
def test_mistakes_come_with_their_lines(method: str, written: dict[str, Any], organiser: User) -> None:
    text = f"{written['text']}\n[nonsense]\n"
    asking = as_(organiser)
    response = (
        asking.post(f"{RULEBOOK}/check", {"rulebook": text})
        if method == "check"
        else asking.put(RULEBOOK, {"rulebook": text, "version": written["version"]})
    )
    assert error_of(response) == (422, "invalid")
    assert all(finding["line"] for finding in response.json()["findings"])


@pytest.mark.parametrize("who", ["owner", "judge", "observer", "stranger"])
def test_others_change_nothing(who: str, team: Team, request: pytest.FixtureRequest) -> None:
    asking = as_(request.getfixturevalue(who))
    for response in (
        asking.get(f"{RULEBOOK}/text"),
        asking.post(f"{RULEBOOK}/check", {"rulebook": ""}),
        asking.put(RULEBOOK, {"rulebook": "", "version": ""}),
        asking.put("/campaigns/openmt/listing", {"listed": True}),
    ):
        assert error_of(response) == (403, "forbidden")


def test_reading_scope_changes_nothing(organiser: User, campaign: Campaign) -> None:
    assert error_of(as_(organiser, "read").put(RULEBOOK, {"rulebook": "", "version": ""})) == (403, "scope")
    assert error_of(as_(organiser, "read").put("/campaigns/openmt/listing", {"listed": True})) == (403, "scope")


def test_organiser_lists_and_unlists(organiser: User, campaign: Campaign) -> None:
    assert as_(None).get("/campaigns").json()["count"] == 0
    response = as_(organiser, "organise").put("/campaigns/openmt/listing", {"listed": True})
    assert (response.status_code, response.json()["listed"]) == (200, True)
    assert as_(None).get("/campaigns").json()["count"] == 1
    as_(organiser).put("/campaigns/openmt/listing", {"listed": False})
    assert as_(None).get("/campaigns").json()["count"] == 0
    assert set(AuditEvent.objects.values_list("act", flat=True)) >= {"campaign.list", "campaign.unlist"}
