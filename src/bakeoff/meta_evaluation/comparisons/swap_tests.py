"""PERM-BOTH: the scores of two metrics change places cell by cell, or system by system, and are measured again."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import get_args

import numpy as np
from numpy.typing import NDArray

from bakeoff.errors import InputError
from bakeoff.meta_evaluation.comparisons.swapped_correlations import more_correlation
from bakeoff.meta_evaluation.comparisons.swapped_pairs import more_right_pairs
from bakeoff.meta_evaluation.comparisons.swapped_soft_accuracy import more_soft_accuracy
from bakeoff.meta_evaluation.measures import MetricOutputs, Settings, find_measure
from bakeoff.meta_evaluation.soft_accuracy import Signs, have_same_segments
from bakeoff.meta_evaluation.tables import Grouping, in_groups
from bakeoff.meta_evaluation.tie_calibration import pairs_in_groups
from bakeoff.native import best_tie_threshold
from bakeoff.statistics import Coefficient, permutation_comparison
from bakeoff.statistics.inputs import Booleans, Floats
from bakeoff.statistics.significance.permutations import all_swaps

Progress = Callable[[int, int], None]

# Standardised scores that are equal by definition differ by rounding; so do differences of correlations.
_DIGITS = 12
_ROUNDING = 1e-10
_COEFFICIENTS: tuple[Coefficient, ...] = get_args(Coefficient)
_GROUPINGS: dict[str, Grouping] = {
    "segment-pearson": "pooled",
    "segment-pearson-item": "item",
    "segment-pearson-system": "system",
}
_COUNTING = ("acc-t", "acc-eq", "acc-eq-total", "consistency", "consistency-total", "tau10", "tau10-total")
"""Measures by segment whose denominators no swap changes."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class SwapTest:
    """All pairs of metrics, by their places, and how often their scores are swapped."""

    outputs: Sequence[MetricOutputs]
    pairs: NDArray[np.int32]
    trials: int
    settings: Settings
    rng: np.random.Generator
    threads: int = 1
    on_progress: Progress | None = None

    def run(self, measure: str) -> tuple[Floats, int | None]:
        """One-sided p of each pair, that the first is no better; and the random trials; None: all swaps."""
        for coefficient in _COEFFICIENTS:
            if measure == coefficient:
                return self._systems(coefficient)
        if measure == "accuracy":
            return self._accuracy()
        human = grades_of_outputs(measure, self.outputs)
        metrics = _standardised(human, self.outputs)
        if measure in _GROUPINGS:
            grouping = _GROUPINGS[measure]
            observed, drawn = more_correlation(
                in_groups(human, grouping),
                np.stack([in_groups(each, grouping) for each in metrics]),
                self.pairs,
                draws=self.trials,
                rng=self.rng,
                threads=self.threads,
                on_progress=self.on_progress,
            )
        elif measure in _COUNTING:
            observed, drawn = self._counting(measure, human, metrics)
        elif measure == "spa" and have_same_segments(human):
            observed, drawn = more_soft_accuracy(
                human,
                metrics,
                self.pairs,
                signs=Signs.drawn(np.random.default_rng(self.settings.seed), self.settings.draws),
                draws=self.trials,
                rng=self.rng,
                threads=self.threads,
                on_progress=self.on_progress,
            )
        else:
            observed, drawn = self._any_measure(measure, human, metrics)
        return _sampled(observed, drawn), self.trials

    def _systems(self, coefficient: Coefficient) -> tuple[Floats, int | None]:
        human = self.outputs[0].human_systems
        found = np.empty(len(self.pairs))
        for number, (first, second) in enumerate(self.pairs.tolist()):
            result = permutation_comparison(
                human,
                scores_of_systems(self.outputs[first]),
                scores_of_systems(self.outputs[second]),
                coefficient=coefficient,
                trials=self.trials,
                alternative="greater",
                rng=self.rng,
            )
            found[number] = result.p
            if self.on_progress is not None:
                self.on_progress(number + 1, len(self.pairs))
        return found, None if 2 ** min(len(human), 62) <= self.trials else self.trials

    def _accuracy(self) -> tuple[Floats, int | None]:
        human = self.outputs[0].human_systems
        metrics = np.stack([_standard(scores_of_systems(each))[None] for each in self.outputs])
        is_exact = 2 ** min(len(human), 62) <= self.trials

        def swaps(size: int) -> Iterator[Booleans]:
            yield np.concatenate(list(all_swaps(size))) if is_exact else _coins(self.trials, size, self.rng)

        observed, drawn = more_right_pairs(
            human[None],
            metrics,
            [0.0] * len(self.outputs),
            self.pairs,
            count_human_ties=True,
            weights=np.ones(1),
            swaps=swaps,
            draws=2 ** len(human) if is_exact else self.trials,
            threads=self.threads,
            on_progress=self.on_progress,
        )
        if is_exact:
            return (drawn >= observed).mean(axis=0), None
        return _sampled(observed, drawn), self.trials

    def _counting(self, measure: str, human: Floats, metrics: Floats) -> tuple[Floats, Floats]:
        truth, scores = in_groups(human, "item"), np.stack([in_groups(each, "item") for each in metrics])
        name = measure.removesuffix("-total")
        counts_ties = name in ("acc-t", "acc-eq")
        counted = pairs_in_groups(truth) if counts_ties else _untied_pairs(truth)
        kept = counted > 0
        truth, scores, counted = truth[kept], np.ascontiguousarray(scores[:, kept]), counted[kept]
        equal = measure.endswith("-total") or bool((counted == counted[0]).all())
        weights = np.ones(len(counted)) if equal else 1 / counted
        thresholds = [0.0] * len(scores)
        if name == "acc-t":
            thresholds = [best_tie_threshold(truth, each, weights)[0] for each in scores]
            # The threshold is a difference that occurs; standardised scores give it again up to rounding.
            thresholds = [each * (1 + 1e-9) + 10.0**-_DIGITS for each in thresholds]

        def swaps(size: int) -> Iterator[Booleans]:
            for _ in range(len(truth)):
                yield _coins(self.trials, size, self.rng)

        return more_right_pairs(
            truth,
            scores,
            thresholds,
            self.pairs,
            count_human_ties=counts_ties,
            weights=weights,
            swaps=swaps,
            draws=self.trials,
            threads=self.threads,
            on_progress=self.on_progress,
        )

    def _any_measure(self, measure: str, human: Floats, metrics: Floats) -> tuple[Floats, Floats]:
        """Each draw measures both metrics again: for measures without a shortcut, and slow."""
        of = find_measure(measure).of
        systems = np.zeros(len(human))

        def measured(scores: Floats) -> float:
            outputs = MetricOutputs(
                human_systems=systems, metric_systems=None, human_segments=human, metric_segments=scores
            )
            value = of(outputs, self.settings).value
            return np.nan if value is None else value

        plain = np.array([measured(each) for each in metrics])
        drawn = np.empty((self.trials, len(self.pairs)))
        for draw in range(self.trials):
            swap = self.rng.integers(0, 2, size=human.shape, dtype=np.bool_)
            for number, (first, second) in enumerate(self.pairs.tolist()):
                a, b = metrics[first], metrics[second]
                drawn[draw, number] = measured(np.where(swap, b, a)) - measured(np.where(swap, a, b))
            if self.on_progress is not None:
                self.on_progress(draw + 1, self.trials)
        return plain[self.pairs[:, 0]] - plain[self.pairs[:, 1]], drawn


