"""What people judged, as the server describes it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime


@dataclass(frozen=True, slots=True)
class HumanBoardRow:
    """A human evaluation on a test set in a language pair.

    Where systems of several language pairs are judged together, `language_pair` is the language they translate into.
    """

    evaluation: str
    evaluation_title: str
    language_pair: str
    language_pair_title: str
    test_set: str
    test_set_title: str
    protocol: str
    systems: int
    judgments: int
    judges: int
    leaders: tuple[str, ...]
    is_judged: bool
    """Whether judging is still open: then only organisers see it, with labels in place of names."""
    is_public: bool
    opens: datetime | None


@dataclass(frozen=True, slots=True)
class GradeCount:
    """How often a grade was given."""

    grade: float
    count: int


@dataclass(frozen=True, slots=True)
class JudgedSystem:
    """A system of a human board; `rank` is the best and the worst place that it may have."""

    run: str
    name: str
    team: str
    is_own: bool
    is_reference: bool
    rank: tuple[int, ...]
    cluster: int
    score: float
    low: float | None
    high: float | None
    figures: Mapping[str, float]
    median_grade: float | None
    grades: tuple[GradeCount, ...]
    """The lowest first; none where outputs are compared."""
    beats: int
    segments: int
    judgments: int


@dataclass(frozen=True, slots=True)
class JudgedPair:
    """Two systems: the share of comparisons that the first won, or its mean grade less that of the second."""

    first: str
    second: str
    value: float
    wins: int | None
    ties: int | None
    losses: int | None
    p: float
    p_corrected: float
    is_significant: bool
    mark: str


@dataclass(frozen=True, slots=True)
class HumanAgreement:
    """Agreement between judges, or of judges with themselves (`own`), with the word of Landis and Koch."""

    between: str
    measure: str
    value: float | None
    low: float | None
    high: float | None
    word: str
    observed: float | None
    expected: float | None
    count: int
    counted: str


@dataclass(frozen=True, slots=True)
class ScreenTime:
    """Seconds for a screen."""

    screens: int
    too_long: int
    mean: float | None
    median: float | None


@dataclass(frozen=True, slots=True)
class HumanBoard(HumanBoardRow):
    """A ranking by people, the best system first."""

    score: str
    higher_is_better: bool
    standardised: bool
    confidence: float
    segments: int
    ranking: tuple[JudgedSystem, ...]
    pairs: tuple[JudgedPair, ...]
    test: str
    correction: str
    level: float
    agreement: tuple[HumanAgreement, ...]
    agreement_with_identical: tuple[HumanAgreement, ...]
    """Of constituents, with a phrase that systems share counted for each of them."""
    time: ScreenTime
    left_out_judges: int
    left_out_judgments: int
    counted_evaluations: tuple[str, ...]
    """Titles of further evaluations whose judgments count here."""
    conditions: Mapping[str, str]
    notes: tuple[str, ...]
    has_judgments: bool
    seed: int
