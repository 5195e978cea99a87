"""Systems put in their places: ranks, clusters and rank ranges from the tests of all pairs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, TypeVar, get_args

import numpy as np

from bakeoff.errors import ExpressionError, InputError
from bakeoff.human_eval.analyses.options import HumanAnalysis
from bakeoff.human_eval.analyses.results import Floats, PairTable, RankedSystem
from bakeoff.human_eval.protocols.observations import Grades, Preferences
from bakeoff.statistics import ClusterRule, Interval, RankRange, cluster_systems, rank_ranges

Answers = TypeVar("Answers", Grades, Preferences)


@dataclass(frozen=True, slots=True, eq=False)
class SystemRanking:
    """Systems, best first, with the tests of all pairs."""

    systems: tuple[RankedSystem, ...]
    pairs: PairTable
    rule: ClusterRule | Literal["ranges"]
    votes: int | None = None
    """Answers that majorities were taken of, of each judge one."""


def counted_answers(answers: Answers, analysis: HumanAnalysis) -> Answers:
    """What scores are made of: without repeats, unless they are to count."""
    if analysis.repeats == "scores" or not answers.repeated.any():
        return answers
    kept = answers.only(~answers.repeated)
    if not len(kept):
        raise InputError(
            expected="answers that are not repeats",
            found=f"{len(answers):,} repeats alone",
            remedy="Let repeats count (--repeats scores).",
        )
    return kept


@dataclass(frozen=True, slots=True)
class SystemRow:
    """A system before its place is known."""

    system: str
    score: float
    interval: Interval | None
    segments: int
    judgments: int
    figures: Mapping[str, tuple[float, Interval | None]]


def chosen_test(analysis: HumanAnalysis, kind: Any, usual: str, answers: str) -> Any:
    """The test asked for, or the usual one; an error where these answers have no such test."""
    if analysis.test is not None and analysis.test not in get_args(kind):
        raise ExpressionError(f"{answers} are tested by {', '.join(get_args(kind))}, not {analysis.test}.")
    return analysis.test or usual


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
        )
        for row, low_high, cluster, beaten in zip(rows, ranges, clusters, pairs.beats.sum(axis=1).tolist(), strict=True)
    )
    return SystemRanking(systems, pairs, rule)
