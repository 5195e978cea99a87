"""What people judged, as values: the numbers of human boards, without names of judges."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from bakeoff_site.campaigns.models import Campaign
from bakeoff_site.publication.selectors import campaign_results
from tests.site.conftest import Clock
from tests.site.judging.world import judged_campaign, planned_task
from tests.site.people import person
from tests.site.publication.same_numbers import same_as_the_pages
from tests.site.results.test_human_boards import CLOSED, JUDGING, OPEN, RELEASING, RESULTS, judge_all


@pytest.fixture(autouse=True)
def store(settings: Any, tmp_path: Path) -> None:
    """Files are kept in the test's own folder."""
    settings.DATA_FOLDER = tmp_path


@pytest.fixture
def judged(db: None, clock: Clock) -> Campaign:
    """Two judges have ranked all outputs."""
    campaign = judged_campaign(RELEASING)
    clock.move_to(JUDGING)
    judge_all(planned_task(campaign, "ranking", by=person("Olga Organiser"), opening="phase"))
    return campaign


def test_human_boards_are_those_of_the_pages(judged: Campaign, clock: Clock) -> None:
    clock.move_to(RESULTS)
    results = same_as_the_pages(judged)
    assert {(each.evaluation, each.protocol, each.language_pair) for each in results.human} == {
        ("ranking", "ranking", "en-ar"),
        ("ranking", "ranking", "en-zh"),
    }
    for each in results.human:
        runs = {name: results.runs[system.run][1].name for name, system in each.systems.items()}
        assert all(name == run for name, run in runs.items())
        assert each.result.judges == ()  # judgments are released a month later
        assert each.rules["shown"] == 3


def test_judges_are_pseudonyms(judged: Campaign, clock: Clock) -> None:
    clock.move_to(OPEN)
    for each in campaign_results(judged, audience="public").human:
        assert len(each.result.judges) == 2
        text = repr(each.result.judges)
        assert not any(word in text for word in ("Ann", "Able", "Ben", "Best", "@"))


def test_what_is_still_judged_is_left_out_for_everybody(judged: Campaign, clock: Clock) -> None:
    assert campaign_results(judged).human == ()
    clock.move_to(CLOSED)
    assert len(campaign_results(judged).human) == 2
    assert campaign_results(judged, audience="participants").human == ()
    assert campaign_results(judged, audience="public").human == ()
