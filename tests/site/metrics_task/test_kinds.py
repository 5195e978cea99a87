"""Human evaluations against each other: on the page of metrics tasks and through the API."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from bakeoff_site.accounts.models import User
from bakeoff_site.campaigns.choices import MembershipRole
from bakeoff_site.campaigns.models import Campaign, Membership
from bakeoff_site.judging.choices import Opening
from bakeoff_site.judging.models import Task
from tests.site.api.conftest import as_, speaking
from tests.site.conftest import Clock
from tests.site.judging.world import judge_everything, make_judge, planned_task
from tests.site.metrics_task.world import judge_systems, metric_team, release
from tests.site.people import person

ADDRESS = "/campaigns/small/kinds-of-judgment"
OVERVIEW = reverse("metrics_task:overview", args=["small"])
TITLE = "Kinds of human judgment: how far they rank systems alike"


@pytest.fixture
def judged(campaign: Campaign, organiser: User, clock: Clock) -> Campaign:
    """Graded and compared; the last judge compares on."""
    clock.move_into(campaign, "judging")
    judge_systems(campaign, now=clock.now, by=organiser)
    judge = make_judge(planned_task(campaign, "pairs", by=organiser), "Pat Judge", now=clock.now)
    judge_everything([judge], now=clock.now)
    return campaign


def seen_by(user: User | None) -> tuple[bool, int]:
    """Whether the page shows correlations, and how many the API has."""
    client = Client()
    if user is not None:
        client.force_login(user)
    page = client.get(OVERVIEW).content.decode()
    return TITLE in page, len(as_(user).get(ADDRESS).json()["correlations"])


def test_kinds_are_for_organisers_until_both_are_released(
    judged: Campaign, organiser: User, administrator: User, clock: Clock
) -> None:
    observer = person("Una Observer")
    Membership.objects.create(campaign=judged, user=observer, role=MembershipRole.OBSERVER)
    others = [None, person("Stan Stranger"), metric_team(judged, "Lamp Lab")[1], observer]
    chiefs = [organiser, administrator]
    for user in (*others, *chiefs):  # systems have no names while they are judged
        assert seen_by(user) == (False, 0)
    Task.objects.update(opening=Opening.CLOSED)
    for user in others:
        assert seen_by(user) == (False, 0)
    for user in chiefs:
        assert seen_by(user) == (True, 1)
    release(judged, clock)
    for user in (*others, *chiefs):
        assert seen_by(user) == (True, 1)


def test_figures_are_those_of_the_rankings(judged: Campaign, client: Client, clock: Clock) -> None:
    """By comparisons ALPHA is best and the others are tied; by grades they are 92, 71, 48 and 20 apart."""
    release(judged, clock)
    known = {"spearman": 0.6**0.5, "kendall": 0.5**0.5, "pearson": 34.25 / (2868.75 * 0.75) ** 0.5}
    stranger = speaking(person("Stan Stranger"))
    for coefficient, value in known.items():
        found = stranger.kind_correlations("small", coefficient=coefficient)
        [row] = found.correlations
        assert {row.a, row.b} == {"scores", "pairs"}
        assert (found.coefficient, row.language_pair, row.test_set) == (coefficient, "en-zh", "news")
        assert set(row.systems) == {"ALPHA", "BRAVO", "CLARA", "DELTA"}
        assert row.value == pytest.approx(value)
    page = client.get(OVERVIEW, {"coefficient": "kendall"}).content.decode()
    assert '<option value="kendall" selected>' in page
    assert client.get(OVERVIEW, {"coefficient": "unknown"}).status_code == 200
    assert as_(None).get(f"{ADDRESS}?coefficient=unknown").status_code == 422


def test_what_is_still_judged_is_named_and_left_out(
    judged: Campaign, organiser: User, client: Client, clock: Clock
) -> None:
    judge_everything(
        [make_judge(planned_task(judged, "fluency", by=organiser), "Flo Judge", now=clock.now)], now=clock.now
    )
    Task.objects.exclude(evaluations__code="fluency").update(opening=Opening.CLOSED)
    client.force_login(organiser)
    page = client.get(OVERVIEW).content.decode()
    assert TITLE in page
    assert "because judging is still open: Fluency." in page
    assert "Only organisers see all of this." in page
