"""What was asked twice."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from bakeoff.human_eval.protocols.observations import Observations
from bakeoff.human_eval.quality.rules import QualityRule, Reason, answered, rows_by_judge


@dataclass(frozen=True, kw_only=True)
class RepeatRule(QualityRule):
    """Judges' second answers must be near their first: the mean difference may be `largest` at most.

    In the unit of the answers: grades of the scale; for preferences a tie is 1 from better and from worse.
    """

    name = "repeats"

    largest: float
    fewest: int = 5
    """Judges with fewer repeats cannot fail."""

    def failing(self, observations: Observations) -> dict[str, Reason]:
        things, values = answered(observations)
        reasons = {}
        for judge, rows in rows_by_judge(observations, observations.ordinary):
            order = rows[np.lexsort((observations.judgment[rows], things[rows]))]
            _, starts, sizes = np.unique(things[order], return_index=True, return_counts=True)
            firsts = np.repeat(order[starts], sizes)
            differences = np.abs(values[order] - values[firsts])[order != firsts]
            if len(differences) >= self.fewest and (mean := float(differences.mean())) > self.largest:
                sentence = (
                    f"second answers differ from the first by {mean:.2f} on average over {len(differences)} repeats, "
                    f"{self.largest:g} is allowed."
                )
                reasons[judge] = self._reason(mean, self.largest, sentence)
        return reasons
