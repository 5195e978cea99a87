"""What comes out of the judgments of people: systems in their places, pairs, agreement, judges, times."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from bakeoff.human_eval.analyses.agreement.judges import JudgeAgreement, PairAgreement
from bakeoff.human_eval.analyses.grades.system_tests import Sides
from bakeoff.human_eval.analyses.preferences.pair_tests import Marks
from bakeoff.human_eval.analyses.timing import Timings
from bakeoff.human_eval.protocols.observations import Unit
from bakeoff.human_eval.quality import Reason
from bakeoff.statistics import ClusterRule, Correction, Interval, RankRange, cluster_systems, rank_ranges

Floats = NDArray[np.float64]
PairFigure = Literal["shares", "differences"]
"""What a cell of the table of pairs holds: the share of comparisons that the row won, or row less column."""

_CELLS = ("values", "low", "high", "p", "corrected", "ahead", "beats", "least")


@dataclass(frozen=True, slots=True, kw_only=True)
class RankedSystem:
    """A system with its score and its place."""

    system: str
    score: float
    interval: Interval | None
    """Of the score; None where none was asked for, or where there is too little."""
    range: RankRange
    cluster: int
    """From 1, the best first."""
    beats: int
    """How many systems it is significantly better than: WINS in WMT's files of clusters."""
    segments: int
    judgments: int
    """Grades, or comparisons with others."""
    figures: Mapping[str, float]
    """What else tables show, by name."""
    figure_intervals: Mapping[str, Interval]
    """Of these, as far as there are any."""
    grades: Mapping[float, int] = field(default_factory=dict)
    """How often each grade was given, the lowest first; none where answers are comparisons or z-scores."""

    @property
    def median_grade(self) -> float | None:
        """Of the single grades; None where there are none."""
        if not self.grades:
            return None
        return float(np.median(np.repeat(list(self.grades), list(self.grades.values()))))


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class PairTable:
    """Every two systems, best first; rows against columns."""

    systems: tuple[str, ...]
    figure: PairFigure
    values: Floats
    """NaN in the diagonal, and where two never met."""
    low: Floats
    """Lower ends of the intervals of the values; NaN where there is none."""
    high: Floats
    p: Floats
    corrected: Floats
    """p after the correction for the number of pairs."""
    ahead: NDArray[np.bool_]
    """Whether the test sees the row better than the column, significantly or not."""
    beats: NDArray[np.bool_]
    least: Floats
    """The smallest p that each pair can have after the correction, with as many units as it has."""
    test: str
    unit: Unit
    """What the test, and the intervals, take for independent of each other."""
    sides: Sides
    """One-sided: p of a row is that it is better than the column; two-sided: that they differ."""
    correction: Correction
    level: float
    marks: Marks
    confidence: float = 0.95
    dependent: bool = False
    """Whether some segment has several judgments of one pair, which are not independent of each other."""
    wins: NDArray[np.int64] | None = None
    """How often the row was better than the column; None where outputs are graded, not compared."""
    ties: NDArray[np.int64] | None = None
    """How often neither was."""

    def in_order(self, order: Sequence[int]) -> PairTable:
        """The same with systems in this order, given by their numbers."""
        cells = np.ix_(order, order)
        known = [name for name in (*_CELLS, "wins", "ties") if getattr(self, name) is not None]
        columns = {name: getattr(self, name)[cells] for name in known}
        return replace(self, systems=tuple(self.systems[system] for system in order), **columns)

    def interval(self, row: int, column: int) -> Interval | None:
        """Of the value of a pair; None where there is none."""
        low, high = float(self.low[row, column]), float(self.high[row, column])
        return None if low != low else Interval(low, high, self.confidence)  # noqa: PLR0124 -- NaN

    def mark(self, row: int, column: int) -> str:
        """The mark of the lowest level that the pair reaches, at the better system of the two."""
        if not self.ahead[row, column]:
            return ""
        p = self.corrected[row, column]
        return next((mark for level, mark in sorted(self.marks.items()) if p <= level), "")


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class HumanRanking:
    """Systems ranked by the judgments of one group, of a language pair and test set as a rule."""

    group: Mapping[str, str]
    systems: tuple[RankedSystem, ...]
    """Best first."""
    pairs: PairTable
    rule: ClusterRule | Literal["ranges"]
    """How clusters are drawn; `ranges`: where rank ranges of repeated runs do not overlap."""
    agreement: tuple[JudgeAgreement, ...]
    judgments: int
    judges: int
    """Each judgment without a name counts as one judge."""
    segments: int
    unnamed: int = 0
    """Judgments whose judge has no name."""
    repeats: int = 0
    """Judgments that are repeats and count for agreement alone."""
    votes: int | None = None
    """Answers that majorities were taken of; None where single answers count."""
    by_document: bool = False
    """Whether judges saw complete documents, so that answers of one document depend on each other."""
    agreement_with_identical: tuple[JudgeAgreement, ...] = ()
    """Of constituents, with a phrase that systems share counted for each of them, as W08 printed it too; empty where
    no phrase was shared."""
    outputs: int = 0
    """Outputs that were judged, each as often as judges answered about it: a screen of five is five (W08, table 3).
    Repeats, gold and attention items, and answers that decide nothing are not counted."""
    pair_agreement: tuple[PairAgreement, ...] = ()
    """Between judges, on each pair of systems, where judges see two outputs at a time."""

    def renamed(self, names: Mapping[str, str]) -> HumanRanking:
        """The same with other names of systems, as who looks at it may know them."""
        return replace(
            self,
            systems=tuple(replace(each, system=names[each.system]) for each in self.systems),
            pairs=replace(self.pairs, systems=tuple(names[system] for system in self.pairs.systems)),
            pair_agreement=tuple(
                replace(each, first=names[each.first], second=names[each.second]) for each in self.pair_agreement
            ),
        )

    @property
    def comparisons(self) -> int:
        """Comparisons that scores were made of."""
        return sum(each.judgments for each in self.systems) // 2

    @property
    def clusters(self) -> tuple[tuple[str, ...], ...]:
        numbers = dict.fromkeys(each.cluster for each in self.systems)
        return tuple(tuple(each.system for each in self.systems if each.cluster == number) for number in numbers)


