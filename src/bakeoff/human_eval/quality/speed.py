"""Answers given too quickly to have been thought about."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from bakeoff.human_eval.protocols.observations import Observations
from bakeoff.human_eval.quality.rules import QualityRule, Reason, rows_by_judge

_NORMAL = 1.4826
"""What the median distance from the median is multiplied by to give the standard deviation of a normal law."""


@dataclass(frozen=True, kw_only=True)
class SpeedRule(QualityRule):
    """No judge may be much faster than the others.

    The median of each judge's seconds is taken, as a logarithm. A judge fails whose median is more than `deviations`
    below the median of all judges, the deviation being the median distance from that (times 1.4826); so does one
    below `least_seconds`.
    """

    name = "speed"

    deviations: float | None = 3.5
    least_seconds: float | None = None
    fewest: int = 10
    """Judges with fewer times cannot fail and are not compared with."""

    def failing(self, observations: Observations) -> dict[str, Reason]:
        medians = self._medians(observations)
        bound = max(self._outlying(list(medians.values())), self.least_seconds or 0)
        return {
            judge: self._reason(seconds, bound, f"{seconds:.1f} seconds a screen, {bound:.1f} are needed.")
            for judge, seconds in medians.items()
            if seconds < bound
        }

    def _medians(self, observations: Observations) -> dict[str, float]:
        once = np.zeros(len(observations), dtype=bool)
        once[np.unique(observations.judgment, return_index=True)[1]] = True
        timed = once & ~np.isnan(observations.seconds)
        return {
            judge: float(np.median(observations.seconds[rows]))
            for judge, rows in rows_by_judge(observations, timed)
            if len(rows) >= self.fewest
        }

    def _outlying(self, medians: list[float]) -> float:
        """The seconds below which a judge is too far from the others."""
        if self.deviations is None or len(medians) < 3:
            return 0.0
        # A median of 0 seconds must not hide how far off it is.
        logs = np.log(np.maximum(medians, 1e-3))
        middle = float(np.median(logs))
        spread = _NORMAL * float(np.median(np.abs(logs - middle)))
        return float(np.exp(middle - self.deviations * spread)) if spread else 0.0
