"""Error span annotation (ESA), WMT's protocol from 2024 on: errors are marked as minor or major, then scored."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, ClassVar, Final

import numpy as np

from bakeoff.data.judgments import Judgment
from bakeoff.human_eval.protocols.answer_columns import grades_of, parse_answers
from bakeoff.human_eval.protocols.contract import AnswerError, Missing, Protocol, Settings
from bakeoff.human_eval.protocols.error_marks import ErrorSpan, ErrorWeights, imagine_errors
from bakeoff.human_eval.protocols.grade_scale import number_of
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

_KEYS = {"spans", "score", "digest", "given"}

SEVERITIES = ("minor", "major")
WEIGHTS: Final[Mapping[str, float]] = {"minor": 1, "major": 5, "undecided": 0}
"""What spans cost where they are counted for themselves (Kocmi et al. 2024, Error span annotation).

Appraise calls a span undecided to which no severity was given.
"""


DOUBTS: Final[Mapping[str, float]] = {"unmarked_below": 66, "marked_from": 100}
"""Judges are asked whether they mean it: a lower score without an error (as Appraise asks), this score with errors."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Annotation:
    """What a judge marked in an output, and the score that the judge gave then."""

    marking: Marking
    score: float


class ErrorSpanAnnotation(Protocol[Annotation]):
    """Errors of one output in its document, then a score from 0 to 100; systems are ranked by the score."""

    name = "esa"
    title = "Error span annotation (ESA)"
    shows = frozenset({"source", "document"})
    scale = (0, 100)
    scores = ("mean", "penalty")

    def __init__(self, settings: Settings | None = None) -> None:
        super().__init__(settings)
        own = self.settings
        self.weights = ErrorWeights(WEIGHTS if own.weights is None else own.weights)
        self.rules = MarkingRules(
            severities=own.severities or SEVERITIES,
            categories=own.categories,
            notes_for=own.notes_for or (),
            complete=own.complete or (),
        )

    question = "Mark the errors in the translation, then score it"
    instructions = (
        "Mark each error once; roughly the right area is enough. A minor error is one of style, grammar or word "
        "choice. A major error changes the meaning or makes the text very hard to understand. Then score the "
        "translation."
    )
    anchors: ClassVar[Mapping[float, str]] = MappingProxyType(
        {
            0: "No meaning preserved",
            33: "Some meaning preserved, with major gaps",
            66: "Most meaning preserved, with minor issues of grammar or consistency",
            100: "Perfect",
        }
    )

    @property
    def screen_details(self) -> Mapping[str, Any]:
        has_usual_scale = self.settings.scale in (None, self.scale)
        return {**self.rules.details, **({"doubts": dict(DOUBTS)} if has_usual_scale else {})}

    def parse(self, answer: Any, systems: Sequence[str], *, texts: Sequence[str] = ()) -> Annotation:
        if len(systems) != 1:
            raise AnswerError(expected="an answer to one output", found=f"{len(systems)} outputs")
        if not isinstance(answer, dict) or not {"spans", "score"} <= answer.keys() <= _KEYS:
            raise AnswerError(expected="an object with spans and score", found=repr(answer)[:60])
        low, high = self.grades_from_to or (0, 100)
        score = number_of(answer["score"])
        if score is None or not low <= score <= high:
            raise AnswerError(expected=f"a score from {low:g} to {high:g}", found=repr(answer["score"])[:60])
        return Annotation(marking=self._marking(answer, texts), score=score)

    def draft(self, answer: Any, systems: Sequence[str], *, texts: Sequence[str] = ()) -> Any:
        if isinstance(answer, dict) and answer.keys() <= _KEYS and answer.get("score") is None:
            return {**write_marking(self._marking({"spans": [], **answer}, texts)), "score": None}
        return super().draft(answer, systems, texts=texts)

    def missing(self, answer: Any, systems: Sequence[str]) -> tuple[Missing, ...]:
        draft = self.draft(answer, systems)
        score = (Missing("a score", 0, is_only=True),) if draft is None or draft["score"] is None else ()
        return (*score, *(missing_in(self._marking(draft, ()).errors, self.rules) if draft is not None else ()))

    def start_from(self, answer: Any, *, text: str, original: str) -> Any:
        draft = self.draft(answer, [""], texts=[original])
        errors = () if draft is None else self._marking(draft, [original]).errors
        return {"spans": given_marks(errors, text=text, original=original), "score": None}

    def settle(self, answer: Any, screen: Screen) -> Any:
        if answer is None:
            return None
        marked = settle_marking(self._marking(answer, screen.texts).errors, screen, self.rules)
        return {**write_marking(marked), "score": answer.get("score")}

    def _marking(self, answer: Mapping[str, Any], texts: Sequence[str]) -> Marking:
        marking = parse_marking(answer, text=texts[0] if texts else None)
        self.weights.penalty(marking.errors)
        return marking

    def imagine(self, perceived: Sequence[float], rng: np.random.Generator) -> dict[str, Any]:
        return self._imagined(perceived[0], tuple(imagine_errors(perceived[0], rng, categories=self.rules.ordinary)))

    def imagine_on(self, screen: Screen, perceived: Sequence[float], rng: np.random.Generator) -> dict[str, Any]:
        return self._imagined(perceived[0], imagine_marking(screen, perceived[0], rng, self.rules))

    def _imagined(self, perceived: float, errors: tuple[ErrorSpan, ...]) -> dict[str, Any]:
        low, high = self.grades_from_to or (0, 100)
        score = min(max((low + high) / 2 + perceived * (high - low) / 4, low), high)
        return self.write(Annotation(marking=Marking(errors=errors), score=round(score)))

    def write(self, answer: Annotation) -> dict[str, Any]:
        score = answer.score
        return {**write_marking(answer.marking), "score": int(score) if score % 1 == 0 else score}

    def grades(self, judgments: Iterable[Judgment]) -> Grades:
        """The scores."""
        rows = tuple(judgments)
        return grades_of(rows, [(answer.score,) for answer in parse_answers(rows, self.parse)])

    def penalties(self, judgments: Iterable[Judgment]) -> Grades:
        """What the spans alone cost; lower is better."""
        rows = tuple(judgments)
        return grades_of(
            rows, [(self.weights.penalty(each.marking.errors),) for each in parse_answers(rows, self.parse)]
        )

    def grades_behind(self, score: str, judgments: Iterable[Judgment]) -> Grades:
        return self.penalties(judgments) if score == "penalty" else self.grades(judgments)

    def is_better_higher(self, score: str) -> bool:
        return score != "penalty"


PROTOCOL = ErrorSpanAnnotation
