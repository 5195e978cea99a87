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
from bakeoff.human_eval.protocols.error_marks import ErrorSpan, ErrorWeights, imagine_errors, parse_errors, write_errors
from bakeoff.human_eval.protocols.grade_scale import number_of
from bakeoff.human_eval.protocols.observations import Grades

WEIGHTS: Final[Mapping[str, float]] = {"minor": 1, "major": 5, "undecided": 0}
"""What spans cost where they are counted for themselves (Kocmi et al. 2024, Error span annotation).

Appraise calls a span undecided to which no severity was given.
"""


@dataclass(frozen=True, slots=True)
class Annotation:
    """What a judge marked in an output, and the score that the judge gave then."""

    errors: tuple[ErrorSpan, ...]
    score: float


class ErrorSpanAnnotation(Protocol[Annotation]):
    """Errors of one output in its document, then a score from 0 to 100; systems are ranked by the score."""

    name = "esa"
    title = "Error span annotation (ESA)"
    shows = frozenset({"source", "document"})
    scale = (0, 100)
    scores = ("mean", "penalty")
    details: ClassVar[Mapping[str, Any]] = MappingProxyType({"severities": ("minor", "major")})

    def __init__(self, settings: Settings | None = None) -> None:
        super().__init__(settings)
        self.weights = ErrorWeights(WEIGHTS if self.settings.weights is None else self.settings.weights)

    question = "Mark the errors in the translation, then score it."
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

    def parse(self, answer: Any, systems: Sequence[str], *, texts: Sequence[str] = ()) -> Annotation:
        if len(systems) != 1:
            raise AnswerError(expected="an answer to one output", found=f"{len(systems)} outputs")
        if not isinstance(answer, dict) or answer.keys() != {"spans", "score"}:
            raise AnswerError(expected="an object with spans and score", found=repr(answer)[:60])
        low, high = self.grades_from_to or (0, 100)
        score = number_of(answer["score"])
        if score is None or not low <= score <= high:
            raise AnswerError(expected=f"a score from {low:g} to {high:g}", found=repr(answer["score"])[:60])
        return Annotation(self._errors(answer["spans"], texts), score)

    def draft(self, answer: Any, systems: Sequence[str], *, texts: Sequence[str] = ()) -> Any:
        if isinstance(answer, dict) and answer.keys() <= {"spans", "score"} and answer.get("score") is None:
            return {"spans": write_errors(self._errors(answer.get("spans") or [], texts)), "score": None}
        return super().draft(answer, systems, texts=texts)

    def missing(self, answer: Any, systems: Sequence[str]) -> tuple[Missing, ...]:
        draft = self.draft(answer, systems)
        return (Missing("a score", 0, is_only=True),) if draft is None or draft["score"] is None else ()

    def _errors(self, spans: Any, texts: Sequence[str]) -> tuple[ErrorSpan, ...]:
        errors = parse_errors(spans, text=texts[0] if texts else None)
        self.weights.penalty(errors)
        return errors

    def imagine(self, perceived: Sequence[float], rng: np.random.Generator) -> dict[str, Any]:
        low, high = self.grades_from_to or (0, 100)
        score = min(max((low + high) / 2 + perceived[0] * (high - low) / 4, low), high)
        return self.write(Annotation(tuple(imagine_errors(perceived[0], rng)), round(score)))

    def write(self, answer: Annotation) -> dict[str, Any]:
        score = answer.score
        return {"spans": write_errors(answer.errors), "score": int(score) if score % 1 == 0 else score}

    def grades(self, judgments: Iterable[Judgment]) -> Grades:
        """The scores."""
        rows = tuple(judgments)
        return grades_of(rows, [(answer.score,) for answer in parse_answers(rows, self.parse)])

    def penalties(self, judgments: Iterable[Judgment]) -> Grades:
        """What the spans alone cost; lower is better."""
        rows = tuple(judgments)
        return grades_of(rows, [(self.weights.penalty(answer.errors),) for answer in parse_answers(rows, self.parse)])

    def grades_behind(self, score: str, judgments: Iterable[Judgment]) -> Grades:
        return self.penalties(judgments) if score == "penalty" else self.grades(judgments)

    def is_better_higher(self, score: str) -> bool:
        return score != "penalty"


PROTOCOL = ErrorSpanAnnotation
