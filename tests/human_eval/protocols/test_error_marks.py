"""Errors that judges mark: what they are, and what they cost."""

from __future__ import annotations

from typing import Any

import pytest

from bakeoff.data.judgments import Judgment
from bakeoff.errors import ExpressionError, MistakesError
from bakeoff.human_eval.protocols.contract import AnswerError, Settings
from bakeoff.human_eval.protocols.error_marks import WMT_WEIGHTS, ErrorSpan, ErrorWeights
from bakeoff.human_eval.protocols.registry import find_protocol
from bakeoff.human_eval.protocols.screens import ShownOutput

SPAN = {"start": 2, "end": 5, "severity": "minor", "category": "Style/Awkward", "side": "target"}
MISSING = {"start": None, "end": None, "severity": "major", "category": "", "side": "missing"}


@pytest.mark.parametrize(
    ("severity", "category", "cost"),
    [
        ("minor", "Accuracy/Mistranslation", 1),
        ("Major", "Accuracy/Mistranslation", 5),
        ("minor", "Fluency/Punctuation", 0.1),
        ("minor", "fluency/punctuation", 0.1),
        ("major", "Fluency/Punctuation", 5),
        ("minor", "Fluency/Grammar", 1),
        ("major", "Non-translation!", 25),
        ("minor", "Non-translation", 25),
        ("neutral", "Style/Awkward", 0),
        ("undecided", "Style/Awkward", 0),
        ("major", "Source error", 5),
    ],
)
def test_weights_of_wmt(severity: str, category: str, cost: float) -> None:
    assert ErrorWeights(WMT_WEIGHTS)[ErrorSpan(severity=severity, category=category)] == cost


def test_the_most_particular_weight_counts() -> None:
    weights = ErrorWeights({"minor": 1, "* Fluency": 2, "minor Fluency": 3, "minor Fluency/Register": 4})
    categories = ("Accuracy", "Fluency", "Fluency/Grammar", "Fluency/Register")
    assert [weights[ErrorSpan(severity="minor", category=name)] for name in categories] == [1, 3, 3, 4]
    assert weights[ErrorSpan(severity="major", category="Fluency/Register")] == 2


@pytest.mark.parametrize("weights", [{"minor": -1}, {"minor": float("inf")}, {" ": 1}])
def test_weights_that_are_none_are_refused(weights: dict[str, float]) -> None:
    with pytest.raises(ExpressionError):
        ErrorWeights(weights)


def test_a_severity_without_a_weight_is_no_silent_zero() -> None:
    with pytest.raises(AnswerError, match=r"a severity that has a weight \(.*minor.*\), found 'critical'"):
        find_protocol("error_spans").parse([SPAN | {"severity": "critical"}], ["a"])
    weighted = find_protocol("error_spans", Settings(weights={"critical": 10}))
    assert len(weighted.parse([SPAN | {"severity": "critical"}], ["a"]).errors) == 1


@pytest.mark.parametrize(
    "answer",
    [
        None,
        "none",
        [{"severity": "minor", "weight": 1}],
        [SPAN | {"severity": ""}],
        [SPAN | {"side": "left"}],
        [SPAN | {"start": 6}],
        [SPAN | {"end": None}],
        [SPAN | {"start": -1}],
        [SPAN | {"start": True}],
        [SPAN | {"category": 3}],
    ],
)
def test_what_is_no_list_of_errors_is_refused(answer: Any) -> None:
    with pytest.raises(AnswerError):
        find_protocol("error_spans").parse(answer, ["a"])
    with pytest.raises(AnswerError):
        find_protocol("esa").parse({"spans": answer, "score": 50}, ["a"])


@pytest.mark.parametrize("answer", [50, {"spans": []}, {"spans": [], "score": 101}, {"spans": [], "score": "x"}])
def test_what_is_no_esa_answer_is_refused(answer: Any) -> None:
    with pytest.raises(AnswerError):
        find_protocol("esa").parse(answer, ["a"])


def test_answers_are_about_one_output() -> None:
    with pytest.raises(AnswerError, match="2 outputs"):
        find_protocol("error_spans").parse([], ["a", "b"])
    with pytest.raises(AnswerError, match="2 outputs"):
        find_protocol("esa").parse({"spans": [], "score": 1}, ["a", "b"])


def test_what_is_written_is_read_back() -> None:
    mqm, esa = find_protocol("error_spans"), find_protocol("esa")
    for answer in ([], [SPAN, MISSING]):
        assert mqm.write(mqm.parse(answer, ["a"])) == answer
        both = {"spans": answer, "score": 66}
        assert esa.write(esa.parse(both, ["a"])) == both


def judged(protocol: str, *answers: Any) -> list[Judgment]:
    return [
        Judgment(id=str(n), protocol=protocol, judge="ann", segment=str(n), systems=("a",), answer=answer)
        for n, answer in enumerate(answers)
    ]


def test_penalties_are_sums_of_weights() -> None:
    answers: Any = ([SPAN, MISSING], [], [SPAN | {"category": "Fluency/Punctuation"}])
    assert find_protocol("error_spans").grades(judged("error_spans", *answers)).value.tolist() == [6, 0, 0.1]


def test_esa_has_scores_and_penalties() -> None:
    answers = judged("esa", {"spans": [SPAN, MISSING], "score": 40}, {"spans": [], "score": 99.5})
    protocol: Any = find_protocol("esa")
    assert protocol.grades(answers).value.tolist() == [40, 99.5]
    assert protocol.penalties(answers).value.tolist() == [6, 0]


def test_every_wrong_answer_is_named() -> None:
    with pytest.raises(MistakesError) as caught:
        find_protocol("error_spans").grades(judged("error_spans", [], 3, [SPAN], "x"))
    assert len(caught.value.mistakes) == 2


def test_screens_say_what_can_be_marked() -> None:
    shown = [ShownOutput(system="a", text="x")]
    assert "Accuracy/Omission" in find_protocol("error_spans").screen("1", shown, source="s").details["categories"]
    assert find_protocol("esa").screen("1", shown, source="s").details == {
        "severities": ("minor", "major"),
        "doubts": {"unmarked_below": 66, "marked_from": 100},
    }
