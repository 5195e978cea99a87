"""Worked examples of every kind of answer: shown as screens, and compared with what somebody answers."""

from __future__ import annotations

from typing import Any

import pytest

from bakeoff.errors import ExpressionError
from bakeoff.human_eval.designs.conduct.rules import check_conduct
from bakeoff.human_eval.designs.conduct.worked_examples import worked_examples
from bakeoff.human_eval.protocols.contract import AnswerError
from bakeoff.human_eval.protocols.rulebook_protocols import protocol_by_rules
from bakeoff.rulebook.schema.human import HumanEvaluation


def rules(protocol: str, answer: Any, *, outputs: int = 2, **more: Any) -> HumanEvaluation:
    example = {"outputs": [f"text {number}" for number in range(outputs)], "answer": answer, **more}
    return HumanEvaluation.model_validate({"id": "e", "protocol": protocol, "examples": [example]})


@pytest.mark.parametrize(
    ("asked", "right", "wrong"),
    [
        (rules("adequacy", [1, 4]), [1, 4], [2, 4]),
        (rules("adequacy", [1, 4], tolerance=1), [2, 3], [3, 4]),
        (rules("ranking", [1, 2, 2], outputs=3), [1, 3, 3], [1, 2, 3]),
        (rules("pairwise", "tie"), "tie", "first"),
        (rules("direct", 80, outputs=1, tolerance=10), 71, 60),
    ],
)
def test_an_answer_is_right_or_not(asked: HumanEvaluation, right: Any, wrong: Any) -> None:
    (worked,) = worked_examples(asked)
    assert (worked.is_right(right), worked.is_right(wrong)) == (True, False)


def test_texts_that_screens_do_not_show_are_left_out() -> None:
    (worked,) = worked_examples(rules("fluency", [1, 4], source="A source.", reference="A reference."))
    assert (worked.screen.source, worked.screen.references) == (None, ())


def test_an_answer_that_is_none_is_found_before_planning() -> None:
    with pytest.raises(AnswerError):
        worked_examples(rules("adequacy", [1, 9]))


def test_a_rule_about_judges_that_is_none_is_found_before_planning() -> None:
    asked = HumanEvaluation.model_validate(
        {"id": "e", "protocol": "adequacy", "quality": {"blocking": ["gold:most=1"]}}
    )
    with pytest.raises(ExpressionError, match="no option 'most'"):
        check_conduct(asked, protocol_by_rules(asked))
