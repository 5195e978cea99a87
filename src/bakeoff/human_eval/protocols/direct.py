"""Direct assessment, as WMT ran it from 2016 on: one output at a time on a scale from 0 to 100."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Any, ClassVar

from bakeoff.data.judgments import Judgment
from bakeoff.human_eval.protocols.answer_columns import grades_of, parse_answers
from bakeoff.human_eval.protocols.contract import AnswerError
from bakeoff.human_eval.protocols.grade_scale import Grading, number_of
from bakeoff.human_eval.protocols.observations import Grades


class Standardised(float):
    """A score minus the judge's mean, in standard deviations of the judge's scores."""


class DirectAssessment(Grading):
    """0 to 100 for one output. An answer of published files may be standardised already: `{"z": 0.32}`."""

    name = "direct"
    title = "Direct assessment"
    question = "How accurately does the translation express the meaning of the source?"
    document_question = "How accurately does the complete translation express the meaning of the document?"
    scores = ("mean", "documents")
    anchors: ClassVar[Mapping[float, str]] = MappingProxyType({0: "Not at all", 100: "Perfectly"})
    scale = (0, 100)
    only_integers = False
    standardised = True

    def grades(self, judgments: Iterable[Judgment]) -> Grades:
        rows = tuple(judgments)
        answers = parse_answers(rows, self.parse)
        kinds = {isinstance(score, Standardised) for given in answers for score in given if score is not None}
        if len(kinds) > 1:
            raise AnswerError(
                expected="raw scores or standardised ones",
                found="both",
                remedy="Analyse them apart: they are not on one scale.",
            )
        return replace(grades_of(rows, answers), standardised=True in kinds)

    def _grade(self, grade: Any) -> float:
        if isinstance(grade, dict) and grade.keys() == {"z"}:
            score = number_of(grade["z"])
            if score is None:
                raise AnswerError(expected="a number as standardised score", found=repr(grade["z"])[:60])
            return Standardised(score)
        return super()._grade(grade)

    def _written(self, grade: float) -> Any:
        return {"z": float(grade)} if isinstance(grade, Standardised) else super()._written(grade)


PROTOCOL = DirectAssessment
