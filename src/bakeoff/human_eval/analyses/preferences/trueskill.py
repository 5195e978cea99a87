"""Rankings by TrueSkill, as the WMT campaigns from 2014 to 2016 made them."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from math import ceil, sqrt
from statistics import NormalDist

import numpy as np

from bakeoff import native
from bakeoff.errors import InputError
from bakeoff.human_eval.protocols.observations import Floats, Preferences
from bakeoff.statistics import Interval, RankRange
from bakeoff.statistics.inputs import positive, share
from bakeoff.statistics.intervals import percentile_interval

_MEETINGS_OF_DEVIATION = 40
"""The deviation of performance grows with the number of judgments: prior deviation × judgments / 40."""


@dataclass(frozen=True, slots=True, eq=False)
class TrueSkillRanking:
    """Systems in the order in which they were read; `order` has their numbers, the best first."""

    systems: tuple[str, ...]
    scores: Floats
    """The mean over all runs of the mean skill."""
    ranges: tuple[RankRange, ...]
    """The ranks of each system in the middle share of the runs."""
    order: tuple[int, ...]
    clusters: tuple[tuple[int, ...], ...]
    """Numbers of systems, the best first: a line where the worst rank above it is better than the best below it."""
    runs: Floats = field(repr=False)
    """Runs × systems."""
    resampled: bool = True
    """Whether each run took a sample of the judgments."""

    def intervals(self, *, level: float) -> list[Interval | None]:
        """The middle share of the runs. None without resampling, which doesn't show what other judgments would say."""
        if not self.resampled:
            return [None] * len(self.systems)
        return [percentile_interval(runs, level=level) for runs in self.runs.T]


def rank_by_trueskill(
    preferences: Preferences,
    *,
    rng: np.random.Generator,
    runs: int = 1000,
    level: float = 0.95,
    prior_deviation: float = 0.5,
    tie_probability: float = 0.25,
    resampled: bool = True,
    threads: int = 1,
) -> TrueSkillRanking:
    """Scores, rank ranges and clusters from many runs of TrueSkill.

    Each run takes a sample of the judgments, drawn with replacement, as WMT 2016 published. With `resampled=False`
    every run takes all judgments, as WMT 2015 published: ranges then show how far the order of meetings moves ranks and
    not what other judgments would say, so they are narrower and clusters smaller.

    With N judgments a run has N + 1 meetings. The system of the largest deviation meets an opponent drawn with the
    probability exp(−|difference of means|), and one judgment of the pair, drawn at random, is its outcome. Skills start
    at 0 with `prior_deviation`, performance deviates by prior_deviation · (N + 1) / 40, nothing is added for time.
    Ranges leave out (1 − level) / 2 of the runs at either end, rounded up; a line is drawn after a system whose worst
    rank is better than the best of all that follow. If a system crosses the line in about (1 − level) / 2 of the runs,
    1000 of them leave it to chance: take more. Gold and attention items do not count; nothing to compare: InputError.

    Sources: K. Sakaguchi, M. Post and B. Van Durme 2014, Efficient elicitation of annotations for human evaluation of
    machine translation, and its program (github.com/keisks/wmt-trueskill: infer_TS.py, cluster.py), which does not
    resample; R. Herbrich, T. Minka and T. Graepel 2006, TrueSkill.
    """
    share(level, "level")
    share(tie_probability, "tie_probability")
    if not prior_deviation > 0:
        raise InputError(expected="a prior deviation above 0", found=str(prior_deviation))
    counted = preferences.take(preferences.ordinary)
    if not len(counted):
        raise InputError(expected="comparisons of systems", found="none")
    deviation = prior_deviation * (len(counted) + 1) / _MEETINGS_OF_DEVIATION
    means = native.trueskill_means(
        counted.first,
        counted.second,
        counted.outcome,
        systems=len(counted.systems),
        prior_deviation=prior_deviation,
        deviation=deviation,
        tie_margin=NormalDist().inv_cdf((1 + tie_probability) / 2) * sqrt(2) * deviation,
        resampled=resampled,
        key=int(rng.integers(1 << 63)),
        runs=positive(runs, "number of runs"),
        threads=threads,
    )
    return replace(rank_runs(counted.systems, means, level=level), resampled=resampled)


def rank_runs(systems: tuple[str, ...], runs: Floats, *, level: float = 0.95) -> TrueSkillRanking:
    """The ranking from the skills that runs ended with (runs × systems)."""
    share(level, "level")
    scores = runs.mean(axis=0)
    ranges = _ranges(runs, level)
    order = tuple(np.argsort(-scores, kind="stable").tolist())
    return TrueSkillRanking(systems, scores, ranges, order, _clusters(order, ranges), runs)


def _ranges(means: Floats, level: float) -> tuple[RankRange, ...]:
    ranks = np.sort(1 + np.argsort(np.argsort(-means, axis=1, kind="stable"), axis=1), axis=0)
    # Rounded up as WMT did, but never all runs; what is a whole number but for the last digits stays what it is.
    cut = min(ceil(len(means) * (1 - level) / 2 - 1e-9), (len(means) - 1) // 2)
    return tuple(RankRange(int(low), int(high)) for low, high in zip(ranks[cut], ranks[-1 - cut], strict=True))


def _clusters(order: tuple[int, ...], ranges: tuple[RankRange, ...]) -> tuple[tuple[int, ...], ...]:
    clusters: list[tuple[int, ...]] = []
    start = 0
    for end in range(1, len(order) + 1):
        best_below = min((ranges[system].low for system in order[end:]), default=len(order) + 1)
        if ranges[order[end - 1]].high < best_below:
            clusters.append(order[start:end])
            start = end
    return tuple(clusters)
