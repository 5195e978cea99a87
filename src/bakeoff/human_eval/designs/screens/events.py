"""What happens while screens are dealt: events that bring any dealer to the same state, and what comes of no screen."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from bakeoff.human_eval.designs.design import Assignment

EventKind = Literal["dealt", "answered", "returned", "left", "opened"]

Comparison = tuple[str, str, int]
"""Two systems of a screen, and whether the first was better (1), equal (0) or worse (−1)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DealingEvent:
    """One entry of the log of a `MixedDealer`. The log alone gives its state, in any process."""

    kind: EventKind
    judge: str = ""
    """Empty for `opened`: it is about no judge."""
    evaluation: str = ""
    """Empty for `left`: it is about everything that the judge has started."""
    assignment: Assignment | None = None
    """The screen that was dealt, answered or returned."""
    pools: tuple[int, ...] = ()
    """The pools that are dealt from now on, where they are `opened` in turn."""
    comparisons: tuple[Comparison, ...] = ()
    """What an answer says about systems, where the design chooses the most informative screens."""


@dataclass(frozen=True, slots=True)
class NothingNow:
    """There is no screen for a judge at the moment, but there may be one later.

    `held`: other judges hold what is left. `earlier`: so they do with an evaluation that the judge must finish first.
    """

    reason: Literal["held", "earlier"]


@dataclass(frozen=True, slots=True)
class Finished:
    """Nothing is left for a judge, nor will be unless the design changes or answers are taken out."""
