"""Items whose answer is known."""

from __future__ import annotations

from dataclasses import dataclass

from bakeoff.data.judgments import CONTROLS
from bakeoff.errors import InputError
from bakeoff.human_eval.observations import Grades, Observations, Preferences
from bakeoff.human_eval.quality.rules import QualityRule, Reason, rows_by_judge

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
    """Judges with fewer gold answers cannot fail."""

    def failing(self, observations: Observations) -> dict[str, Reason]:
        reasons = {}
        for judge, (right, known) in gold_answers(observations, self.key, tolerance=self.tolerance).items():
            if known >= self.fewest and right / known < self.least_share:
                sentence = f"{right} of {known} gold items right, {self.least_share:.0%} are needed."
                reasons[judge] = self._reason(right / known, self.least_share, sentence)
        return reasons


def gold_answers(
    observations: Observations, key: Grades | Preferences, *, tolerance: float = 0.0
) -> dict[str, tuple[int, int]]:
    """For each judge how many answers to gold items are right, and of how many; those without a key do not count."""
    if type(observations) is not type(key):
        raise InputError(
            expected=f"right answers as {type(observations).__name__.lower()}", found=type(key).__name__.lower()
        )
    right = {_thing(key, row): _answer(key, row) for row in range(len(key))}
    found = {}
    for judge, rows in rows_by_judge(observations, observations.control == CONTROLS.index("gold")):
        known = [row for row in rows.tolist() if _thing(observations, row) in right]
        correct = sum(abs(_answer(observations, row) - right[_thing(observations, row)]) <= tolerance for row in known)
        found[judge] = (correct, len(known))
    return found


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
