"""Systems ranked by their grades: means and medians with intervals."""

from __future__ import annotations

from dataclasses import dataclass
from statistics import NormalDist
from typing import Literal, get_args

import numpy as np

from bakeoff.errors import InputError
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
    segments: int
    judgments: int
    """Grades that counted."""
    interval: Interval | None
    """Of the mean by the normal distribution; None where there is only one value."""
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

    The normal interval is mean ± z·s/√n, s the standard deviation (n − 1) of the values averaged. With `samples` the
    interval of the bootstrap over segments comes too, drawn by `rng`.
    """
    _check(ranked_by, averaged, samples, rng)
    segments = segment_scores(grades)
    counted = grades.take(grades.ordinary)
    scores = []
    for system in segments.judged:
        single = counted.value[counted.system == grades.systems.index(system)]
        means = segments.of(system)
        values = means if averaged == "segments" else single
        drawn = rng is not None and samples > 0 and len(means) > 1
        scores.append(
            SystemScore(
                system=system,
                mean=float(values.mean()),
                median=float(np.median(single)),
                segments=len(means),
                judgments=len(single),
                interval=_normal_interval(values, level),
                bootstrap=bootstrap(means, rng=rng, samples=samples, level=level).interval if rng and drawn else None,
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
    if samples and averaged == "grades":
        raise InputError(
            expected="means over segments for the bootstrap",
            found="means over single grades",
            remedy="Grades of one segment are not drawn apart.",
        )


def _normal_interval(values: Floats, level: float) -> Interval | None:
    if len(values) < 2:
        return None
    half = NormalDist().inv_cdf((1 + level) / 2) * float(values.std(ddof=1)) / len(values) ** 0.5
    mean = float(values.mean())
    return Interval(mean - half, mean + half, level)
