"""When the phase opens that hands outputs out, workers have them packed; nobody needs to ask."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest

from bakeoff_site.campaigns.models import Campaign, Team
from bakeoff_site.campaigns.services.teams import withdraw_team
from bakeoff_site.combination.models import PackedRun
from bakeoff_site.combination.services import ask_for_first_packs
from bakeoff_site.datasets.models import DataFile
from bakeoff_site.jobs.execution import work_off
from bakeoff_site.jobs.models import Job
from bakeoff_site.jobs.periodic import PeriodicTasks
from tests.site.combination.conftest import Submit
from tests.site.conftest import Clock
from tests.site.outbox import mailed


def packs() -> list[tuple[str, int, int]]:
    """Test set, version and number of runs of each pack in force."""
    files = DataFile.objects.filter(kind="outputs", replaced_at=None).order_by("test_set")
    return [(file.test_set, file.version, file.packed_runs.count()) for file in files]


def test_packs_are_made_when_the_phase_opens_and_once(
    campaign: Campaign, teams: list[Team], submit: Submit, clock: Clock
) -> None:
    for team in teams:
        submit(team)
    submit(teams[0], test_set="older")
    clock.move_into(campaign, "combination")
    opens = clock.now - timedelta(hours=1)
    clock.move_to(opens - timedelta(minutes=1))
    periodic = PeriodicTasks()
    periodic.run_due(clock.now)
    assert not Job.objects.exists()
    clock.move_to(opens)
    periodic.run_due(clock.now)
    periodic.run_due(clock.now)
    assert Job.objects.count() == 2
    work_off("test")
    assert packs() == [("current", 1, 3), ("older", 1, 1)]
    clock.move_on(timedelta(days=1))
    periodic.run_due(clock.now)
    assert work_off("test") == 0
    assert packs() == [("current", 1, 3), ("older", 1, 1)]
    mailed().clear()


def test_two_workers_at_once_ask_for_one(campaign: Campaign, teams: list[Team], submit: Submit, clock: Clock) -> None:
    submit(teams[0])
    clock.move_into(campaign, "combination")
    assert ask_for_first_packs(clock.now) == 1
    assert ask_for_first_packs(clock.now) == 0
    assert Job.objects.count() == 1


def test_a_worker_that_is_killed_leaves_no_half_of_a_pack(
    campaign: Campaign, teams: list[Team], submit: Submit, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    class KilledError(BaseException):
        pass

    def killed(*_: Any, **__: Any) -> None:
        raise KilledError

    submit(teams[0])
    clock.move_into(campaign, "combination")
    ask_for_first_packs(clock.now)
    with monkeypatch.context() as patch:
        patch.setattr(PackedRun.objects, "bulk_create", killed)
        with pytest.raises(KilledError):
            work_off("test")
    assert packs() == []
    assert ask_for_first_packs(clock.now) == 0  # the job is still its worker's
    clock.move_on(timedelta(minutes=2))
    assert work_off("test") == 1
    assert packs() == [("current", 1, 1)]


def test_what_failed_is_for_organisers_to_ask_for(
    campaign: Campaign, teams: list[Team], submit: Submit, clock: Clock
) -> None:
    submit(teams[0])
    clock.move_into(campaign, "combination")
    ask_for_first_packs(clock.now)
    Job.objects.update(state="failed", error="out of ink")
    assert ask_for_first_packs(clock.now) == 0


def test_a_pack_that_was_taken_away_is_not_a_first_one(
    campaign: Campaign, teams: list[Team], submit: Submit, clock: Clock, organiser: Any
) -> None:
    submit(teams[0])
    clock.move_into(campaign, "combination")
    ask_for_first_packs(clock.now)
    work_off("test")
    withdraw_team(teams[0], by=organiser, reason="left")
    work_off("test")
    assert packs() == []
    submit(teams[1])
    assert ask_for_first_packs(clock.now) == 0


def test_where_nobody_consented_nothing_is_packed(
    campaign: Campaign, teams: list[Team], submit: Submit, clock: Clock
) -> None:
    submit(teams[3])
    clock.move_into(campaign, "combination")
    assert ask_for_first_packs(clock.now) == 0
