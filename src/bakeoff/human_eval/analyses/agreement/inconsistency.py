"""Answers of one judge to the same output twice: the judge's own consistency."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import NDArray

from bakeoff.errors import InputError
from bakeoff.human_eval.analyses.resampled_segments import drawn_weights, interval_of
from bakeoff.human_eval.protocols.observations import Floats, Grades
from bakeoff.statistics import Agreement, Interval, KappaWeights, cohen_kappa


@dataclass(frozen=True, slots=True, kw_only=True)
class Inconsistency:
    """How far the second grade of an output is from the first, on average: for each judge, and for all."""

    judges: dict[str, float]
    average: float
    """The mean of the judges' figures, each counting alike (I05, table 16)."""
    judge_intervals: dict[str, Interval] = field(default_factory=dict)
    """Of judges who graded two segments or more twice; empty where no samples are drawn."""
    interval: Interval | None = None
    """Of the average."""


@dataclass(frozen=True, slots=True, eq=False)
class Repeats:
    """Grades given twice: judge, segment, first and later grade, row by row."""

    judge: NDArray[np.int32]
    item: NDArray[np.int32]
    first: Floats
    second: Floats


def repeated_grades(grades: Grades) -> Repeats:
    """Every later grade of an output with the first grade that the same judge gave it, without gold and attention."""
    counted = grades.take(grades.ordinary)
    keys = (counted.judge.astype(np.int64) * len(grades.items) + counted.item) * len(grades.systems) + counted.system
    order = np.lexsort((counted.judgment, keys))
    ordered = keys[order]
    _, starts, sizes = np.unique(ordered, return_index=True, return_counts=True)
    firsts = np.repeat(order[starts], sizes)
    later = np.flatnonzero(firsts != order)
    rows = order[later]
    return Repeats(counted.judge[rows], counted.item[rows], counted.value[firsts[later]], counted.value[rows])


def grader_inconsistency(
    grades: Grades, *, samples: int = 0, level: float = 0.95, rng: np.random.Generator | None = None
) -> Inconsistency:
    """The mean |first − second| over what each judge graded twice; judges without repeats are left out.

    0 where every judge is fully consistent. Nothing graded twice: InputError. With `samples` and `rng`, intervals by
    drawing segments again, for these judges: judges are not drawn. Source: I05, table 16.
    """
    repeats = repeated_grades(grades)
    if not len(repeats.judge):
        raise InputError(expected="outputs that a judge graded twice", found="none")
    present, judge = np.unique(repeats.judge, return_inverse=True)
    names = [grades.judges[number] for number in present.tolist()]
    differences = np.abs(repeats.first - repeats.second)

    def figures(weights: Floats) -> Floats:
        with np.errstate(invalid="ignore"):
            return np.asarray(np.bincount(judge, weights=weights * differences) / np.bincount(judge, weights=weights))

    means = figures(np.ones_like(differences))
    result = Inconsistency(judges=dict(zip(names, means.tolist(), strict=True)), average=float(means.mean()))
    if not samples or rng is None or len(np.unique(repeats.item)) < 2:
        return result
    drawn = np.array([figures(each) for each in drawn_weights(repeats.item, samples=samples, rng=rng)])
    several = [len(np.unique(repeats.item[judge == number])) > 1 for number in range(len(names))]
    intervals = {
        name: interval_of(column, level=level)
        for name, column, enough in zip(names, drawn.T, several, strict=True)
        if enough
    }
    return replace(
        result,
        judge_intervals={name: each for name, each in intervals.items() if each is not None},
        interval=interval_of(np.nanmean(drawn, axis=1), level=level),
    )


def intra_judge_kappas(grades: Grades, *, weights: KappaWeights | None = None) -> dict[str, Agreement]:
    """Cohen's kappa of each judge's first and second grades; `weights` lets neighbouring grades agree in part."""
    repeats = repeated_grades(grades)
    return {
        grades.judges[judge]: cohen_kappa(
            repeats.first[repeats.judge == judge].tolist(),
            repeats.second[repeats.judge == judge].tolist(),
            weights=weights,
        )
        for judge in np.unique(repeats.judge)
    }
