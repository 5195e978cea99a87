"""Items whose answer is known."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from bakeoff.data.judgments import CONTROLS
from bakeoff.errors import InputError
from bakeoff.human_eval.protocols.observations import Grades, Observations, Preferences
from bakeoff.human_eval.quality.rules import QualityRule, Reason, rows_by_judge
from bakeoff.statistics import Interval
from bakeoff.statistics.intervals import wilson_interval

_Thing = tuple[object, ...]


@dataclass(frozen=True, kw_only=True, eq=False)
class GoldRule(QualityRule):
    """Judges must answer a share of the gold items right.

    `key` holds the right answers in the form in which they are given: the answers of one who knows. A grade is right
    within `tolerance`. Gold items without a right answer do not count.
    """

    name = "gold"

    key: Grades | Preferences
    least_share: float = 0.7
    tolerance: float = 0.0
    fewest: int = 3
    """Judges who answered fewer gold items cannot fail; the comparisons of one ranking are one item."""

    def failing(self, observations: Observations) -> dict[str, Reason]:
        reasons = {}
        for judge, given in gold_answers(observations, self.key, tolerance=self.tolerance).items():
            if given.items >= self.fewest and given.share < self.least_share:
                counted = f"{given.answers} answers to {given.items}" if given.answers > given.items else given.items
                items = "gold item" if given.items == 1 else "gold items"
                sentence = f"{given.right} of {counted} {items} right, {self.least_share:.0%} are needed."
                reasons[judge] = self._reason(given.share, self.least_share, sentence)
        return reasons


@dataclass(frozen=True, slots=True, kw_only=True)
class GoldAnswers:
    """What a judge answered to gold items, as far as right answers are known; at least one answer."""

    right: int
    answers: int
    """Grades, or comparisons: a ranking of five outputs has ten of these."""
    items: int
    """Screens."""
    independent: float
    """Screens with equally many answers that would show as much: fewer than `items` where their answers differ in
    number (Kish 1965, Survey sampling)."""

    @property
    def share(self) -> float:
        return self.right / self.answers

    def interval(self, *, level: float = 0.95) -> Interval:
        """Wilson's interval over screens. Answers of one screen may depend on each other in any way: a share of
        right answers on a screen varies at most as much as a single answer.
        """
        return wilson_interval(self.share * self.independent, self.independent, level=level)


def gold_answers(
    observations: Observations, key: Grades | Preferences, *, tolerance: float = 0.0
) -> dict[str, GoldAnswers]:
    """For each judge who answered gold items how many answers are right; those without a key do not count."""
    if type(observations) is not type(key):
        raise InputError(
            expected=f"right answers as {type(observations).__name__.lower()}", found=type(key).__name__.lower()
        )
    right = {_thing(key, row): _answer(key, row) for row in range(len(key))}
    by_judge = {}
    for judge, rows in rows_by_judge(observations, observations.control == CONTROLS.index("gold")):
        known = [row for row in rows.tolist() if _thing(observations, row) in right]
        correct = sum(abs(_answer(observations, row) - right[_thing(observations, row)]) <= tolerance for row in known)
        if not known:
            continue
        _, sizes = np.unique(observations.judgment[known], return_counts=True)
        by_judge[judge] = GoldAnswers(
            right=correct,
            answers=len(known),
            items=len(sizes),
            independent=len(known) ** 2 / float(np.sum(sizes**2)),
        )
    return by_judge


def _thing(observations: Observations, row: int) -> _Thing:
    """What a row is about, by names: those of the key are numbered in their own way."""
    item = observations.items[observations.item[row]]
    if isinstance(observations, Preferences):
        return item, *sorted(
            (observations.systems[observations.first[row]], observations.systems[observations.second[row]])
        )
    assert isinstance(observations, Grades)
    return item, observations.systems[observations.system[row]]


def _answer(observations: Observations, row: int) -> float:
    """The answer; of a preference, for the system whose name comes first."""
    if isinstance(observations, Preferences):
        first, second = observations.systems[observations.first[row]], observations.systems[observations.second[row]]
        return float(observations.outcome[row] if first <= second else -observations.outcome[row])
    assert isinstance(observations, Grades)
    return float(observations.value[row])
