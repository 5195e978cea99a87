"""Screens and events as the dealer of the science knows them."""

from __future__ import annotations

from typing import cast

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


def dealing_of(event: DealingEvent) -> Dealing:
    """A stored event, for a dealer to apply."""
    screen = event.screen
    return Dealing(
        kind=cast(EventKind, event.kind),
        judge=f"judge{event.judge_id}",
        evaluation="" if screen is None else screen.evaluation.code,
        assignment=None if screen is None else assignment_of(screen),
        comparisons=tuple((first, second, outcome) for first, second, outcome in event.comparisons),
    )
