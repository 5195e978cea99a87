"""Screens and events as the dealer of the science knows them."""

from __future__ import annotations

import json
from functools import lru_cache
from typing import Any, NamedTuple, cast

from django.db.models import QuerySet, TextField
from django.db.models.functions import Cast

from bakeoff.data.judgments import Control
from bakeoff.human_eval.designs.design import Assignment
from bakeoff.human_eval.designs.screens.events import DealingEvent as Dealing
from bakeoff.human_eval.designs.screens.events import EventKind
from bakeoff_site.judging.models import DealingEvent, Screen


def assignment_of(screen: Screen) -> Assignment:
    """A stored screen as the dealer assigned it."""
    return Assignment(
        judge=f"judge{screen.judge_id}",
        position=screen.position,
        pool=screen.pool,
        segment=screen.segment,
        systems=tuple(screen.systems),
        control=cast(Control, screen.control),
        damaged=tuple(screen.damaged),
    )


class StoredEvent(NamedTuple):
    """The columns of an event and its screen that a dealer needs; rows would take several times as long to read.

    What is stored as JSON is text here: it is the same in many rows, and read once.
    """

    number: int
    pk: int
    kind: str
    judge: int | None
    comparisons: str
    evaluation: str | None
    screen: int | None
    position: int
    pool: int
    segment: int
    systems: str
    control: str
    damaged: str
    opening: str | None
    pools: str


def stored_events(rows: QuerySet[DealingEvent]) -> QuerySet[DealingEvent, tuple[Any, ...]]:
    """The columns of `StoredEvent`, in the order of the rows."""
    texts = {
        "comparisons_text": Cast("comparisons", TextField()),
        "systems_text": Cast("screen__systems", TextField()),
        "damaged_text": Cast("screen__damaged", TextField()),
        "pools_text": Cast("pools", TextField()),
    }
    columns = (
        "number",
        "pk",
        "kind",
        "judge",
        "comparisons_text",
        "screen__evaluation__code",
        "screen",
        "screen__position",
        "screen__pool",
        "screen__segment",
        "systems_text",
        "screen__control",
        "damaged_text",
        "evaluation__code",
        "pools_text",
    )
    return rows.annotate(**texts).values_list(*columns)


class StoredDealings:
    """Stored events, for a dealer to apply in their order; a screen is read once, until it is answered."""

    def __init__(self) -> None:
        self._held: dict[int, Assignment] = {}

    def dealing_of(self, event: StoredEvent) -> Dealing:
        """The next event."""
        kind = cast(EventKind, event.kind)
        if event.opening is not None:
            return Dealing(kind=kind, evaluation=event.opening, pools=tuple(json.loads(event.pools)))
        judge = f"judge{event.judge}"
        if event.evaluation is None or event.screen is None:
            return Dealing(kind=kind, judge=judge)
        assignment = self._held.pop(event.screen, None)
        if assignment is None:
            assignment = Assignment(
                judge=judge,
                position=event.position,
                pool=event.pool,
                segment=event.segment,
                systems=_names(event.systems),
                control=cast(Control, event.control),
                damaged=_names(event.damaged),
            )
        if kind == "dealt":
            self._held[event.screen] = assignment
        return Dealing(
            kind=kind,
            judge=judge,
            evaluation=event.evaluation,
            assignment=assignment,
            comparisons=_comparisons(event.comparisons),
        )


@lru_cache(maxsize=20_000)
def _names(text: str) -> tuple[str, ...]:
    return tuple(json.loads(text))


def _comparisons(text: str) -> tuple[tuple[str, str, int], ...]:
    return () if text == "[]" else tuple((first, second, outcome) for first, second, outcome in json.loads(text))
