"""How a human evaluation was asked, in words."""

from __future__ import annotations

from typing import Any

import pytest

from bakeoff.human_eval import analyse_judgments
from bakeoff.reports.human.conditions import judging_conditions
from bakeoff.rulebook.schema.human import HumanEvaluation
from tests.human_eval.judgments import ranking


def conditions(**rules: Any) -> dict[str, str]:
    judgments = [ranking("ann", str(n), {"a": 1, "b": 2, "reference": 3}) for n in range(4)]
    result = analyse_judgments(judgments)
    asked = HumanEvaluation.model_validate({"id": "ranking", "protocol": "ranking", **rules})
    return dict(judging_conditions(asked, result, result.rankings[0]))


def test_what_was_judged_by_whom_and_how_often() -> None:
    found = conditions(reference_among=True, judges="translators", judgments=2, repeats=0.1, gold=0.05, shown=3)
    assert found == {
        "Protocol": "Ranking",
        "Segments": "4, from the complete test set",
        "Systems": "2, and a reference hidden among them",
        "On a screen": "3 outputs, with source and reference",
        "Judges": "1 (professional translators), 2 for each item",
        "Controls": "10% repeated, 5% gold items",
    }


@pytest.mark.parametrize(
    ("sample", "said"),
    [
        ({"size": 4, "choice": "random"}, "4, drawn at random"),
        ({"choice": "first-part", "part": 0.6}, "4, the first 60% of each document"),
        (
            {"size": 4, "choice": "by-length", "min_words": 2, "max_words": 30},
            "4, drawn so that their lengths are those of the complete text, of at least 2 words and at most 30 words",
        ),
    ],
)
def test_the_sample_is_described(sample: dict[str, Any], said: str) -> None:
    assert conditions(sample=sample)["Segments"] == said


def test_what_judges_did_not_see_is_said() -> None:
    found = conditions(source_shown=False, reference_shown=False)
    assert found["On a screen"] == "all outputs, without source and reference"
    assert found["Systems"] == "3"
    assert "Controls" not in found
