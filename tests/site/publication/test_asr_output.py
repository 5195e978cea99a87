"""ASR output that systems started from is among the results of a campaign, for those who may see it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from bakeoff_site.campaigns.models import Campaign
from bakeoff_site.jobs.execution import work_off
from bakeoff_site.publication.selectors import campaign_results
from bakeoff_site.submissions.models import Run
from tests.site.conftest import Clock, campaign_by
from tests.site.results.test_asr_output import NBEST, SAID, add
from tests.site.results.test_released_runs import campaign, released, runs

__all__ = ["campaign", "released", "runs"]


def test_released_runs_have_the_rates_of_their_boards(
    campaign: Campaign, released: dict[tuple[str, str], Run], clock: Clock
) -> None:
    found = {
        (each.place.system, each.place.test_set): each.word_error_rate
        for each in campaign_results(campaign).released_runs
    }
    assert found == {
        ("NICT", "slt-tst2011"): 10.0, ("MITLL", "slt-tst2011"): 20.0, ("UEDIN", "slt-tst2011"): 30.0,
        ("NICT", "slt-tst2012"): 20.0, ("MITLL", "slt-tst2012"): 30.0, ("UEDIN", "slt-tst2012"): 40.0,
    }  # fmt: skip
    clock.move_into(campaign, "mt")
    assert campaign_results(campaign, audience="participants").released_runs == ()
    clock.move_into(campaign, "workshop")
    assert len(campaign_results(campaign, audience="public").released_runs) == len(released)


@pytest.mark.django_db
def test_n_best_lists_are_seen_by_whoever_may_have_them_or_see_the_scores(
    settings: Any, tmp_path: Path, clock: Clock
) -> None:
    settings.DATA_FOLDER = tmp_path
    speech = campaign_by("iwslt2005", slug="iwslt")
    add(speech, SAID, "said.txt")
    add(speech, NBEST, "test.nbest", "n-best", label="ATR")
    work_off("w")

    def seen(phase: str, audience: Any) -> list[str]:
        clock.move_into(speech, phase)
        return [each.place.system for each in campaign_results(speech, audience=audience).inputs]

    assert seen("registration", "organisers") == ["ATR"]
    assert seen("registration", "participants") == []
    assert seen("evaluation", "participants") == ["ATR"]
    assert seen("evaluation", "public") == []
    assert seen("workshop", "public") == ["ATR"]
