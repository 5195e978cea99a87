"""The organiser's dashboard by the API: what the page tells."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from bakeoff.client import Granted, TeamRef
from bakeoff_site.accounts.models import User
from bakeoff_site.campaigns.models import Campaign, Extension, Signature, Team
from bakeoff_site.core.storage import disk_space
from bakeoff_site.core.storage.disk_space import Space
from bakeoff_site.submissions.services import receive_submission
from tests.site.api.conftest import as_, error_of, speaking
from tests.site.conftest import Clock

PAGE = "/campaigns/openmt/dashboard"


@pytest.fixture
def busy(team: Team, owner: User, rival: User, withdrawn: User, organiser: User, clock: Clock) -> Team:
    """A team that submitted and has more time, another one, and one that has withdrawn."""
    clock.move_into(team.campaign, "evaluation")
    agreement = next(iter(team.campaign.rules.registration.agreements))
    Signature.objects.create(team=team, agreement=agreement, signed_by=owner)
    for phase, until in (("evaluation", clock.now + timedelta(days=9)), ("dry-run", clock.now - timedelta(days=1))):
        Extension.objects.create(team=team, phase=phase, until=until, reason="a flood", granted_by=organiser)
    receive_submission(team, name="a.tgz", chunks=[b"a"], by=owner)
    return team


def test_it_tells_what_the_page_shows(busy: Team, organiser: User, clock: Clock, client: Any) -> None:
    told = as_(organiser, "read").get(PAGE).json()
    assert (told["teams"], told["withdrawn"], told["without_code"]) == (2, 1, 0)
    assert told["submissions"] == {"received": 1, "valid": 0, "invalid": 0, "withdrawn": 0, "late": 0}
    assert told["jobs"] == {"queued": 1, "running": 0, "failed": 0}
    label = next(iter(busy.campaign.rules.registration.agreements.values())).label
    assert {"title": label, "number": 1, "of": 2} in told["agreements"]
    assert {"title": "Arabic–English", "number": 1, "of": 2} in told["language_pairs"]
    assert [phase["phase"] for phase in told["open"]] == ["evaluation", "descriptions"]
    assert told["next"][0]["phase"] == "evaluation"
    assert [(row["team"]["name"], row["phase"], row["reason"]) for row in told["extensions"]] == [
        (busy.name, "evaluation", "a flood")
    ]
    missing = {row["name"]: [step["step"] for step in row["missing"]] for row in told["incomplete"]}
    assert "sign" in " ".join(missing["Rivals"])
    assert "submission.receive" in {act["act"] for act in told["recent"]}
    client.force_login(organiser)
    page = client.get("/campaigns/openmt/organise/").content.decode()
    for title in [*(count["title"] for count in told["steps"]), busy.name, told["open"][0]["title"]]:
        assert title in page
    assert page.count(f"{busy.name}</a>: {busy.campaign.rules.phases['evaluation'].label} until") == 1


def test_programs_read_it_as_values(busy: Team, organiser: User, clock: Clock) -> None:
    dashboard = speaking(organiser, "organise").dashboard("openmt")
    assert dashboard.extensions == (
        Granted(
            team=TeamRef(id=busy.pk, name=busy.name, code=busy.code),
            phase="evaluation",
            title=busy.campaign.rules.phases["evaluation"].label,
            until=(clock.now + timedelta(days=9)).replace(tzinfo=UTC),
            reason="a flood",
        ),
    )
    assert dashboard.next[0].when > datetime(2012, 4, 1, tzinfo=UTC)
    assert (dashboard.jobs.queued, dashboard.submissions.received) == (1, 1)


def test_a_disk_that_is_nearly_full_is_told(
    organiser: User, campaign: Campaign, client: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    client.force_login(organiser)
    for free, heading in ((2500, ""), (1500, "Soon packages"), (999, "are refused. Tell the administrators now")):
        monkeypatch.setattr("bakeoff_site.campaigns.selectors.dashboard.space", lambda free=free: Space(free, 1000))
        told = as_(organiser).get(PAGE).json()["disk"]
        assert told == {"free": free, "reserve": 1000, "is_short": free < 1000}
        page = client.get("/campaigns/openmt/organise/").content.decode()
        assert heading in page
        assert ("The disk of the server is nearly full" in page) == bool(heading)
    assert disk_space.space().reserve == 0


@pytest.mark.parametrize("rows", [1, 3])
def test_it_asks_the_database_the_same_for_many(
    rows: int, campaign: Campaign, organiser: User, django_assert_num_queries: Any, clock: Clock
) -> None:
    clock.move_into(campaign, "evaluation")
    for number in range(rows):
        team = Team.objects.create(campaign=campaign, name=f"Team {number}", code=f"T{number}")
        until = clock.now + timedelta(days=1)
        Extension.objects.create(team=team, phase="evaluation", until=until, reason="x", granted_by=organiser)
    asking = as_(organiser)
    asking.get("/me")
    with django_assert_num_queries(17):
        assert len(asking.get(PAGE).json()["extensions"]) == rows


@pytest.mark.parametrize("who", ["owner", "judge", "observer", "stranger"])
def test_it_is_for_organisers(who: str, team: Team, request: pytest.FixtureRequest) -> None:
    assert error_of(as_(request.getfixturevalue(who)).get(PAGE)) == (403, "forbidden")


def test_it_needs_a_token_of_a_scope(organiser: User) -> None:
    assert error_of(as_(None).get(PAGE)) == (401, "unauthenticated")
    assert error_of(as_(organiser, "submit").get(PAGE)) == (403, "scope")
