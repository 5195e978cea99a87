"""Intervals by the bootstrap, and the paired bootstrap test."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal

import numpy as np
from numpy.typing import ArrayLike

from bakeoff.errors import InputError
from bakeoff.statistics.inputs import Floats, one_of, positive, share
from bakeoff.statistics.intervals import IntervalMethod, corrected_interval, percentile_interval
from bakeoff.statistics.resampling import Progress, Sampler, Score, measure, sampler, spread
from bakeoff.statistics.results import Interval

Centring = Literal["difference", "sacrebleu"]


@dataclass(frozen=True, slots=True)
class BootstrapResult:
    """A score with what resampling says about it: mean and standard deviation over the samples, an interval."""

    value: float
    mean: float
    sd: float
    interval: Interval
    scores: Floats = field(repr=False)
    """The score of each sample."""


@dataclass(frozen=True, slots=True)
class PairedResult:
    """How two systems differ: first − second, how probable that is by chance, and over the trials or samples."""

    difference: float
    p: float
    n: int
    """Segments, or blocks where complete blocks are drawn."""
    differences: Floats = field(repr=False)
    interval: Interval | None = None


def bootstrap(
    rows: ArrayLike,
    *,
    rng: np.random.Generator,
    score: Score | None = None,
    samples: int = 1000,
    level: float = 0.95,
    method: IntervalMethod = "percentile",
    blocks: ArrayLike | None = None,
    threads: int = 1,
) -> BootstrapResult:
    """How a score varies when the segments are drawn again, with replacement (Efron 1979; for BLEU Koehn 2004).

    `rows` holds one value for each segment, whose mean is the score, or statistics (segments × columns) with the
    `score` of their sums. The interval is that of the percentiles, or with `bca` corrected for bias and skewness (Efron
    1987). `blocks` names the document of each segment: complete documents are then drawn. Needs two segments or blocks;
    where no sample differs from another the interval has no width. With few segments intervals are too narrow.

    >>> result = bootstrap([1.0, 2.0, 3.0, 4.0], samples=500, rng=np.random.default_rng(1))
    >>> result.value, result.interval.low < 2.5 < result.interval.high
    (2.5, True)
    """
    draws = sampler("bootstrap", [measure([rows], score=score)], rng=rng, blocks=blocks, threads=threads)
    return bootstrap_measures(draws, samples=samples, level=level, method=method)[0][0]


def bootstrap_measures(
    draws: Sampler,
    *,
    samples: int = 1000,
    level: float = 0.95,
    method: IntervalMethod = "percentile",
    on_progress: Progress | None = None,
) -> tuple[tuple[BootstrapResult, ...], ...]:
    """`bootstrap` of every system for every measure, by the same draws for all."""
    one_of(method, ("percentile", "bca"), "method")
    share(level, "level")
    results = []
    for one, scores in zip(
        draws.measures, bootstrap_scores(draws, samples=samples, on_progress=on_progress), strict=True
    ):
        intervals = [percentile_interval(row, level=level) for row in scores]
        values = one.scores()
        if method == "bca":
            intervals = [
                corrected_interval(row, value=value, jackknife=one.score(draws.left_out(rows)), level=level)
                for row, value, rows in zip(scores, values, one.rows, strict=True)
            ]
        results.append(
            tuple(
                BootstrapResult(float(value), float(row.mean()), _deviation(row), interval, row)
                for value, row, interval in zip(values, scores, intervals, strict=True)
            )
        )
    return tuple(results)


def bootstrap_scores(draws: Sampler, *, samples: int, on_progress: Progress | None = None) -> tuple[Floats, ...]:
    """For each measure the scores of all systems in every sample (systems × samples)."""
    positive(samples, "number of samples")
    _check_units(draws)
    scores = tuple(np.empty((m.rows.shape[0], samples)) for m in draws.measures)
    for piece, sums in draws.pieces(samples, on_progress):
        tasks = [(k, system) for k, m in enumerate(draws.measures) for system in range(m.rows.shape[0])]

        def work(task: tuple[int, int], sums: Sequence[Floats] = sums, piece: slice = piece) -> None:
            k, system = task
            scores[k][system, piece] = draws.measures[k].score(np.ascontiguousarray(sums[k][system].T))

        spread(work, tasks, draws.threads)
    return scores


def paired_bootstrap(
    first: ArrayLike,
    second: ArrayLike,
    *,
    rng: np.random.Generator,
    score: Score | None = None,
    samples: int = 1000,
    level: float = 0.95,
    blocks: ArrayLike | None = None,
    centring: Centring = "difference",
    threads: int = 1,
) -> PairedResult:
    """Whether two systems differ, by drawing the segments again for both together (Koehn 2004, made a test).

    p = (1 + #{|d* − mean d*| ≥ |d|}) / (1 + samples), d* the differences of the samples, moved to where they would lie
    if the systems were equal; never 0. With `centring="sacrebleu"` it is (1 + #{|d*| − mean |d*| > |d|}) / (1 +
    samples), the number of sacreBLEU and Moses: away from zero it is one-sided, so that of equal systems a tenth differ
    at level .05. `rows`, `score` and `blocks` are those of `bootstrap`; the interval is that of the difference, by
    percentiles.

    >>> result = paired_bootstrap([3.0, 4.0, 5.0, 6.0], [1.0, 2.5, 3.0, 4.5], rng=np.random.default_rng(1))
    >>> result.difference, result.p < 0.05
    (1.75, True)
    """
    one_of(centring, ("difference", "sacrebleu"), "centring")
    both = measure([first, second], score=score)
    draws = sampler("bootstrap", [both], rng=rng, blocks=blocks, threads=threads)
    scores = bootstrap_scores(draws, samples=samples)[0]
    return paired_result(both.scores(), scores, n=draws.units, level=level, centring=centring)


def paired_result(
    values: Floats, scores: Floats, *, n: int, level: float = 0.95, centring: Centring = "difference"
) -> PairedResult:
    """The paired test of two systems (2) from their scores in the same samples (2 × samples)."""
    difference = float(values[0] - values[1])
    differences = scores[0] - scores[1]
    if centring == "sacrebleu":
        sizes = np.abs(differences)
        extreme = sizes - sizes.mean() > abs(difference)
    else:
        # Rounding must not decide whether a difference is as large as the one that was found.
        slack = 1e-12 * np.abs(values).max()
        extreme = np.abs(differences - differences.mean()) >= abs(difference) - slack
    p = (1 + int(extreme.sum())) / (1 + len(differences))
    return PairedResult(difference, p, n, differences, percentile_interval(differences, level=level))


def _check_units(draws: Sampler) -> None:
    if draws.units < 2:
        kind = "segments" if draws.blocks is None else "documents"
        raise InputError(
            expected=f"at least two {kind} to draw from",
            found=str(draws.units),
            remedy="One alone says nothing about how scores vary.",
        )


def _deviation(scores: Floats) -> float:
    return float(scores.std(ddof=1)) if len(scores) > 1 else 0.0
