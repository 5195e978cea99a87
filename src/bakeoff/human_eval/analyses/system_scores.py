"""Systems ranked by their grades: means and medians with intervals."""

from __future__ import annotations

from dataclasses import dataclass
from statistics import NormalDist
from typing import Literal, get_args

import numpy as np

from bakeoff.errors import InputError
from bakeoff.human_eval.analyses.drawn_segments import drawn_weights, interval_of, weighted_median
from bakeoff.human_eval.analyses.segment_scores import segment_scores
from bakeoff.human_eval.observations import Floats, Grades
from bakeoff.statistics import Interval, bootstrap

RankedBy = Literal["mean", "median"]
Averaged = Literal["segments", "grades"]
"""Whether a system's mean is over its segments, each the mean of its grades (WMT), or over all single grades (I05)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SystemScore:
    """What a system's grades come to."""

    system: str
    mean: float
    median: float
    """Of the single grades."""
    median_interval: Interval | None
    """Of the median by drawing segments anew; None where systems are not ranked by it, or no samples are drawn."""
    segments: int
    judgments: int
    """Grades that counted."""
    interval: Interval | None
    """Of the mean by the normal distribution; None where there is only one segment."""
    bootstrap: Interval | None
    """Of the mean by drawing segments anew; None where not asked for."""


def score_systems(
    grades: Grades,
    *,
    ranked_by: RankedBy = "mean",
    averaged: Averaged = "segments",
    higher_is_better: bool = True,
    level: float = 0.95,
    samples: int = 0,
    rng: np.random.Generator | None = None,
) -> tuple[SystemScore, ...]:
    """All systems that were graded, best first; equal ones by name. Gold and attention items do not count.

    All intervals take segments for independent of each other, not the grades of one segment. The normal interval is
    mean ± z·s/√n, s the standard deviation (n − 1) over segments; of means over single grades it is that of the ratio
    of two sums over segments (Cochran 1977, Sampling techniques, chapter 6). With `samples` segments are also drawn
    anew, by `rng`, each with all its grades, for an interval of the mean and, where it ranks, of the median.
    """
    _check(ranked_by, averaged, samples, rng)
    segments = segment_scores(grades)
    counted = grades.take(grades.ordinary)
    scores = []
    for number in np.unique(segments.system).tolist():
        single = counted.take(counted.system == number)
        own = segments.system == number
        means, counts = segments.value[own], segments.judgments[own].astype(np.float64)
        sums = np.column_stack([means, np.ones_like(means)] if averaged == "segments" else [means * counts, counts])
        drawn = samples if len(means) > 1 else 0
        scores.append(
            SystemScore(
                system=grades.systems[number],
                mean=float(means.mean() if averaged == "segments" else single.value.mean()),
                median=float(np.median(single.value)),
                median_interval=_median_interval(single, drawn, level, rng) if ranked_by == "median" else None,
                segments=len(means),
                judgments=len(single),
                interval=_normal_interval(sums, level),
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


def _normal_interval(sums: Floats, level: float) -> Interval | None:
    """Of the quotient of two sums over segments."""
    size = len(sums)
    if size < 2:
        return None
    total, count = sums.sum(axis=0)
    mean = float(total / count)
    squares = float(((sums[:, 0] - mean * sums[:, 1]) ** 2).sum())
    half = NormalDist().inv_cdf((1 + level) / 2) * (squares * size / (size - 1)) ** 0.5 / float(count)
    return Interval(mean - half, mean + half, level)


def _bootstrapped(sums: Floats, samples: int, level: float, rng: np.random.Generator | None) -> Interval | None:
    if not samples or rng is None:
        return None
    drawn = bootstrap(sums, score=lambda each: each[..., 0] / each[..., 1], rng=rng, samples=samples, level=level)
    return drawn.interval


def _median_interval(grades: Grades, samples: int, level: float, rng: np.random.Generator | None) -> Interval | None:
    if not samples or rng is None:
        return None
    order = np.argsort(grades.value, kind="stable")
    ordered = grades.value[order]
    drawn = drawn_weights(grades.item[order], samples=samples, rng=rng)
    return interval_of((weighted_median(ordered, weights) for weights in drawn), level=level)
