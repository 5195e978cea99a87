"""Screens and events as the dealer of the science knows them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, cast

from bakeoff.data.judgments import Control
from bakeoff.human_eval.designs.design import Assignment
from bakeoff.human_eval.designs.screens.events import DealingEvent as Dealing
from bakeoff.human_eval.designs.screens.events import EventKind
from bakeoff_site.judging.models import Screen


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
    """The columns of an event and its screen that a dealer needs; rows would take several times as long to read."""

    number: int
    pk: int
    kind: str
    judge: int
    comparisons: Sequence[tuple[str, str, int]]
    evaluation: str | None
    position: int
    pool: int
    segment: int
    systems: Sequence[str]
    control: str
    damaged: Sequence[str]


EVENT_COLUMNS = (
    "number",
    "pk",
    "kind",
    "judge",
    "comparisons",
    "screen__evaluation__code",
    "screen__position",
    "screen__pool",
    "screen__segment",
    "screen__systems",
    "screen__control",
    "screen__damaged",
)
"""In the order of the fields of `StoredEvent`."""


def dealing_of(event: StoredEvent) -> Dealing:
    """A stored event, for a dealer to apply."""
    judge = f"judge{event.judge}"
    if event.evaluation is None:
        return Dealing(kind=cast(EventKind, event.kind), judge=judge)
    return Dealing(
        kind=cast(EventKind, event.kind),
        judge=judge,
        evaluation=event.evaluation,
        assignment=Assignment(
            judge=judge,
            position=event.position,
            pool=event.pool,
            segment=event.segment,
            systems=tuple(event.systems),
            control=cast(Control, event.control),
            damaged=tuple(event.damaged),
        ),
        comparisons=tuple((first, second, outcome) for first, second, outcome in event.comparisons),
    )
