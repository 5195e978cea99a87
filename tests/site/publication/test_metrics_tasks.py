"""Metrics tasks as values: what workers have stored for the pages, with the scores behind it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from bakeoff.reports import metrics_json
from bakeoff_site.metrics_task.models import MetricsResult
from bakeoff_site.publication.selectors import campaign_results
from tests.site.conftest import Clock
from tests.site.metrics_task.world import (
    EVALUATION,
    PAIR,
    SET,
    TRACK,
    compare,
    judge_systems,
    open_metrics_task,
    organiser_of,
    pack,
    release,
)


@pytest.fixture(autouse=True)
def store(settings: Any, tmp_path: Path) -> None:
    """Files are kept in the test's own folder."""
    settings.DATA_FOLDER = tmp_path / "data"


def test_metrics_agree_with_people_as_the_page_says(db: None, clock: Clock) -> None:
    campaign = open_metrics_task()
    clock.move_into(campaign, "metrics")
    pack(campaign)
    clock.move_into(campaign, "judging")
    judge_systems(campaign, now=clock.now, by=organiser_of(campaign))
    assert campaign_results(campaign).metrics_tasks == ()  # still judged
    release(campaign, clock)
    compare(clock.now)
    [found] = campaign_results(campaign, audience="public").metrics_tasks
    assert (found.track, found.test_set, found.evaluation, found.teams) == (TRACK, SET, EVALUATION, {})
    assert {each.language_pair for each in found.result.sets} == {PAIR}
    content = MetricsResult.objects.get().content
    assert content is not None
    assert json.loads(json.dumps(metrics_json(found.result))) == content["figures"]
