"""Human evaluation: which protocol, on what, by whom, how often."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field, NonNegativeInt, PositiveInt

from bakeoff.rulebook.schema.base import ConditionId, LanguagePairId, Named, PhaseId, Rules, TestSetId, TrackId

Protocol = Literal[
    "fluency",
    "adequacy",
    "meaning",
    "dialog-adequacy",
    "ranking",
    "pairwise",
    "constituent-ranking",
    "constituent-yes-no",
    "direct-assessment",
    "mqm",
    "esa",
    "post-editing",
]
Share = Annotated[float, Field(ge=0, le=1)]


class Sample(Rules):
    """Which segments are judged."""

    size: PositiveInt | None = None
    """How many; without a number, all."""
    choice: Literal["all", "random", "by-length", "first-part"] = "all"
    """At random, at random with the lengths of the whole, or the first part of each document."""
    part: Share = 1.0
    """Share of each document with `first-part`."""
    min_words: NonNegativeInt = 0
    """Shorter segments are left out."""
    max_words: PositiveInt | None = None
    subsets: tuple[str, ...] = ()
    genres: tuple[str, ...] = ()


class Tournament(Rules):
    """In which order pairs of systems meet."""

    kind: Literal["round-robin", "dskoc", "swiss"]
    players: PositiveInt | None = None
    seeded_by: str | None = None
    """The metric that seeds it."""
    ties: Literal["judgments", "draw"] = "judgments"
    """How a tied match is broken: by all single judgments, or not."""
    earlier_matches: bool = False
    """Whether matches of earlier campaigns are taken over."""


class HumanEvaluation(Named):
    """One human evaluation."""

    protocol: Protocol
    official: bool = False
    """Whether its ranking is the campaign's."""
    phase: PhaseId | None = None
    tracks: tuple[TrackId, ...] = ()
    language_pairs: tuple[LanguagePairId, ...] = ()
    conditions: tuple[ConditionId, ...] = ()
    test_sets: tuple[TestSetId, ...] = ()
    system_types: tuple[str, ...] = ("primary",)
    consenting: bool = False
    """Whether only systems of sites that consented are judged."""
    baselines: bool = False
    """Whether the organiser's systems are judged among them."""
    reference_among: bool = False
    """Whether a reference is hidden among the outputs."""
    sample: Sample = Sample()
    after_specification: bool = False
    """Whether judges see the text as it is scored: after the official specification."""
    shown: PositiveInt | Literal["all"] = "all"
    """How many outputs a screen shows."""
    scale: tuple[int, int] | None = None
    """Lowest and highest grade."""
    ties: bool = True
    source_shown: bool = True
    reference_shown: bool = False
    history_shown: bool = False
    """Whether the dialog or document so far is shown."""
    judgments: PositiveInt = 1
    """How many judges judge an item."""
    repeats: Share = 0.0
    """Share of the items that a judge sees twice."""
    common_pool: Share = 0.0
    """Share of the items drawn from a pool that all judges share."""
    gold: Share = 0.0
    """Share of items whose answer is known."""
    attention: Share = 0.0
    """Share of damaged items that must be graded worse."""
    batch: PositiveInt | None = None
    """Screens in a batch."""
    mixed_sources: bool = False
    """Whether systems of all directions into one target are judged together."""
    judges: Literal["participants", "volunteers", "hired", "crowd", "translators"] = "volunteers"
    owed: str = ""
    """What each participating site owes: `screens` or `hours`, with a number."""
    longest_minutes: PositiveInt | None = None
    """Screens that took longer are left out of timings."""
    tournament: Tournament | None = None
    constituents: tuple[PositiveInt, PositiveInt] | None = None
    """Fewest and most words of a constituent."""
    score: str = ""
    """What ranks systems: `mean`, `median`, `better`, `better-or-equal`, `mter`…"""
