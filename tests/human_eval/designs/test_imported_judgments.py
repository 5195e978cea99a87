"""Judgments from elsewhere find their segments and outputs in a planned evaluation."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from bakeoff.data.judgments import Judgment
from bakeoff.errors import MistakesError, Place
from bakeoff.human_eval import design_evaluation
from bakeoff.human_eval.designs.design import Assignment
from bakeoff.human_eval.designs.imported_judgments import fit_judgments
from bakeoff.human_eval.designs.stored_designs import PlannedEvaluation
from bakeoff.rulebook.schema.human import HumanEvaluation
from tests.human_eval.designs.test_shown_texts import SYSTEMS, judged_texts

RULES = HumanEvaluation(id="marks", protocol="esa", shown=1)
PLANNED = PlannedEvaluation(rules=RULES, design=design_evaluation(RULES, [judged_texts()]), texts=(judged_texts(),))
PAIR, TEST_SET, DOCUMENT, SEGMENT = PLANNED.design.pools[0].item(0)
OUTPUT = PLANNED.shown_texts().screen(
    Assignment(judge="", position=0, pool=0, segment=0, systems=(SYSTEMS[0],))
).outputs[0].text  # fmt: skip


def given(**values: Any) -> Judgment:
    usual: dict[str, Any] = {
        "id": "1",
        "protocol": "esa",
        "judge": "ann",
        "document": DOCUMENT,
        "segment": SEGMENT,
        "systems": (SYSTEMS[0],),
        "answer": {"spans": [], "score": 50},
        "place": Place("results", 7),
    }
    return Judgment(**usual | values)


def spans(end: int) -> dict[str, Any]:
    return {"spans": [{"start": 0, "end": end, "severity": "minor", "category": "", "side": "target"}], "score": 50}


def test_what_a_file_leaves_open_is_taken_from_the_evaluation() -> None:
    found = fit_judgments([given(texts=(OUTPUT,), answer=spans(len(OUTPUT)))], PLANNED)
    (judgment,) = found.judgments
    assert judgment.location == (PAIR, TEST_SET, DOCUMENT, SEGMENT)
    assert judgment.answer == spans(len(OUTPUT))


@pytest.mark.parametrize(
    ("values", "said"),
    [
        ({"protocol": "direct"}, "judgments of the protocol esa, found direct"),
        ({"segment": "none"}, "one segment of the evaluation, found none called none"),
        ({"systems": ("nobody",)}, "found nobody"),
        ({"test_set": "another"}, "one segment of the evaluation"),
        ({"language_pair": "xx-yy"}, "one segment of the evaluation"),
        ({"texts": ("another text",)}, "found 'another text'"),
        ({"answer": spans(len(OUTPUT) + 1)}, "errors inside the output"),
        ({"answer": {"spans": [], "score": 101}}, "a score from 0 to 100"),
    ],
)
def test_what_does_not_fit_is_named_with_its_line(values: dict[str, Any], said: str) -> None:
    with pytest.raises(MistakesError) as refused:
        fit_judgments([given(), given(**values)], PLANNED)
    (mistake,) = refused.value.mistakes
    assert mistake.place == Place("results", 7)
    assert said in str(mistake)


def test_items_that_check_judges_may_be_about_something_else() -> None:
    tutorial = given(control="gold", systems=("tutorial",), segment="t1")
    found = fit_judgments([tutorial, replace(given(), control="gold")], PLANNED)
    assert (len(found.judgments), found.left_out) == (1, 1)
