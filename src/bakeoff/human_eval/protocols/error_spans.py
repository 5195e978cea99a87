"""Multidimensional quality metrics (MQM): professionals mark each error with category and severity."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, ClassVar

import numpy as np

from bakeoff.data.judgments import Judgment
from bakeoff.human_eval.protocols.answer_columns import grades_of, parse_answers
from bakeoff.human_eval.protocols.contract import AnswerError, Protocol, Settings
from bakeoff.human_eval.protocols.error_marks import (
    WMT_WEIGHTS,
    ErrorSpan,
    ErrorWeights,
    imagine_errors,
    parse_errors,
    write_errors,
)
from bakeoff.human_eval.protocols.observations import Grades

CATEGORIES = (
    "Accuracy/Addition",
    "Accuracy/Omission",
    "Accuracy/Mistranslation",
    "Accuracy/Untranslated text",
    "Fluency/Punctuation",
    "Fluency/Spelling",
    "Fluency/Grammar",
    "Fluency/Register",
    "Fluency/Inconsistency",
    "Fluency/Character encoding",
    "Terminology/Inappropriate for context",
    "Terminology/Inconsistent use of terminology",
    "Style/Awkward",
    "Locale convention/Address format",
    "Locale convention/Currency format",
    "Locale convention/Date format",
    "Locale convention/Name format",
    "Locale convention/Telephone format",
    "Locale convention/Time format",
    "Other",
    "Source error",
    "Non-translation",
)
"""What a judge chooses from; answers may name others. Source: Freitag et al. 2021, table 10."""


class ErrorSpans(Protocol[tuple[ErrorSpan, ...]]):
    """Errors of one output in its document; their weights add up to its penalty, so that lower is better."""

    name = "error_spans"
    title = "Error spans (MQM)"
    shows = frozenset({"source", "document"})
    higher_is_better = False
    scores = ("penalty",)
    details: ClassVar[Mapping[str, Any]] = MappingProxyType(
        {"categories": CATEGORIES, "severities": ("minor", "major", "neutral")}
    )

    def __init__(self, settings: Settings | None = None) -> None:
        super().__init__(settings)
        self.weights = ErrorWeights(WMT_WEIGHTS if self.settings.weights is None else self.settings.weights)

    question = "Mark the errors in the translation."
    instructions = "Mark each error once, and choose its category and severity. Mark nothing if there are no errors."

    def parse(self, answer: Any, systems: Sequence[str], *, texts: Sequence[str] = ()) -> tuple[ErrorSpan, ...]:
        if len(systems) != 1:
            raise AnswerError(expected="errors of one output", found=f"{len(systems)} outputs")
        errors = parse_errors(answer, text=texts[0] if texts else None)
        self.weights.penalty(errors)
        return errors

    def imagine(self, perceived: Sequence[float], rng: np.random.Generator) -> list[dict[str, Any]]:
        return self.write(tuple(imagine_errors(perceived[0], rng, categories=CATEGORIES[:-1])))

    def write(self, answer: tuple[ErrorSpan, ...]) -> list[dict[str, Any]]:
        return write_errors(answer)

    def grades(self, judgments: Iterable[Judgment]) -> Grades:
        """The penalty of each output by each judge."""
        rows = tuple(judgments)
        return grades_of(rows, [(self.weights.penalty(errors),) for errors in parse_answers(rows, self.parse)])


PROTOCOL = ErrorSpans
