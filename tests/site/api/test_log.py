"""The log of acts by the API."""

from __future__ import annotations

from typing import Any

import pytest

from bakeoff_site.accounts.models import User
from bakeoff_site.campaigns.models import Campaign, Team
from bakeoff_site.campaigns.services.teams import assign_team_code, withdraw_team
from bakeoff_site.core.audit import record
from tests.site.api.conftest import as_, error_of

LOG = "/campaigns/openmt/log"


@pytest.fixture
def done(team: Team, organiser: User) -> None:
    assign_team_code(team, "OTHER", by=organiser)
    withdraw_team(team, by=organiser, reason="no system")


@pytest.mark.usefixtures("done")
def test_acts_come_newest_first_with_their_details(organiser: User) -> None:
    shown = as_(organiser, "organise").get(LOG).json()["items"]
    assert [(row["act"], row["actor"], row["subject"]) for row in shown] == [
        ("team.withdraw", "Olga Organiser", "University of the Tests"),
        ("team.assign-code", "Olga Organiser", "University of the Tests"),
    ]
    assert shown[0]["details"] == {"reason": "no system"}


@pytest.mark.usefixtures("done")
@pytest.mark.parametrize(
    ("asked", "acts"),
    [
        ({"act": "team.withdraw"}, ["team.withdraw"]),
        ({"text": "university"}, ["team.withdraw", "team.assign-code"]),
        ({"text": "nobody"}, []),
        ({"act": "none"}, []),
        ({"limit": 1, "offset": 1}, ["team.assign-code"]),
    ],
)
def test_log_is_searched(asked: dict[str, object], acts: list[str], organiser: User) -> None:
    assert [row["act"] for row in as_(organiser).get(LOG, **asked).json()["items"]] == acts


@pytest.mark.parametrize("rows", [1, 3])
def test_log_asks_the_database_the_same_for_many(
    rows: int, campaign: Campaign, organiser: User, django_assert_num_queries: Any
) -> None:
    for number in range(rows):
        record("test.act", actor=organiser, campaign=campaign, subject=str(number))
    asking = as_(organiser)
    asking.get("/me")
    with django_assert_num_queries(6):
        assert asking.get(LOG).json()["count"] == rows


@pytest.mark.parametrize("who", ["owner", "judge", "observer", "stranger"])
def test_log_is_for_organisers(who: str, team: Team, request: pytest.FixtureRequest) -> None:
    assert error_of(as_(request.getfixturevalue(who)).get(LOG)) == (403, "forbidden")


def test_log_needs_a_token(campaign: Campaign) -> None:
    assert error_of(as_(None).get(LOG)) == (401, "unauthenticated")
