"""Dates of a draft."""

from __future__ import annotations

from dataclasses import replace
from datetime import date, datetime

import pytest

from bakeoff.errors import BakeoffError
from bakeoff.rulebook.drafts.defaults import first_phase, move_plan
from bakeoff.rulebook.drafts.plans import PlannedPhase
from tests.rulebook.drafts.planning import plan_for, problems_of, rules_of


def test_one_date_moves_all_phases_by_full_weeks() -> None:
    plan = plan_for("wmt")
    moved = move_plan(plan, phase="evaluation", start=date(2028, 6, 21))
    assert moved.phases["evaluation"] == PlannedPhase("2028-06-23", "2028-06-30")  # the Friday after that Wednesday
    days = moved.days_moved - plan.days_moved
    assert days % 7 == 0
    distances = [
        (date.fromisoformat(moved.phases[name].start) - date.fromisoformat(plan.phases[name].start)).days
        for name in plan.phases
    ]
    assert distances == [days] * len(plan.phases)


def test_years_and_cut_off_days_follow() -> None:
    rules = rules_of("wmt", move_plan(plan_for("wmt"), phase="evaluation", start=date(2029, 6, 1)))
    assert rules.campaign.year == 2029
    assert rules.test_sets["test-suites"].set_id == "suites2029-{language_pair}"
    assert str(rules.off_limits["after-cut-off"].from_day) == "2029-02-04"
    assert rules.test_sets["dev"].year == 2025


def test_single_dates_can_differ_and_phases_need_no_end() -> None:
    plan = plan_for("openmt2012")
    phases = {
        **plan.phases,
        "registration": PlannedPhase("2027-02-05T09:00", "2027-03-01T17:30"),
        "descriptions": PlannedPhase("2027-07-12"),
    }
    rules = rules_of("openmt2012", replace(plan, phases=phases))
    assert rules.phases["registration"].start == datetime(2027, 2, 5, 9)
    assert rules.phases["registration"].end == datetime(2027, 3, 1, 17, 30)
    assert rules.phases["descriptions"].end is None
    assert rules.submission.fields["date"].year == 2027


@pytest.mark.parametrize(
    ("phase", "said"),
    [
        (PlannedPhase(""), "Write a day such as 2027-02-01"),
        (PlannedPhase("soon"), "Write a day such as 2027-02-01"),
        (PlannedPhase("2027-05-01", "2027-04-01"), "Expected a time after its start"),
        (PlannedPhase("2027-04-30", "9999-01-01"), "Write a day such as 2027-02-01"),
    ],
)
def test_what_is_wrong_with_a_date_is_said_in_its_row(phase: PlannedPhase, said: str) -> None:
    plan = plan_for("wmt")
    [problem] = problems_of("wmt", replace(plan, phases={**plan.phases, "evaluation": phase}))
    assert (problem.field, problem.row) == ("phases", "evaluation")
    assert problem.sentence.startswith(said)


def test_the_first_phase_is_the_one_that_starts_first() -> None:
    assert first_phase(plan_for("openmt2012")) == "registration"
    assert first_phase(replace(plan_for("wmt"), phases={})) == ""


def test_dates_beyond_the_calendar_are_refused() -> None:
    with pytest.raises(BakeoffError, match="years have four digits"):
        move_plan(plan_for("wmt"), phase="evaluation", start=date(9999, 12, 1))
