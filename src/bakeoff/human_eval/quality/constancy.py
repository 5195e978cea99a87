"""Always the same answer."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from bakeoff.human_eval.protocols.observations import Observations, Preferences
from bakeoff.human_eval.quality.rules import QualityRule, Reason, answered, rows_by_judge


@dataclass(frozen=True, kw_only=True)
class ConstantRule(QualityRule):
    """No answer may make up more than a share of a judge's answers; for preferences: first, second or tie."""

    name = "constant"

    largest_share: float = 0.95
    fewest: int = 20
    """Judges with fewer answers cannot fail."""

    def failing(self, observations: Observations) -> dict[str, Reason]:
        values = observations.outcome if isinstance(observations, Preferences) else answered(observations)[1]
        reasons = {}
        for judge, rows in rows_by_judge(observations, observations.ordinary):
            share = float(np.unique(values[rows], return_counts=True)[1].max()) / len(rows)
            if len(rows) >= self.fewest and share > self.largest_share:
                sentence = f"{share:.0%} of {len(rows)} answers are the same, {self.largest_share:.0%} are allowed."
                reasons[judge] = self._reason(share, self.largest_share, sentence)
        return reasons
