"""New campaigns in the manner of a model: what is chosen, all but the title and the date optional."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from typing import Any

from bakeoff.rulebook.drafts.defaults import default_plan, first_phase, move_plan
from bakeoff.rulebook.drafts.language_pairs import new_pair
from bakeoff.rulebook.drafts.models import CampaignModel
from bakeoff.rulebook.drafts.plans import CampaignPlan, PlannedPair, PlannedPhase, PlannedTestSet
from bakeoff.rulebook.drafts.rulebooks import draft_rulebook
from bakeoff.rulebook.drafts.test_sets import new_set_name
from bakeoff.rulebook.schema import TestSetRole
from bakeoff_site.api.errors import NotValidError
from bakeoff_site.api.schemas.shared import Body
from bakeoff_site.core.finding_codes import FIELD
from bakeoff_site.core.names import PlainName


class PhaseIn(Body):
    """A day such as 2027-02-01, or a time such as 2027-02-01T18:00, in the time zone of the campaign."""

    start: str
    end: str = ""


class PairIn(Body):
    """A language pair by the codes or English names of its languages."""

    source: str
    target: str
    tracks: list[str] | None = None
    """Null: all tracks that start from the source."""


class NewTestSet(Body):
    title: PlainName
    role: TestSetRole
    language_pairs: tuple[str, ...] = ()
    """None named: all of its tracks."""
    tracks: tuple[str, ...] = ()
    """None named: all."""
    references: int = 1
    size: str = ""


class PlanIn(Body):
    """What is left out, or null, is as in the model."""

    id: str
    title: PlainName
    start: date
    """The first phase, or `phase`, starts on this day, or on the first day after it that has the same weekday as in the
    model. All other dates move with it."""
    confirm_past: bool = False
    """Whether it is meant that phases are in the past."""
    phase: str | None = None
    phases: dict[str, PhaseIn] | None = None
    """Single phases that have other dates."""
    timezone: str | None = None
    description: str | None = None
    organiser: str = ""
    contact: str = ""
    language_pairs: list[str | PairIn] | None = None
    """Pairs of the model by their ids, and new ones."""
    test_sets: list[str | NewTestSet] | None = None
    """Test sets of the model by their ids, and new ones."""
    metrics: list[str] | None = None
    outside: list[str] | None = None
    """Scores of the model that plug-ins or files give."""
    official_metric: str | None = None
    """Empty: people decide."""
    conditions: list[str] | None = None
    human: dict[str, int | None] | None = None
    """Human evaluations of the model by their ids, with the number of judges where it is fixed."""


class DuplicateIn(PlanIn):
    copy_people: bool = False
    """Whether organisers, judges and observers have the same roles in the new campaign."""
    copy_files: bool = False
    """Whether files are copied that the new campaign has a place for."""


def drafted_text(model: CampaignModel, body: PlanIn) -> str:
    """The rulebook of a plan; what is wrong with it is a `NotValidError` that names the fields."""
    drafted = draft_rulebook(model, _plan(model, body))
    if drafted.problems:
        findings = [
            FIELD.finding(found=problem.row or "the plan", expected=f"{problem.field}: {problem.sentence}")
            for problem in drafted.problems
        ]
        raise NotValidError("The plan makes no rulebook.", findings)
    return drafted.text


def _plan(model: CampaignModel, body: PlanIn) -> CampaignPlan:
    plan = default_plan(model, id=body.id, title=body.title, organiser=body.organiser, contact=body.contact)
    anchor = body.phase or first_phase(plan)
    if anchor not in plan.phases:
        raise _unknown("phase", anchor, plan.phases)
    plan = move_plan(plan, phase=anchor, start=body.start)
    changes: dict[str, Any] = {
        "phases": {
            **plan.phases,
            **{name: PlannedPhase(each.start, each.end) for name, each in (body.phases or {}).items()},
        },
        "language_pairs": _pairs(model, plan, body),
        "test_sets": _test_sets(plan, body),
    }
    for name in ("timezone", "description", "human"):
        if (value := getattr(body, name)) is not None:
            changes[name] = value
    for name in ("metrics", "outside", "conditions"):
        if (value := getattr(body, name)) is not None:
            changes[name] = tuple(value)
    if body.official_metric is not None:
        changes["official_metric"] = body.official_metric or None
    return replace(plan, **changes)


def _pairs(model: CampaignModel, plan: CampaignPlan, body: PlanIn) -> tuple[PlannedPair, ...]:
    if body.language_pairs is None:
        return plan.language_pairs
    known = {pair.id: pair for pair in plan.language_pairs}
    pairs: list[PlannedPair] = []
    for given in body.language_pairs:
        if isinstance(given, str):
            if given not in known:
                raise _unknown("language_pairs", given, known)
            pairs.append(known[given])
        else:
            added = new_pair(model, given.source, given.target, present=(*plan.language_pairs, *pairs))
            pairs.append(added if given.tracks is None else replace(added, tracks=tuple(given.tracks)))
    return tuple(pairs)


def _test_sets(plan: CampaignPlan, body: PlanIn) -> tuple[PlannedTestSet, ...]:
    if body.test_sets is None:
        return plan.test_sets
    known = {each.id: each for each in plan.test_sets}
    sets: list[PlannedTestSet] = []
    for given in body.test_sets:
        if isinstance(given, str):
            if given not in known:
                raise _unknown("test_sets", given, known)
            sets.append(known[given])
        else:
            added = PlannedTestSet(
                id=new_set_name(given.title, present={*known, *(each.id for each in sets)}),
                title=given.title,
                role=given.role,
                tracks=tuple(given.tracks),
                language_pairs=tuple(given.language_pairs),
                references=given.references,
                size=given.size,
            )
            sets.append(added)
    return tuple(sets)


def _unknown(field: str, found: str, known: Any) -> NotValidError:
    expected = f"{field}: one of the model: {', '.join(known) or 'it has none'}"
    return NotValidError("The plan makes no rulebook.", [FIELD.finding(found=found, expected=expected)])