@dataclass(frozen=True, slots=True, kw_only=True)
class JudgeRecord:
    """What one judge did."""

    judge: str
    judgments: int
    median_seconds: float | None
    seconds_interval: Interval | None
    """Of the median."""
    inconsistency: float | None
    """Mean difference between first and second answers; None without repeats."""
    inconsistency_interval: Interval | None
    gold: int
    """Gold items answered, as far as right answers are known; all answers of one screen are one item."""
    gold_right: float | None
    """The share of the answers to them that is right; None without any."""
    gold_interval: Interval | None
    agreement: float | None = None
    """With all others who answered the same; None where nobody did."""
    agreement_interval: Interval | None = None
    shared: int = 0
    """Answers that others gave an answer to, too."""
    reasons: tuple[Reason, ...] = ()
    """Why the judge was left out; none where not."""
    named: bool = False
    """Whether the caller had the judge left out by name."""

    @property
    def is_excluded(self) -> bool:
        return self.named or bool(self.reasons)


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class HumanEvaluationResult:
    """A complete analysis of judgments."""

    protocol: str
    title: str
    score: str
    higher_is_better: bool
    standardised: bool
    majority: bool
    rankings: tuple[HumanRanking, ...]
    """Without the judges that were excluded."""
    with_everyone: tuple[HumanRanking, ...] | None
    """The same with all judges; None where none was excluded."""
    judges: tuple[JudgeRecord, ...]
    inconsistency: float | None
    """Of the judges who count, the mean of their figures; None without repeats, or where answers are comparisons."""
    inconsistency_interval: Interval | None
    timings: Timings
    seconds: Floats = field(repr=False)
    """Of every judgment that has a time."""
    confidence: float
    passed: int
    """Screens that judges passed by."""
    superseded: int
    """Answers that the judge gave again."""
    seed: int

    def of_group(self, group: Mapping[str, str], names: Mapping[str, str]) -> HumanEvaluationResult | None:
        """The part of one group with other names of systems; None where it has no ranking.

        What is about judges and times stays that of all groups: they worked on all of them.
        """
        kept = [each.renamed(names) for each in self.rankings if each.group == group]
        everyone = [each.renamed(names) for each in self.with_everyone or () if each.group == group]
        if not kept:
            return None
        return replace(self, rankings=tuple(kept), with_everyone=tuple(everyone) if self.with_everyone else None)


@dataclass(frozen=True, slots=True, eq=False)
class SystemRanking:
    """Systems, best first, with the tests of all pairs."""

    systems: tuple[RankedSystem, ...]
    pairs: PairTable
    rule: ClusterRule | Literal["ranges"]
    votes: int | None = None
    """Answers that majorities were taken of, of each judge one."""


@dataclass(frozen=True, slots=True)
class SystemRow:
    """A system before its place is known."""

    system: str
    score: float
    interval: Interval | None
    segments: int
    judgments: int
    figures: Mapping[str, tuple[float, Interval | None]]
    grades: Mapping[float, int] = field(default_factory=dict)


def without_diagonal(values: Floats) -> Floats:
    values = np.array(values, dtype=np.float64)
    np.fill_diagonal(values, np.nan)
    return values


def place_systems(rows: Sequence[SystemRow], pairs: PairTable, rule: ClusterRule) -> SystemRanking:
    clusters = cluster_systems(pairs.beats, rule=rule)
    numbers = {place: number for number, cluster in enumerate(clusters, start=1) for place in cluster}
    return with_places(rows, pairs, rule, rank_ranges(pairs.beats), [numbers[place] for place in range(len(rows))])


def with_places(
    rows: Sequence[SystemRow],
    pairs: PairTable,
    rule: ClusterRule | Literal["ranges"],
    ranges: Sequence[RankRange],
    clusters: Sequence[int],
) -> SystemRanking:
    systems = tuple(
        RankedSystem(
            system=row.system,
            score=row.score,
            interval=row.interval,
            range=low_high,
            cluster=cluster,
            beats=beaten,
            segments=row.segments,
            judgments=row.judgments,
            figures={name: value for name, (value, _) in row.figures.items()},
            figure_intervals={name: around for name, (_, around) in row.figures.items() if around is not None},
            grades=row.grades,
        )
        for row, low_high, cluster, beaten in zip(rows, ranges, clusters, pairs.beats.sum(axis=1).tolist(), strict=True)
    )
    return SystemRanking(systems, pairs, rule)
