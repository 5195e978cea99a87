"""Multidimensional quality metrics (MQM): professionals mark each error with category and severity."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import numpy as np

from bakeoff.data.judgments import Judgment
from bakeoff.human_eval.protocols.answer_columns import grades_of, parse_answers
from bakeoff.human_eval.protocols.contract import AnswerError, Missing, Protocol, Settings
from bakeoff.human_eval.protocols.error_marks import WMT_WEIGHTS, ErrorWeights, imagine_errors, parse_errors
from bakeoff.human_eval.protocols.marked_answers import (
    Marking,
    MarkingRules,
    given_marks,
    imagine_marking,
    missing_in,
    parse_marking,
    settle_marking,
    write_marking,
)
from bakeoff.human_eval.protocols.observations import Grades
from bakeoff.human_eval.protocols.screens import Screen

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


SEVERITIES = ("minor", "major", "neutral")
NOTES_FOR = ("Other",)
COMPLETE = ("Non-translation",)
"""An output that is no translation has this as its only error. Source: Freitag et al. 2021, table 10."""


class ErrorSpans(Protocol[Marking]):
    """Errors of one output in its document; their weights add up to its penalty, so that lower is better.

    An answer is a list of errors, or `{"spans": [errors], "digest": …, "given": …}` with what screens of ours add.
    """

    name = "error_spans"
    title = "Error spans (MQM)"
    shows = frozenset({"source", "document"})
    higher_is_better = False
    scores = ("penalty",)

    def __init__(self, settings: Settings | None = None) -> None:
        super().__init__(settings)
        own = self.settings
        self.weights = ErrorWeights(WMT_WEIGHTS if own.weights is None else own.weights)
        self.rules = MarkingRules(
            severities=own.severities or SEVERITIES,
            categories=own.categories or CATEGORIES,
            notes_for=NOTES_FOR if own.notes_for is None else own.notes_for,
            complete=COMPLETE if own.complete is None else own.complete,
        )

    question = "Mark the errors in the translation"
    instructions = "Mark each error once, and choose its category and severity. Mark nothing if there are no errors."

    @property
    def screen_details(self) -> Mapping[str, Any]:
        return self.rules.details

    def parse(self, answer: Any, systems: Sequence[str], *, texts: Sequence[str] = ()) -> Marking:
        if len(systems) != 1:
            raise AnswerError(expected="errors of one output", found=f"{len(systems)} outputs")
        text = texts[0] if texts else None
        if isinstance(answer, dict) and {"spans"} <= answer.keys() <= {"spans", "digest", "given"}:
            marking = parse_marking(answer, text=text)
        else:
            marking = Marking(errors=parse_errors(answer, text=text))
        self.weights.penalty(marking.errors)
        return marking

    def missing(self, answer: Any, systems: Sequence[str]) -> tuple[Missing, ...]:
        if answer is None:
            return (Missing("the errors, or say that there are none"),)
        return missing_in(self.parse(answer, systems).errors, self.rules)

    def start_from(self, answer: Any, *, text: str, original: str) -> Any:
        errors = () if answer is None else self.parse(answer, [""], texts=[original]).errors
        return {"spans": given_marks(errors, text=text, original=original)}

    def settle(self, answer: Any, screen: Screen) -> Any:
        if answer is None:
            return None
        marked = self.parse(answer, screen.systems, texts=screen.texts)
        return self.write(settle_marking(marked.errors, screen, self.rules))

    def imagine(self, perceived: Sequence[float], rng: np.random.Generator) -> Any:
        return self.write(Marking(errors=tuple(imagine_errors(perceived[0], rng, categories=self.rules.ordinary))))

    def imagine_on(self, screen: Screen, perceived: Sequence[float], rng: np.random.Generator) -> Any:
        return self.write(Marking(errors=imagine_marking(screen, perceived[0], rng, self.rules)))

    def write(self, answer: Marking) -> Any:
        written = write_marking(answer)
        return written if answer.digest or answer.given else written["spans"]

    def grades(self, judgments: Iterable[Judgment]) -> Grades:
        """The penalty of each output by each judge."""
        rows = tuple(judgments)
        return grades_of(rows, [(self.weights.penalty(each.errors),) for each in parse_answers(rows, self.parse)])


PROTOCOL = ErrorSpans
