"""Answers of a judge compared with those of the others."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from bakeoff.human_eval.protocols.observations import Floats, Observations
from bakeoff.human_eval.quality.rules import QualityRule, Reason, answered, rows_by_judge
from bakeoff.statistics import pearson


@dataclass(frozen=True, kw_only=True)
class ConsensusRule(QualityRule):
    """Judges' answers must correlate (Pearson) with the mean of the others' answers to the same."""

    name = "consensus"

    least: float = 0.2
    fewest: int = 20
    """Judges with fewer answers that others gave, too, cannot fail."""

    def failing(self, observations: Observations) -> dict[str, Reason]:
        reasons = {}
        for judge, (own, others) in beside_others(observations).items():
            if len(own) >= self.fewest and (r := _correlation(own, others)) is not None and r < self.least:
                sentence = f"correlation with the mean of the others is {r:.2f}, {self.least:g} is needed."
                reasons[judge] = self._reason(r, self.least, sentence)
        return reasons


@dataclass(frozen=True, kw_only=True)
class RandomRule(QualityRule):
    """Judges' answers must have to do with the others': a correlation above 0, its one-sided p at most `level`."""

    name = "random"

    level: float = 0.05
    fewest: int = 30
    """Judges with fewer answers that others gave, too, cannot fail."""

    def failing(self, observations: Observations) -> dict[str, Reason]:
        reasons = {}
        for judge, (own, others) in beside_others(observations).items():
            if len(own) < self.fewest or np.ptp(own) == 0 or np.ptp(others) == 0:
                continue
            correlation = pearson(own, others)
            two_sided = 1.0 if correlation.p is None else correlation.p
            p = two_sided / 2 if correlation.value > 0 else 1 - two_sided / 2
            if p > self.level:
                sentence = (
                    f"answers have nothing to do with those of the others (r = {correlation.value:.2f}, p = {p:.3f})."
                )
                reasons[judge] = self._reason(p, self.level, sentence)
        return reasons


def beside_others(observations: Observations) -> dict[str, tuple[Floats, Floats]]:
    """For each judge, the answers to screens that others answered, too, each with the mean of the others' answers."""
    things, values = answered(observations)
    counted = observations.ordinary
    _, places = np.unique(things, return_inverse=True)
    sums = np.bincount(places[counted], weights=values[counted], minlength=places.max(initial=-1) + 1)
    counts = np.bincount(places[counted], minlength=len(sums))
    answers = {}
    for judge, rows in rows_by_judge(observations, counted):
        # A judge may have answered twice.
        own, at = np.unique(places[rows], return_inverse=True)
        own_sums, own_counts = np.bincount(at, weights=values[rows]), np.bincount(at)
        left = counts[own] - own_counts
        shared = left > 0
        others = (sums[own][shared] - own_sums[shared]) / left[shared]
        answers[judge] = (own_sums[shared] / own_counts[shared], others)
    return answers


def _correlation(own: Floats, others: Floats) -> float | None:
    """None where one side does not vary."""
    return None if np.ptp(own) == 0 or np.ptp(others) == 0 else pearson(own, others).value
