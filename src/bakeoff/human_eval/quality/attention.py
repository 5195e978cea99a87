"""Damaged outputs among the others: who reads, finds them worse."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from bakeoff.data.judgments import CONTROLS
from bakeoff.errors import InputError
from bakeoff.human_eval.protocols.observations import Floats, Observations, Preferences, name_places
from bakeoff.human_eval.quality.rules import QualityRule, Reason, answered, rows_by_judge
from bakeoff.statistics import wilcoxon_signed_rank


@dataclass(frozen=True, kw_only=True)
class AttentionRule(QualityRule):
    """Judges must find damaged outputs significantly worse than the same outputs undamaged.

    Wilcoxon's signed-rank test of what the same judge said of both, one-sided: p must be at most `level`. A damaged
    grade is paired with the mean of the judge's grades of the undamaged output; of comparisons, how the damaged output
    of a screen does on average against the others is paired with how it did undamaged against the same. What has no
    pair is left out, and so is what was the worst already and stays so: it could not fall.
    Source: Graham et al. 2016, Can machine translation systems be evaluated by the crowd alone, for grades.
    """

    name = "attention"

    level: float = 0.05
    fewest: int = 5
    """Judges with fewer pairs cannot fail: four pairs never reach .05."""
    higher_is_better: bool = True

    def failing(self, observations: Observations) -> dict[str, Reason]:
        higher = self.higher_is_better or isinstance(observations, Preferences)
        word = "found worse" if isinstance(observations, Preferences) else "graded lower"
        reasons = {}
        for judge, differences in attention_differences(observations, higher_is_better=higher).items():
            if len(differences) < self.fewest:
                continue
            p = wilcoxon_signed_rank(differences, alternative="greater").p
            if p > self.level:
                pairs = len(differences)
                sentence = f"damaged outputs were not {word} than undamaged ones ({pairs} pairs, p = {p:.3f})."
                reasons[judge] = self._reason(p, self.level, sentence)
        return reasons


def attention_differences(observations: Observations, *, higher_is_better: bool = True) -> dict[str, Floats]:
    """For each judge by how much each damaged output lost: what it was undamaged less what it is."""
    things, values = answered(observations)
    hurt = _damaged(observations)
    sign = 1 if higher_is_better else -1
    signs = sign * _signs(observations, hurt)
    # A comparison is lost at worst; no grade is known to be the lowest but the lowest that was given.
    worst = -1.0 if isinstance(observations, Preferences) else float(np.min(sign * values, initial=np.inf))
    differences = {}
    for judge, rows in rows_by_judge(observations, (hurt != 0) | observations.ordinary):
        bad, good = rows[hurt[rows] != 0], rows[hurt[rows] == 0]
        present, places = np.unique(things[good], return_inverse=True)
        means = np.bincount(places, weights=values[good]) / np.bincount(places) if len(good) else np.empty(0)
        bad = bad[np.isin(things[bad], present)]
        before = signs[bad] * means[np.searchsorted(present, things[bad])]
        after = signs[bad] * values[bad]
        _, screens = np.unique(_screens(observations, bad), return_inverse=True)
        sizes = np.bincount(screens)
        was, became = (np.bincount(screens, weights=column) / sizes for column in (before, after))
        differences[judge] = (was - became)[(was > worst) | (became > worst)]
    return differences


def _damaged(observations: Observations) -> NDArray[np.int8]:
    """Rows of attention items by what is damaged: 0 nothing, −1 the second of two, else 1."""
    attention = observations.control == CONTROLS.index("attention")
    marks = getattr(observations, "damaged", None)
    damaged = np.zeros(len(observations), np.int8) if marks is None else np.where(attention, marks, 0).astype(np.int8)
    if attention.any() and not damaged.any():
        raise InputError(
            expected="attention items that say which output was damaged",
            found="none that does",
            remedy="Name the damaged systems of a screen under damaged.",
        )
    return damaged


def _signs(observations: Observations, hurt: NDArray[np.int8]) -> Floats:
    """1, or −1 where the answer is that of the system which is not the damaged one."""
    if not isinstance(observations, Preferences):
        return np.ones(len(observations))
    places = name_places(observations.systems)
    return np.where(places[observations.first] <= places[observations.second], hurt, -hurt).astype(np.float64)


def _screens(observations: Observations, rows: NDArray[np.int64]) -> NDArray[np.int64]:
    """Comparisons of one screen belong together; each grade stands for itself."""
    return observations.judgment[rows].astype(np.int64) if isinstance(observations, Preferences) else rows
