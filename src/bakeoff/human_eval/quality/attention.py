"""Damaged outputs among the others: who reads, grades them lower."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from bakeoff.data.judgments import CONTROLS
from bakeoff.errors import InputError
from bakeoff.human_eval.observations import Grades, Observations
from bakeoff.human_eval.quality.rules import QualityRule, Reason, answered, rows_by_judge
from bakeoff.statistics import wilcoxon_signed_rank


@dataclass(frozen=True, kw_only=True)
class AttentionRule(QualityRule):
    """Judges must grade damaged outputs significantly lower than the same outputs undamaged.

    Wilcoxon's signed-rank test of what the same judge gave to both, one-sided: p must be at most `level`. Each damaged
    output is paired with the mean of the judge's grades of the undamaged one; those without are left out.
    Source: Graham et al. 2016, Can machine translation systems be evaluated by the crowd alone.
    """

    name = "attention"

    level: float = 0.05
    fewest: int = 5
    """Judges with fewer pairs cannot fail: four pairs never reach .05."""
    higher_is_better: bool = True

    def failing(self, observations: Observations) -> dict[str, Reason]:
        if not isinstance(observations, Grades):
            raise InputError(expected="grades for the rule about damaged outputs", found=type(observations).__name__)
        reasons = {}
        for judge, differences in attention_differences(observations).items():
            if len(differences) < self.fewest:
                continue
            better = differences if self.higher_is_better else -differences
            p = wilcoxon_signed_rank(better, alternative="greater").p
            if p > self.level:
                sentence = (
                    f"damaged outputs were not graded lower than undamaged ones ({len(better)} pairs, p = {p:.3f})."
                )
                reasons[judge] = self._reason(p, self.level, sentence)
        return reasons


def attention_differences(grades: Grades) -> dict[str, np.ndarray]:
    """For each judge the grade of each undamaged output less that of the damaged one."""
    outputs, values = answered(grades)
    damaged = grades.control == CONTROLS.index("attention")
    found = {}
    for judge, rows in rows_by_judge(grades, damaged | grades.ordinary):
        bad, good = rows[damaged[rows]], rows[~damaged[rows]]
        present, places = np.unique(outputs[good], return_inverse=True)
        means = np.bincount(places, weights=values[good]) / np.bincount(places) if len(good) else np.empty(0)
        paired = np.isin(outputs[bad], present)
        at = np.searchsorted(present, outputs[bad][paired])
        if len(bad):
            found[judge] = means[at] - values[bad][paired]
    return found
