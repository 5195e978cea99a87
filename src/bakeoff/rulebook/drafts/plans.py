"""What an organiser chooses for a new campaign, as values."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from bakeoff.rulebook.schema import TestSetRole
from bakeoff.text.languages import language_name

PlanField = Literal[
    "id",
    "title",
    "description",
    "organiser",
    "contact",
    "timezone",
    "phases",
    "language_pairs",
    "test_sets",
    "metrics",
    "official_metric",
    "conditions",
    "human",
]


@dataclass(frozen=True, slots=True)
class PlannedPhase:
    """When a phase is, as rulebooks write it: a day or a time; no end where it lasts for ever."""

    start: str
    end: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class PlannedPair:
    """A language pair and the tracks that it is offered in; without a target, a language that is transcribed."""

    id: str
    """Its name in the rulebook."""
    source: str
    target: str
    tracks: tuple[str, ...]
    """Without any, it is left out."""

    @property
    def label(self) -> str:
        """Its languages by their names."""
        source = language_name(self.source)
        return f"{source}–{language_name(self.target)}" if self.target else source


@dataclass(frozen=True, slots=True, kw_only=True)
class PlannedTestSet:
    """A test set. What else the model says about it stays."""

    id: str
    """Its name in the rulebook."""
    title: str
    role: TestSetRole
    tracks: tuple[str, ...] = ()
    """Tracks that it belongs to; none named: all."""
    language_pairs: tuple[str, ...] = ()
    """Its language pairs; none named: all of its tracks."""
    references: int = 1
    size: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class CampaignPlan:
    """All choices. `default_plan` makes them as the model has them."""

    id: str
    title: str
    description: str
    organiser: str
    contact: str
    timezone: str
    phases: Mapping[str, PlannedPhase]
    """By name, those that the model has."""
    days_moved: int = 0
    """By how many days the schedule was moved, for what follows it: cut-off days of training data."""
    language_pairs: tuple[PlannedPair, ...]
    test_sets: tuple[PlannedTestSet, ...]
    metrics: tuple[str, ...]
    outside: tuple[str, ...]
    """Scores that plug-ins or files give."""
    official_metric: str | None
    conditions: tuple[str, ...]
    """Those of the model that stay."""
    human: Mapping[str, int | None] = field(default_factory=dict)
    """Human evaluations of the model that stay, with the number of judges where it is fixed."""


@dataclass(frozen=True, slots=True)
class PlanProblem:
    """Why a plan makes no rulebook: the field, the row of it where it has several, and a sentence."""

    field: PlanField
    sentence: str
    row: str = ""
