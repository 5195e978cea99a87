"""What a report of `bakeoff report` says of versions: those whose numbers it has, and none where numbers changed."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from django.utils import timezone

from bakeoff.reports.campaign_results.numbers import numbers_digest, published_numbers
from bakeoff_site.accounts.models import User
from bakeoff_site.campaigns.models import Campaign
from bakeoff_site.core.caches import clear_caches
from bakeoff_site.publication.models import ResultsVersion
from bakeoff_site.publication.selectors import campaign_results
from bakeoff_site.publication.selectors.versions import publication_in_force
from bakeoff_site.scoring.models import RunScore
from bakeoff_site.submissions.models import Run
from tests.site.conftest import Clock


@pytest.fixture(autouse=True)
def store(settings: Any, tmp_path: Path) -> None:
    """Files are kept in the test's own folder."""
    settings.DATA_FOLDER = tmp_path


@pytest.fixture
def published(campaign: Campaign, runs: dict[str, Run], clock: Clock, organiser: User) -> Campaign:
    """The results of today are published for everybody."""
    del runs
    clock.move_into(campaign, "public")
    results = campaign_results(campaign, audience="public")
    now = timezone.now()
    ResultsVersion.objects.create(
        campaign=campaign,
        audience="public",
        number=1,
        stage="public",
        asked_by=organiser,
        asked_at=now,
        made_at=now,
        published_at=now,
        numbers_digest=numbers_digest(published_numbers(results)),
    )
    return campaign


def test_numbers_that_are_published_have_their_version(published: Campaign) -> None:
    now = timezone.now()
    results = campaign_results(published, audience="public")
    found = publication_in_force(published, results, audience="public", on=now)
    assert (found.stage, found.version, found.released_on) == ("public", 1, now.date())


def test_numbers_that_changed_since_have_none(published: Campaign) -> None:
    score = RunScore.objects.filter(value__isnull=False).order_by("pk")[0]
    RunScore.objects.filter(pk=score.pk).update(value=score.value / 2 if score.value else 1.0)
    clear_caches()
    results = campaign_results(published, audience="public")
    found = publication_in_force(published, results, audience="public", on=timezone.now())
    assert (found.stage, found.version) == ("public", 0)


def test_results_of_participants_are_preliminary(published: Campaign) -> None:
    results = campaign_results(published, audience="participants")
    found = publication_in_force(published, results, audience="participants", on=timezone.now())
    assert (found.stage, found.version) == ("preliminary", 0)
