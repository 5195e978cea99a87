"""The form that a campaign is planned with: it starts as its model has it, and turns into a plan."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from datetime import date
from functools import cached_property

from django import forms
from django.http import QueryDict

from bakeoff.errors import BakeoffError
from bakeoff.rulebook.drafts.defaults import day_of_text, default_plan, first_phase, move_plan
from bakeoff.rulebook.drafts.language_pairs import new_pair
from bakeoff.rulebook.drafts.models import CampaignModel
from bakeoff.rulebook.drafts.plans import CampaignPlan, PlannedPair, PlannedTestSet, PlanProblem
from bakeoff.rulebook.drafts.test_sets import new_set_name
from bakeoff.rulebook.files.creation import id_from
from bakeoff_site.campaigns.forms.plan_rows import (
    AboutForm,
    ConditionsForm,
    Data,
    HumanForm,
    NewPairForm,
    PairForm,
    PhaseForm,
    ScheduleForm,
    ScoringForm,
    TestSetForm,
)

_MOST_ROWS = 200
"""Language pairs, or test sets: more are written into the rulebook itself."""
_NEW_SET = "New test set"


class PlanForm:
    """All parts of the form. `plan` are the choices of a valid one; `add_problems` says what is wrong with them.

    `anchor` is the phase whose first day moves all dates.
    """

    def __init__(
        self, model: CampaignModel, plan: CampaignPlan, data: QueryDict | None = None, *, anchor: str = ""
    ) -> None:
        self.model = model
        rules = model.rulebook
        pairs, sets = _rows(model, plan, data)
        self.about = AboutForm(data, initial={key: getattr(plan, key) for key in AboutForm.base_fields})
        self.schedule = ScheduleForm(rules.phases, data, initial=_initial_schedule(plan, anchor or first_phase(plan)))
        ordered = sorted(plan.phases.items(), key=lambda item: item[1].start)
        self.phases = [PhaseForm(rules.phases[name], each, data) for name, each in ordered]
        self.pairs = [PairForm(model, pair, data) for pair in pairs]
        self.new_pair = NewPairForm(data)
        chosen = {test_set.id for test_set in plan.test_sets}
        self.test_sets = [TestSetForm(model, each, pairs, data, kept=each.id in chosen) for each in sets]
        self.scoring = ScoringForm(model, plan, data)
        self.conditions = ConditionsForm(model, plan, data)
        self.human = [HumanForm(human, plan, data) for human in rules.human.values()]

    @property
    def has_several_tracks(self) -> bool:
        return len(self.model.rulebook.tracks) > 1

    @property
    def parts(self) -> Iterator[forms.Form]:
        yield from (self.about, self.schedule, *self.phases, *self.pairs, self.new_pair, *self.test_sets)
        yield from (self.scoring, self.conditions, *self.human)

    def is_valid(self) -> bool:
        return all(part.is_valid() for part in self.parts)

    @property
    def mistakes(self) -> list[tuple[str, str]]:
        """Everything that is wrong, with the address of its place on the page."""
        return [
            (f"#{part.prefix or part[name].auto_id}", str(error))
            for part in self.parts
            for name, errors in part.errors.items()
            for error in errors
        ]

    @property
    def chosen_conditions(self) -> list[str]:
        return list(self.conditions["conditions"].value() or ())

    @cached_property
    def plan(self) -> CampaignPlan:
        """The choices of a valid form, with all dates moved where another first day was chosen."""
        about, schedule, scoring = self.about.cleaned_data, self.schedule.cleaned_data, self.scoring.cleaned_data
        plan = CampaignPlan(
            id=about["id"].strip() or id_from(about["title"]).lower()[:80],
            title=about["title"],
            description=about["description"],
            organiser=about["organiser"],
            contact=about["contact"],
            timezone=schedule["timezone"],
            phases={part.phase.id: part.planned for part in self.phases},
            days_moved=schedule["days_moved"] or 0,
            language_pairs=tuple(part.planned for part in self.pairs),
            test_sets=tuple(self._planned_sets.values()),
            metrics=tuple(scoring["metrics"]),
            outside=tuple(scoring["outside"]),
            official_metric=scoring["official_metric"] or None,
            conditions=tuple(self.conditions.cleaned_data["conditions"]),
            human={part.human.id: part.cleaned_data["judges"] for part in self.human if part.cleaned_data["kept"]},
        )
        return move_plan(plan, phase=schedule["phase"], start=schedule["start"]) if self.schedule.is_moved else plan

    @cached_property
    def _planned_sets(self) -> dict[str, PlannedTestSet]:
        """The test sets by their rows. New ones are called by their titles in the rulebook."""
        planned: dict[str, PlannedTestSet] = {}
        taken = set(self.model.rulebook.test_sets)
        for part in self.test_sets:
            if part.cleaned_data["kept"]:
                name = part.planned_set.id
                if part.is_new:
                    name = new_set_name(part.cleaned_data["title"] or name, present=taken)
                    taken.add(name)
                planned[part.planned_set.id] = replace(part.planned, id=name)
        return planned

    def with_typed_pair(self) -> CampaignPlan | None:
        """The plan with the language pair that was typed, if one was; None where something is wrong with it."""
        if not self.new_pair.is_filled:
            return self.plan
        typed = self.new_pair.cleaned_data
        try:
            added = new_pair(self.model, typed["source"], typed["target"], present=self.plan.language_pairs)
        except BakeoffError as error:
            self.new_pair.add_error("source", str(error))
            return None
        return replace(self.plan, language_pairs=(*self.plan.language_pairs, added))

    def with_new_set(self, plan: CampaignPlan) -> CampaignPlan:
        """A plan with one more test set, to be filled in."""
        present = {*self.model.rulebook.test_sets, *(each.id for each in plan.test_sets)}
        added = PlannedTestSet(id=new_set_name(_NEW_SET, present=present), title="", role="current")
        return replace(plan, test_sets=(*plan.test_sets, added))

    def add_problems(self, problems: Iterable[PlanProblem]) -> None:
        """Shows each problem where it can be corrected."""
        rows: dict[str, dict[str, tuple[forms.Form, str]]] = {
            "phases": {part.phase.id: (part, "start_day") for part in self.phases},
            "language_pairs": {part.pair.id: (part, "tracks") for part in self.pairs},
            "test_sets": {
                self._planned_sets[part.planned_set.id].id: (part, "title")
                for part in self.test_sets
                if part.planned_set.id in self._planned_sets
            },
            "human": {part.human.id: (part, "judges") for part in self.human},
        }
        fields: dict[str, tuple[forms.Form, str]] = {
            **{name: (self.about, name) for name in AboutForm.base_fields},
            "timezone": (self.schedule, "timezone"),
            "phases": (self.schedule, "start"),
            "language_pairs": (self.new_pair, "source"),
            "test_sets": next(((part, "kept") for part in self.test_sets), (self.about, "title")),
            "metrics": (self.scoring, "metrics"),
            "official_metric": (self.scoring, "official_metric"),
            "conditions": (self.conditions, "conditions"),
            "human": next(((part, "judges") for part in self.human), (self.about, "title")),
        }
        for problem in problems:
            part, name = rows.get(problem.field, {}).get(problem.row) or fields[problem.field]
            part.add_error(name, problem.sentence)


def first_plan(model: CampaignModel, *, organiser: str, contact: str, today: date) -> CampaignPlan:
    """What the form starts with: the model as it is, from today on."""
    plan = default_plan(model, organiser=organiser, contact=contact)
    phase = first_phase(plan)
    return move_plan(plan, phase=phase, start=today) if phase else plan


def _initial_schedule(plan: CampaignPlan, anchor: str) -> dict[str, object]:
    start = str(day_of_text(plan.phases[anchor].start)) if anchor else ""
    return {
        "phase": anchor,
        "start": start,
        "moved_to": start,
        "days_moved": plan.days_moved,
        "timezone": plan.timezone,
    }


def _rows(
    model: CampaignModel, plan: CampaignPlan, data: QueryDict | None
) -> tuple[list[PlannedPair], list[PlannedTestSet]]:
    """The rows of pairs and test sets: those of the model, and those that were added to the form."""
    pairs, sets = {pair.id: pair for pair in plan.language_pairs}, {each.id: each for each in plan.test_sets}
    for test_set in default_plan(model).test_sets:
        sets.setdefault(test_set.id, test_set)
    if data is not None:
        for name in data.getlist("pair")[:_MOST_ROWS]:
            pairs.setdefault(name, _sent_pair(name, data))
        for name in data.getlist("set")[:_MOST_ROWS]:
            sets.setdefault(name, PlannedTestSet(id=name, title="", role="current"))
    order = list(model.rulebook.test_sets)
    return list(pairs.values()), sorted(
        sets.values(), key=lambda each: order.index(each.id) if each.id in order else len(order)
    )


def _sent_pair(name: str, data: Data) -> PlannedPair:
    sent = data or {}
    return PlannedPair(
        id=name, source=sent.get(f"pair-{name}-source", ""), target=sent.get(f"pair-{name}-target", ""), tracks=()
    )
