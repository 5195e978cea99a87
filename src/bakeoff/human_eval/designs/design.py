"""A design: what is asked how often, which controls are mixed in, in what portions."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from bakeoff.data.judgments import Control
from bakeoff.errors import InputError
from bakeoff.human_eval.designs.pools import Pool

Choice = Literal["least-judged", "most-informative"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Gold:
    """A question whose answer is known."""

    pool: int
    segment: int
    systems: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Design:
    """One human evaluation, ready to be dealt. The seed decides everything that chance decides."""

    name: str
    protocol: str
    pools: tuple[Pool, ...]
    shown: int | None = 1
    """Outputs on a screen; None: all of the segment."""
    redundancy: int = 1
    """Judges of an item: of each output where screens show one, of each segment where they show several."""
    repeats: float = 0.0
    """Share of a judge's screens that repeat an earlier one of the same judge."""
    gap: int = 10
    """Screens at least from an output to where it is shown again, as a repeat or damaged."""
    common_pool: float = 0.0
    """Share of screens from segments that everybody may get, so that many are judged by several."""
    common_size: int = 50
    """How many segments of each pool are common."""
    gold: float = 0.0
    gold_items: tuple[Gold, ...] = ()
    attention: float = 0.0
    """Share of screens with a damaged output, which must be judged worse than the one it was made of."""
    by_document: bool = False
    """Whether a judge gets the segments of a document one after another, of one system where screens show one.

    Controls are complete documents then, too: shown again, or damaged from start to end."""
    identical: Mapping[tuple[int, int], tuple[tuple[str, ...], ...]] = field(default_factory=dict)
    """For a pool and a segment of it, by their numbers, the groups of systems whose outputs are the same text; none
    where all outputs are different. Where documents are judged, the complete documents are the same.
    """
    choice: Choice = "least-judged"
    alternating: bool = False
    """Whether systems change from segment to segment: a judge gets a hand, which has one output of every segment (see
    `screens.hands`), and so no segment twice."""
    in_turn: bool = False
    """Whether pools are opened one after another, as the matches of a tournament are: none is dealt before."""
    seed: int = 1

    def __post_init__(self) -> None:
        shares = {name: getattr(self, name) for name in ("repeats", "common_pool", "gold", "attention")}
        for name, share in shares.items():
            if not 0 <= share < 1:
                raise InputError(expected=f"a share from 0 to below 1 as {name}", found=f"{share:g}")
        if sum(shares.values()) >= 1:
            raise InputError(expected="shares that leave room for ordinary screens", found=f"{sum(shares.values()):g}")
        if self.alternating and (self.shown != 1 or not self.by_document or sum(shares.values()) or self.identical):
            raise InputError(
                expected="one output a screen, document by document and without controls, where systems alternate",
                found="another design",
            )
        if self.redundancy < 1 or (self.shown is not None and self.shown < 1):
            raise InputError(expected="one judge and one output or more", found=f"{self.redundancy} and {self.shown}")


@dataclass(frozen=True, slots=True, kw_only=True)
class Assignment:
    """A screen for a judge."""

    judge: str
    position: int
    """In the judge's own sequence, from 0."""
    pool: int
    segment: int
    """Its number in the pool."""
    systems: tuple[str, ...]
    """In the order in which they are shown; where screens show one output, all systems that have it."""
    control: Control = ""
    damaged: tuple[str, ...] = field(default=())
    """Systems whose output is shown damaged."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Passage:
    """Segments that are shown one after another, of the same systems, for the same reason."""

    pool: int
    segments: tuple[int, ...]
    systems: tuple[str, ...]
    control: Control = ""
    damaged: tuple[str, ...] = ()
    origin: tuple[int, int] | None = None
    """First and last position of the judge's screens that are shown again."""

    @property
    def question(self) -> tuple[int, tuple[int, ...], frozenset[str]]:
        """What is asked, in whatever order outputs are shown."""
        return (self.pool, self.segments, frozenset(self.systems))
