"""Tests of pairs of systems for all metrics at once."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from bakeoff.evaluation.progress import Progress
from bakeoff.evaluation.scores.groups import Members
from bakeoff.metrics import Scoring
from bakeoff.statistics import (
    Centring,
    Interval,
    Measure,
    block_sums,
    bootstrap_scores,
    paired_result,
    randomize_pairs,
    sampler,
    sign_test,
)

PairTest = Literal["randomization", "bootstrap", "bootstrap@sacrebleu", "sign"]
Pair = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a test says of one pair and metric; some also give the interval of the difference or the segments won."""

    p: float
    interval: Interval | None = None
    wins: int | None = None
    losses: int | None = None
    z: float | None = None
    """Mean difference of what was counted over its standard error, where the test has one."""
    n: int | None = None
    """Observations behind z."""

    def reversed(self) -> Outcome:
        """The same for the pair the other way round."""
        interval = self.interval and replace(self.interval, low=-self.interval.high, high=-self.interval.low)
        z = None if self.z is None else -self.z
        return replace(self, interval=interval, wins=self.losses, losses=self.wins, z=z)


@dataclass(frozen=True, slots=True)
class Trial:
    """What a test is run on: systems by number in the measures, one measure for each metric."""

    metrics: Sequence[Scoring]
    measures: Sequence[Measure]
    blocks: NDArray[np.intp] | None
    pairs: Sequence[Pair]
    members: Members | None
    """The segments of the evaluation that the measures are of; None for all."""
    trials: int
    level: float
    seed: int
    threads: int
    on_progress: Progress | None

    @property
    def rng(self) -> np.random.Generator:
        return np.random.default_rng(self.seed)


Outcomes = list[dict[Pair, Outcome]]
"""For each metric the outcome of each pair."""


@dataclass(frozen=True, slots=True)
class NamedTest:
    """A test that knows more of the systems than their measures."""

    name: str
    run: Callable[[Trial], Outcomes]


def run_test(test: PairTest | NamedTest, trial: Trial) -> Outcomes:
    return test.run(trial) if isinstance(test, NamedTest) else _TESTS[test](trial)


def _randomization(trial: Trial) -> Outcomes:
    draws = sampler("coins", trial.measures, rng=trial.rng, blocks=trial.blocks, threads=trial.threads)
    p = randomize_pairs(draws, trial.pairs, trials=trial.trials, on_progress=trial.on_progress)
    return [dict(zip(trial.pairs, map(Outcome, row), strict=True)) for row in p.tolist()]


def _bootstrap(trial: Trial, *, centring: Centring) -> Outcomes:
    draws = sampler("bootstrap", trial.measures, rng=trial.rng, blocks=trial.blocks, threads=trial.threads)
    samples = bootstrap_scores(draws, samples=trial.trials, on_progress=trial.on_progress)
    outcomes: Outcomes = []
    for one, scores in zip(trial.measures, samples, strict=True):
        values = one.scores()
        by_pair = {}
        for pair in trial.pairs:
            both = list(pair)
            result = paired_result(values[both], scores[both], n=draws.units, level=1 - trial.level, centring=centring)
            by_pair[pair] = Outcome(result.p, result.interval)
        outcomes.append(by_pair)
    return outcomes


def _sign(trial: Trial) -> Outcomes:
    outcomes: Outcomes = []
    for metric, one in zip(trial.metrics, trial.measures, strict=True):
        sign = 1 if metric.direction == "higher" else -1
        scores = [sign * unit_scores(metric, rows, trial.blocks) for rows in one.rows]
        by_pair = {}
        for a, b in trial.pairs:
            result = sign_test(scores[a] - scores[b])
            wins = int(result.statistic)
            by_pair[a, b] = Outcome(result.p, wins=wins, losses=result.n - wins)
        outcomes.append(by_pair)
    return outcomes


def unit_scores(metric: Scoring, rows: NDArray[np.float64], blocks: NDArray[np.intp] | None) -> NDArray[np.float64]:
    """The score of each segment or, where there are blocks, of each block."""
    if blocks is None:
        return metric.segment_scores(rows)
    return metric.score(block_sums(rows, np.unique(blocks, return_inverse=True)[1]))


_TESTS: Mapping[PairTest, Callable[[Trial], Outcomes]] = {
    "randomization": _randomization,
    "bootstrap": partial(_bootstrap, centring="difference"),
    "bootstrap@sacrebleu": partial(_bootstrap, centring="sacrebleu"),
    "sign": _sign,
}
