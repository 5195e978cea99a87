"""Protocols of grades: what an answer is, and the columns that answers become."""

from __future__ import annotations

from typing import Any

import pytest

from bakeoff.data.judgments import Judgment
from bakeoff.errors import MistakesError, Place
from bakeoff.human_eval.protocols.contract import AnswerError, Settings
from bakeoff.human_eval.protocols.registry import find_protocol, protocol_names
from bakeoff.human_eval.protocols.screens import ContextSegment, ShownOutput
from bakeoff.rulebook import read_rulebook

GRADED = ("adequacy", "dialog", "direct", "fluency", "meaning")


@pytest.mark.parametrize("name", GRADED)
@pytest.mark.parametrize("answer", [2, [2], [1, None, 4], None, [None, None]])
def test_what_is_written_is_read_back(name: str, answer: Any) -> None:
    protocol = find_protocol(name)
    systems = ["a", "b", "c"][: len(answer) if isinstance(answer, list) else 1]
    parsed = protocol.parse(answer, systems)
    assert protocol.parse(protocol.write(parsed), systems) == parsed


@pytest.mark.parametrize("name", GRADED)
@pytest.mark.parametrize("answer", [-1, 101, "good", True, float("nan"), [1, 2], [], {"z": "x"}, {"grade": 1}])
def test_what_is_no_grade_is_refused(name: str, answer: Any) -> None:
    with pytest.raises(AnswerError):
        find_protocol(name).parse(answer, ["a"])


@pytest.mark.parametrize(("name", "low", "high"), [("fluency", 0, 4), ("adequacy", 0, 4), ("dialog", 1, 5)])
def test_grades_are_whole_numbers_of_the_scale(name: str, low: int, high: int) -> None:
    protocol = find_protocol(name)
    assert [protocol.parse(grade, ["a"]) for grade in (low, high)] == [(low,), (high,)]
    for grade in (low - 1, high + 1, low + 0.5):
        with pytest.raises(AnswerError, match=f"a whole number from {low} to {high}"):
            protocol.parse(grade, ["a"])


def test_a_label_stands_for_its_grade() -> None:
    assert find_protocol("fluency").parse("Good English", ["a"]) == (3,)
    letters = find_protocol("adequacy", Settings(scale=(1, 3), labels=("C", "B", "A")))
    assert letters.parse(["A", "C", None], ["x", "y", "z"]) == (3, 1, None)
    with pytest.raises(AnswerError, match="'C', 'B', 'A', found 'D'"):
        letters.parse("D", ["x"])


@pytest.mark.parametrize(
    ("rulebook", "names"), [("iwslt2005", ("fluency", "adequacy", "meaning")), ("iwslt2012", ("dialog",))]
)
def test_scales_and_labels_are_those_of_the_campaigns(rulebook: str, names: tuple[str, ...]) -> None:
    asked = {each.protocol: each for each in read_rulebook(rulebook).human.values() if each.protocol in names}
    assert set(asked) == set(names)
    for name, evaluation in asked.items():
        protocol = find_protocol(name)
        assert (protocol.scale, protocol.labels) == (evaluation.scale, evaluation.labels)


def test_fluency_shows_outputs_only() -> None:
    outputs = [ShownOutput(system="a", text="x"), ShownOutput(system="b", text="y")]
    context = [ContextSegment(segment="0", source="s", references=("p", "q"), outputs=("v", "w"))]
    screen = find_protocol("fluency").screen("1", outputs, source="q", references=["r"], before=context, after=context)
    assert (screen.source, screen.references, screen.before, screen.after) == (None, (), (), ())


def test_a_dialog_shows_source_and_reference_so_far() -> None:
    outputs = [ShownOutput(system="a", text="x"), ShownOutput(system="b", text="y")]
    context = [ContextSegment(segment="0", source="s", references=("p", "q"), outputs=("v", "w"))]
    screen = find_protocol("dialog").screen("1", outputs, source="q", references=["r"], before=context, after=context)
    assert screen.before == (ContextSegment(segment="0", source="s", references=("p",)),)
    assert screen.after == ()


def test_a_campaign_shows_and_hides_what_the_protocol_does_not_say() -> None:
    fluency = find_protocol("fluency", Settings(shows={"reference": True, "context": True}))
    assert fluency.visible == {"reference", "document"}
    assert find_protocol("dialog", Settings(shows={"source": False})).visible == {"reference", "history"}
    assert find_protocol("esa", Settings(shows={"context": False})).visible == {"source"}


def test_answers_become_columns() -> None:
    judgments = [
        Judgment(id="1", protocol="fluency", judge="ann", segment="1", systems=("a", "b"), answer=[4, None]),
        Judgment(
            id="2", protocol="fluency", judge="bob", segment="2", systems=("b",), answer=1, control="repeat",
            elapsed_seconds=7,
        ),
    ]  # fmt: skip
    found = find_protocol("fluency").grades(judgments)
    assert (found.systems, found.judges) == (("a", "b"), ("ann", "bob"))
    assert found.items == (("", "", "", "1"), ("", "", "", "2"))
    assert found.value.tolist() == [4, 1]
    assert found.system.tolist() == [0, 1]
    assert found.judgment.tolist() == [0, 1]
    assert found.control.tolist() == [0, 1]
    assert found.seconds[1] == 7


def test_every_answer_that_is_none_is_named() -> None:
    judgments = [
        Judgment(id=str(n), protocol="fluency", judge="ann", segment="1", systems=("a",), answer=n, place=Place("f", n))
        for n in (3, 5, 1, 9)
    ]
    with pytest.raises(MistakesError) as caught:
        find_protocol("fluency").grades(judgments)
    assert [mistake.place.line for mistake in caught.value.mistakes] == [5, 9]


def test_a_judgment_without_a_place_is_named_by_its_id() -> None:
    wrong = Judgment(id="j7", protocol="fluency", judge="ann", segment="1", systems=("a",), answer=9)
    with pytest.raises(MistakesError, match="found 9 in judgment j7"):
        find_protocol("fluency").grades([wrong])


def test_raw_and_standardised_scores_do_not_mix() -> None:
    protocol = find_protocol("direct")
    both = [
        Judgment(id="1", protocol="direct", judge="ann", segment="1", systems=("a",), answer=80),
        Judgment(id="2", protocol="direct", judge="ann", segment="2", systems=("a",), answer={"z": -0.5}),
    ]
    assert protocol.grades(both[1:]).value.tolist() == [-0.5]
    assert protocol.write(protocol.parse({"z": -0.5}, ["a"])) == {"z": -0.5}
    with pytest.raises(AnswerError, match="raw scores or standardised ones, found both"):
        protocol.grades(both)


def test_nothing_judged_gives_no_rows() -> None:
    for name in (*GRADED, "error_spans", "esa"):
        assert len(find_protocol(name).grades([])) == 0


def test_the_protocols_are_there() -> None:
    assert {*GRADED, "error_spans", "esa"} <= set(protocol_names())
