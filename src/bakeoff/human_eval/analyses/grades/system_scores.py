"""Systems ranked by their grades: means and medians with intervals."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, get_args

import numpy as np

from bakeoff.errors import InputError
from bakeoff.human_eval.analyses.grades.segment_scores import Averaged, SegmentScores, segment_scores, unit_scores
from bakeoff.human_eval.analyses.resampled_segments import drawn_weights, interval_of, weighted_median
from bakeoff.human_eval.protocols.observations import Floats, Grades, Unit, unit_numbers
from bakeoff.statistics import Interval, bootstrap
from bakeoff.statistics.intervals import errors_to_ends

RankedBy = Literal["mean", "median"]


@dataclass(frozen=True, slots=True, kw_only=True)
class SystemScore:
    """What a system's grades come to."""

    system: str
    mean: float
    median: float
    """Of the single grades."""
    median_interval: Interval | None
    """Of the median by drawing units again; None where systems are not ranked by it, or no samples are drawn."""
    segments: int
    judgments: int
    """Grades that counted."""
    interval: Interval | None
    """Of the mean by the normal distribution, or Student's; None where there is only one unit."""
    bootstrap: Interval | None
    """Of the mean by drawing units again; None where not asked for."""


def score_systems(
    grades: Grades,
    *,
    ranked_by: RankedBy = "mean",
    averaged: Averaged = "segments",
    unit: Unit = "segment",
    higher_is_better: bool = True,
    level: float = 0.95,
    samples: int = 0,
    rng: np.random.Generator | None = None,
    segments: SegmentScores | None = None,
) -> tuple[SystemScore, ...]:
    """All systems that were graded, best first; equal ones by name. Gold and attention items do not count.

    All intervals take units for independent of each other, not the grades of one unit. The normal interval is mean ±
    z·s/√n, s the standard deviation (n − 1) over segments. Of means over single grades, and of documents and judges,
    it is that of the ratio of two sums over units (Cochran 1977, Sampling techniques, chapter 6); documents and judges
    are few, so that Student's distribution with n − 1 degrees of freedom takes the place of the normal one. With
    `samples` units are also drawn again, by `rng`, each with all its grades, for an interval of the mean and, where it
    ranks, of the median. `segments` are the scores of the outputs, where they are known already.
    """
    _check(ranked_by, averaged, samples, rng)
    segments = segments or segment_scores(grades)
    units = unit_scores(grades, unit=unit, averaged=averaged, segments=segments)
    counted = grades.take(grades.ordinary)
    scores = []
    for number in np.unique(segments.system).tolist():
        single = counted.take(counted.system == number)
        means, sums = segments.value[segments.system == number], units.of(number)
        drawn = samples if len(sums) > 1 else 0
        scores.append(
            SystemScore(
                system=grades.systems[number],
                mean=float(means.mean() if averaged == "segments" else single.value.mean()),
                median=float(np.median(single.value)),
                median_interval=_median_interval(single, unit, drawn, level, rng) if ranked_by == "median" else None,
                segments=len(means),
                judgments=len(single),
                interval=_normal_interval(sums, level, unit),
                bootstrap=_bootstrapped(sums, drawn, level, rng),
            )
        )
    sign = -1 if higher_is_better else 1
    return tuple(sorted(scores, key=lambda each: (sign * getattr(each, ranked_by), each.system)))


def _check(ranked_by: RankedBy, averaged: Averaged, samples: int, rng: np.random.Generator | None) -> None:
    for value, kind, name in ((ranked_by, RankedBy, "ranked_by"), (averaged, Averaged, "averaged")):
        if value not in get_args(kind):
            raise InputError(expected=f"{name} to be one of {', '.join(get_args(kind))}", found=repr(value))
    if samples and rng is None:
        raise InputError(expected="rng where samples are drawn", found="none")


def _normal_interval(sums: Floats, level: float, unit: Unit) -> Interval | None:
    """Of the quotient of two sums over units."""
    size = len(sums)
    if size < 2:
        return None
    total, count = sums.sum(axis=0)
    mean = float(total / count)
    squares = float(((sums[:, 0] - mean * sums[:, 1]) ** 2).sum())
    errors = errors_to_ends(level, freedom=None if unit == "segment" else size - 1)
    half = errors * (squares * size / (size - 1)) ** 0.5 / float(count)
    return Interval(mean - half, mean + half, level)


def _bootstrapped(sums: Floats, samples: int, level: float, rng: np.random.Generator | None) -> Interval | None:
    if not samples or rng is None:
        return None
    drawn = bootstrap(sums, score=lambda each: each[..., 0] / each[..., 1], rng=rng, samples=samples, level=level)
    return drawn.interval


def _median_interval(
    grades: Grades, unit: Unit, samples: int, level: float, rng: np.random.Generator | None
) -> Interval | None:
    if not samples or rng is None:
        return None
    order = np.argsort(grades.value, kind="stable")
    ordered = grades.value[order]
    drawn = drawn_weights(unit_numbers(grades, unit)[order], samples=samples, rng=rng)
    return interval_of((weighted_median(ordered, weights) for weights in drawn), level=level)
