"""The plan that changes nothing of a model but its dates and whose campaign it is."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from datetime import date, datetime
from typing import Any

from bakeoff.rulebook.drafts.models import CampaignModel
from bakeoff.rulebook.drafts.plans import CampaignPlan, PlannedPair, PlannedPhase, PlannedTestSet
from bakeoff.rulebook.files.dates import moved_day
from bakeoff.rulebook.schema import LanguagePair, Rulebook, TestSetRules

_WEEK = 7


def default_plan(
    model: CampaignModel, *, id: str = "", title: str = "", organiser: str = "", contact: str = ""
) -> CampaignPlan:
    """All choices as the model has them, without who ran it; its dates stay until `move_plan` moves them."""
    rules = model.rulebook
    return CampaignPlan(
        id=id,
        title=title,
        description=rules.campaign.description,
        organiser=organiser,
        contact=contact,
        timezone=rules.campaign.timezone,
        phases={name: _planned_phase(phase) for name, phase in model.content.get("phases", {}).items()},
        language_pairs=tuple(_planned_pair(rules, pair) for pair in rules.language_pairs.values()),
        test_sets=tuple(map(_planned_set, rules.test_sets.values())),
        metrics=tuple(metric for metric in rules.evaluation.all_metrics if metric not in rules.evaluation.outside),
        outside=rules.evaluation.outside,
        official_metric=rules.evaluation.official_metric,
        conditions=tuple(rules.conditions),
        human={name: human.judge_count for name, human in rules.human.items()},
    )


def move_plan(plan: CampaignPlan, *, phase: str, start: date) -> CampaignPlan:
    """A plan with all phases moved by full weeks, so that weekdays stay.

    The named phase starts on that day, or on the first day after it that has the weekday of its present start.
    """
    days = -((day_of_text(plan.phases[phase].start) - start).days // _WEEK) * _WEEK
    moved = {name: _moved(planned, days) for name, planned in plan.phases.items()}
    return replace(plan, phases=moved, days_moved=plan.days_moved + days)


def first_phase(plan: CampaignPlan) -> str:
    """The phase that starts first, of several the first of the rulebook; empty without phases."""
    return min(plan.phases, key=lambda name: day_of_text(plan.phases[name].start), default="")


def day_of_text(moment: str) -> date:
    """The day of a day or a time as rulebooks write it."""
    return datetime.fromisoformat(moment).date()


def _moved(phase: PlannedPhase, days: int) -> PlannedPhase:
    return PlannedPhase(str(moved_day(phase.start, days)), str(moved_day(phase.end, days)) if phase.end else "")


def _planned_phase(phase: Mapping[str, Any]) -> PlannedPhase:
    return PlannedPhase(_text(phase["start"]), _text(phase.get("end", "")))


def _text(moment: date | str) -> str:
    return moment if isinstance(moment, str) else moment.isoformat()


def _planned_pair(rules: Rulebook, pair: LanguagePair) -> PlannedPair:
    tracks = tuple(track.id for track in rules.tracks.values() if pair.id in track.all_pairs)
    return PlannedPair(id=pair.id, source=pair.source, target=pair.target or "", tracks=tracks)


def _planned_set(test_set: TestSetRules) -> PlannedTestSet:
    return PlannedTestSet(
        id=test_set.id,
        title=test_set.label,
        role=test_set.role,
        tracks=test_set.tracks,
        language_pairs=test_set.language_pairs,
        references=test_set.references,
        size=test_set.size,
    )