def grades_of_outputs(measure: str, outputs: Sequence[MetricOutputs]) -> Floats:
    """The table of people's grades, which tests of outputs need."""
    human = outputs[0].human_segments
    if human is None:
        raise InputError(
            expected=f"grades of outputs by people, to test metrics by {measure}",
            found="single comparisons, or scores of systems alone",
        )
    return human


def scores_of_systems(outputs: MetricOutputs) -> Floats:
    """The scores of systems of a metric."""
    if outputs.metric_systems is None:
        raise InputError(expected="scores of systems of every metric", found="scores of segments alone")
    return outputs.metric_systems


def _standardised(human: Floats, outputs: Sequence[MetricOutputs]) -> Floats:
    """The scores of all metrics where people scored, each of mean 0 and deviation 1."""
    known = ~np.isnan(human)
    found = np.zeros((len(outputs), *human.shape))
    for own, each in zip(found, outputs, strict=True):
        assert each.metric_segments is not None  # measures of segments are asked only where there are scores of them
        own[known] = _standard(each.metric_segments[known])
    return found


def _standard(scores: Floats) -> Floats:
    deviation = float(scores.std())
    if deviation == 0:
        raise InputError(expected="scores of every metric that differ", found=f"{scores[0]:g} for all")
    return np.asarray(np.round((scores - scores.mean()) / deviation, _DIGITS))


def _sampled(observed: Floats, drawn: Floats) -> Floats:
    extreme = (np.nan_to_num(drawn, nan=np.inf) >= observed - _ROUNDING).sum(axis=0)
    return np.asarray((1 + extreme) / (1 + len(drawn)))


def _untied_pairs(human: Floats) -> Floats:
    first, second = np.triu_indices(human.shape[1], k=1)
    differences = human[:, first] - human[:, second]
    return np.asarray((~np.isnan(differences) & (differences != 0)).sum(axis=1), dtype=np.float64)


def _coins(draws: int, size: int, rng: np.random.Generator) -> Booleans:
    return rng.integers(0, 2, size=(draws, size), dtype=np.bool_)
