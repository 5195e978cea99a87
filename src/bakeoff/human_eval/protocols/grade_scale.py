"""Protocols by which judges grade outputs on a scale: a number for each output that a screen shows."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, ClassVar

import numpy as np

from bakeoff.data.judgments import Judgment
from bakeoff.human_eval.protocols.answer_columns import grades_of, parse_answers
from bakeoff.human_eval.protocols.contract import AnswerError, Missing, Protocol
from bakeoff.human_eval.protocols.observations import Grades

Given = tuple[float | None, ...]
"""A grade for each output shown; None where the judge gave none."""


INFORMATION = (
    "The translation expresses none of the information.",
    "The translation expresses a small part of the information.",
    "The translation expresses a large part of the information.",
    "The translation expresses nearly all of the information.",
    "The translation expresses all of the information.",
)
"""What the five grades of adequacy mean, whichever number the lowest has."""


class Grading(Protocol[Given]):
    """Grades from a scale. An answer is a number or a label of the scale; a list of these where outputs are several."""

    seconds_an_output = 26 / 2  # W08, 7.2: fluency and adequacy of a sentence took 26 seconds
    only_integers: ClassVar[bool] = True
    """Whether only whole numbers are grades."""

    @property
    def keys(self) -> Mapping[str, Any]:
        """A digit for each grade, where digits are enough."""
        low, high = self.grades_from_to or (0, 100)
        return {str(grade): grade for grade in range(int(low), int(high) + 1)} if low >= 0 and high <= 9 else {}

    def parse(self, answer: Any, systems: Sequence[str], *, texts: Sequence[str] = ()) -> Given:  # noqa: ARG002
        grades = answer if isinstance(answer, list | tuple) else [answer]
        if len(grades) != len(systems):
            raise AnswerError(
                expected=f"{len(systems)} grades, one for each output shown",
                found=str(len(grades)),
                remedy="Write null for an output that was not graded.",
            )
        return tuple(None if grade is None else self._grade(grade) for grade in grades)

    def write(self, answer: Given) -> Any:
        grades = [None if grade is None else self._written(grade) for grade in answer]
        return grades[0] if len(grades) == 1 else grades

    def draft(self, answer: Any, systems: Sequence[str], *, texts: Sequence[str] = ()) -> Any:
        return self.write(self.parse([None] * len(systems) if answer is None else answer, systems, texts=texts))

    def missing(self, answer: Any, systems: Sequence[str]) -> tuple[Missing, ...]:
        grades = [None] * len(systems) if answer is None else self.parse(answer, systems)
        return tuple(
            Missing("a grade", number, is_only=len(grades) == 1) for number, grade in enumerate(grades) if grade is None
        )

    def imagine(self, perceived: Sequence[float], rng: np.random.Generator) -> Any:  # noqa: ARG002 -- of others
        """The middle of the scale for an ordinary output, its end for one that is two standard deviations off."""
        low, high = self.grades_from_to or (0, 100)
        values = np.clip((low + high) / 2 + np.asarray(perceived) * (high - low) / 4, low, high)
        return self.write(tuple((np.rint(values) if self.only_integers else values.round(1)).tolist()))

    def grades(self, judgments: Iterable[Judgment]) -> Grades:
        rows = tuple(judgments)
        return grades_of(rows, parse_answers(rows, self.parse))

    def _grade(self, grade: Any) -> float:
        low, high = self.grades_from_to or (-math.inf, math.inf)
        labels = self.grade_labels
        if isinstance(grade, str) and grade in labels:
            return low + labels.index(grade)
        value = number_of(grade)
        if value is None or not low <= value <= high or (self.only_integers and value % 1):
            raise AnswerError(expected=self._expected(low, high, labels), found=repr(grade)[:60])
        return value

    def _expected(self, low: float, high: float, labels: Sequence[str]) -> str:
        kind = "a whole number" if self.only_integers else "a number"
        named = f" or one of {', '.join(map(repr, labels))}" if labels else ""
        return f"{kind} from {low:g} to {high:g}{named}"

    def _written(self, grade: float) -> Any:
        return int(grade) if grade % 1 == 0 else grade


def number_of(value: Any) -> float | None:
    """A finite number of JSON; None for anything else."""
    if isinstance(value, bool) or not isinstance(value, int | float) or not math.isfinite(value):
        return None
    return float(value)
