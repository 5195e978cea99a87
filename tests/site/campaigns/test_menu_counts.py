"""Numbers in the side menu of organisers."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from bakeoff_site.campaigns.choices import MembershipRole
from bakeoff_site.campaigns.models import Campaign, Membership, Team
from bakeoff_site.campaigns.selectors.menu_counts import MenuCounts, menu_counts
from tests.site.people import person
from tests.site.scoring.world import put_run, small_campaign

pytestmark = pytest.mark.django_db


@pytest.fixture
def campaign(settings: pytest.FixtureRequest, tmp_path: object) -> Campaign:
    settings.DATA_FOLDER = tmp_path  # type: ignore[attr-defined]
    return small_campaign()


def test_each_kind_is_counted_apart_in_one_query(campaign: Campaign) -> None:
    assert menu_counts(campaign) == MenuCounts(teams=0, submissions=0, judging_tasks=0)
    teams = [Team.objects.create(campaign=campaign, name=name, code=name.upper()) for name in ("one", "two", "gone")]
    Team.objects.filter(pk=teams[2].pk).update(withdrawn_at=timezone.now())
    by = person("Sue Submitter")
    for number in range(3):
        put_run(campaign, b"text", by=by, name=f"run{number}", team=teams[0])
    with CaptureQueriesContext(connection) as queries:
        assert menu_counts(campaign) == MenuCounts(teams=2, submissions=3, judging_tasks=0)
    assert len(queries) == 1


def test_the_menu_shows_what_there_is(campaign: Campaign) -> None:
    organiser = person("Olga Organiser")
    Membership.objects.create(campaign=campaign, user=organiser, role=MembershipRole.ORGANISER)
    Team.objects.create(campaign=campaign, name="one", code="ONE")
    client = Client()
    client.force_login(organiser)
    shown = client.get(reverse("campaigns:teams", args=[campaign.slug])).content.decode()
    assert 'Teams <span class="count">1</span>' in shown
    assert "Submissions</a>" in shown  # nothing to count
