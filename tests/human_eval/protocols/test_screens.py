"""What pages get of a screen and a protocol: letters, grades, what is asked, what is missing of a draft."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from bakeoff.data.judgments import Highlights, Judgment
from bakeoff.human_eval.protocols.adequacy import Adequacy
from bakeoff.human_eval.protocols.answer_columns import grades_of, parse_answers
from bakeoff.human_eval.protocols.contract import AnswerError, Protocol, Settings
from bakeoff.human_eval.protocols.error_spans import ErrorSpans
from bakeoff.human_eval.protocols.observations import Grades
from bakeoff.human_eval.protocols.registry import find_protocol, protocol_names
from bakeoff.human_eval.protocols.screens import ContextSegment, Screen, ShownOutput, screen_json
from tests.human_eval.judgments import pairwise, preferences_of, ranking

OUTPUTS = (ShownOutput(system="aster,basalt", text="tea"), ShownOutput(system="cedar", text=" \n"))


def outputs_of(protocol: Protocol[Any]) -> tuple[ShownOutput, ...]:
    return OUTPUTS[:1] if protocol.shown == 1 else OUTPUTS


def test_an_output_of_nothing_but_white_space_is_empty() -> None:
    assert [output.is_empty for output in OUTPUTS] == [False, True]
    assert OUTPUTS[0].systems == ("aster", "basalt")


def test_a_judgment_takes_systems_and_texts_from_its_screen() -> None:
    screen = find_protocol("ranking").screen("1", OUTPUTS)
    assert (screen.systems, screen.texts, screen.letters) == (("aster,basalt", "cedar"), ("tea", " \n"), ("A", "B"))
    assert not screen.all_identical


def test_outputs_of_several_systems_that_are_all_the_same_are_said_to_be() -> None:
    assert find_protocol("ranking").screen("1", OUTPUTS[:1]).all_identical
    assert not find_protocol("direct").screen("1", OUTPUTS[1:]).all_identical


def test_the_digest_of_a_screen_changes_with_every_text_of_it() -> None:
    screen = Screen(protocol="ranking", segment="1", outputs=OUTPUTS, source="Tee", references=("r",))
    changed = [
        replace(screen, source="Tee!"),
        replace(screen, source=None),
        replace(screen, references=("r", "s")),
        replace(screen, references=()),
        replace(screen, outputs=OUTPUTS[::-1]),
        replace(screen, outputs=(*OUTPUTS[:1], ShownOutput(system="cedar", text=" "))),
    ]
    assert len({each.digest for each in (screen, *changed)}) == 7
    assert replace(screen, instructions="Other words", segment="2").digest == screen.digest


@pytest.mark.parametrize("name", protocol_names())
def test_every_protocol_says_what_it_asks_and_its_screens_are_json(name: str) -> None:
    protocol = find_protocol(name)
    context = [ContextSegment(segment="0", source="s", references=("r",), outputs=("x", "y"), speaker="clerk")]
    screen = protocol.screen("7", outputs_of(protocol), document="d", source="Tee", references=["r"], before=context)
    assert protocol.question.rstrip(".") == protocol.question != ""  # a heading
    found = screen_json("it", screen)
    assert json.loads(json.dumps(found)) == found
    assert found["question"] == protocol.question
    assert not {"document_id", "segment_id"} & found.keys()
    assert all("segment_id" not in row for row in found["before"])
    with_ids = screen_json("it", screen, with_ids=True)
    assert (with_ids["document_id"], with_ids["segment_id"]) == ("d", "7")
    assert {row["segment_id"] for row in with_ids["before"]} <= {"0"}


def test_highlights_are_on_the_screen_in_the_order_of_the_outputs() -> None:
    screen = replace(find_protocol("ranking").screen("1", OUTPUTS), highlights=Highlights(outputs=(((0, 1),), ())))
    assert screen_json("it", screen)["highlights"] == {"source": [], "reference": [], "outputs": [[[0, 1]], []]}


def test_grades_come_with_label_and_definition() -> None:
    screen = find_protocol("adequacy").screen("1", OUTPUTS)
    assert [(grade.value, grade.label) for grade in screen.grades][:2] == [(0, "None"), (1, "Little information")]
    assert screen.grades[4].definition == "The translation expresses all of the information."
    one_to_five = Settings(scale=(1, 5), labels=tuple(label.upper() for label in Adequacy.labels))
    assert [(grade.value, bool(grade.definition)) for grade in find_protocol("adequacy", one_to_five).screen(
        "1", OUTPUTS).grades] == [(value, True) for value in range(1, 6)]  # fmt: skip
    letters = Settings(scale=(0, 4), labels=tuple("FDCBA"))
    assert {grade.definition for grade in find_protocol("adequacy", letters).screen("1", OUTPUTS).grades} == {""}
    assert find_protocol("direct").screen("1", OUTPUTS[:1]).grades == ()


def test_the_default_instructions_for_adequacy_warn_of_misleading_information() -> None:
    """I05 advises it, since meaning maintenance differs from adequacy in nothing else."""
    assert "misleading" in find_protocol("adequacy").screen("1", OUTPUTS).instructions
    own = find_protocol("adequacy", Settings(instructions="Read twice.")).screen("1", OUTPUTS)
    assert own.instructions == "Read twice."


def test_instructions_speak_of_ties_only_where_they_are_allowed() -> None:
    assert "same rank" in find_protocol("ranking").instructions_in_force
    assert "same rank" not in find_protocol("ranking", Settings(ties=False)).instructions_in_force
    assert find_protocol("pairwise", Settings(ties=False)).keys == {"1": "first", "2": "second"}


def test_labels_of_fluency_name_the_language_of_the_outputs() -> None:
    screen = find_protocol("fluency").screen("1", OUTPUTS, target_language="de")
    assert screen.labels[-1] == "Flawless German"
    assert find_protocol("fluency").screen("1", OUTPUTS).labels[-1] == "Flawless English"
    own = Settings(scale=(0, 4), labels=("0", "1", "2", "3", "Flawless English"))
    assert find_protocol("fluency", own).screen("1", OUTPUTS, target_language="de").labels[-1] == "Flawless English"


@pytest.mark.parametrize("name", protocol_names())
def test_keys_stand_for_parts_of_answers(name: str) -> None:
    protocol = find_protocol(name)
    for value in protocol.keys.values():
        answer = value if name == "pairwise" else [value, None]
        protocol.parse(answer, ["a", "b"])


def test_anchors_are_those_of_the_scale() -> None:
    assert screen_json("it", find_protocol("direct").screen("1", OUTPUTS[:1]))["anchors"] == [
        {"value": 0, "label": "Not at all"},
        {"value": 100, "label": "Perfectly"},
    ]
    assert not find_protocol("direct", Settings(scale=(0, 6))).screen("1", OUTPUTS[:1]).anchors


def test_one_reference_is_shown_or_all() -> None:
    for settings, shown in ((Settings(), ("r",)), (Settings(all_references=True), ("r", "s"))):
        context = [ContextSegment(segment="0", references=("t", "u"))]
        screen = find_protocol("dialog", settings).screen("1", OUTPUTS, references=("r", "s"), before=context)
        assert screen.references == shown
        assert len(screen.before[0].references) == len(shown)
    hidden = Settings(all_references=True, shows={"reference": False})
    assert find_protocol("dialog", hidden).screen("1", OUTPUTS, references=("r", "s")).references == ()


@pytest.mark.parametrize("name", protocol_names())
def test_a_complete_answer_lacks_nothing_and_no_answer_lacks_something(name: str) -> None:
    protocol = find_protocol(name)
    systems = [output.system for output in outputs_of(protocol)]
    answer = protocol.imagine([0.5, -0.5][: len(systems)], np.random.default_rng(1))
    assert protocol.missing(answer, systems) == ()
    assert protocol.draft(answer, systems) == protocol.write(protocol.parse(answer, systems))
    missing = protocol.missing(None, systems)
    assert missing
    assert all(each.sentence.startswith("Give ") and each.sentence.endswith(".") for each in missing)


@pytest.mark.parametrize(
    ("name", "answer", "systems", "draft", "sentences"),
    [
        ("fluency", [3, None], "ab", [3, None], ["Give translation B a grade."]),
        ("fluency", None, "ab", [None, None], ["Give translation A a grade.", "Give translation B a grade."]),
        ("direct", None, "a", None, ["Give a grade."]),
        ("direct", 0, "a", 0, []),
        (
            "ranking",
            [None, 2, -1],
            "abc",
            [None, 2, None],
            ["Give translation A a rank.", "Give translation C a rank."],
        ),
        ("pairwise", None, "ab", None, ["Give an answer."]),
        ("error_spans", [], "a", [], []),
        ("esa", {"spans": []}, "a", {"spans": [], "score": None}, ["Give a score."]),
        ("esa", {"score": 66}, "a", None, None),
    ],
)
def test_a_draft_says_what_is_missing(
    name: str, answer: Any, systems: str, draft: Any, sentences: list[str] | None
) -> None:
    protocol = find_protocol(name)
    if sentences is None:
        with pytest.raises(AnswerError, match="an object with spans and score"):
            protocol.draft(answer, list(systems))
        return
    assert protocol.draft(answer, list(systems)) == draft
    assert [each.sentence for each in protocol.missing(answer, list(systems))] == sentences


@pytest.mark.parametrize(
    ("name", "answer"),
    [("fluency", [7, None]), ("fluency", [1]), ("ranking", [None, 9]), ("pairwise", "third"), ("direct", [None, 1])],
)
def test_a_draft_with_a_wrong_part_is_refused(name: str, answer: Any) -> None:
    systems = ["a"] if name == "direct" else ["a", "b"]
    with pytest.raises(AnswerError):
        find_protocol(name).draft(answer, systems)


def test_of_identical_outputs_comparisons_are_ties_that_nobody_needs_to_be_asked() -> None:
    rank = find_protocol("ranking").answer_to_identical
    tie = find_protocol("pairwise", Settings(ties=False)).answer_to_identical
    for judgment in (
        replace(ranking("ann", "1", {}), systems=("a,b",), answer=rank),
        pairwise("ann", "1", ["a,b"], tie),
    ):
        found = preferences_of(judgment, of="systems")
        assert ([found.systems[n] for n in (*found.first, *found.second)], found.outcome.tolist()) == (["a", "b"], [0])
        assert len(preferences_of(judgment)) == 0
    assert find_protocol("pairwise", Settings(ties=False)).parse("tie", ["a,b"]) == "tie"
    with pytest.raises(AnswerError, match="one of tie"):
        find_protocol("pairwise").parse("first", ["a,b"])
    assert find_protocol("fluency").answer_to_identical is None


class _ErrorsPerWord(ErrorSpans):
    """A protocol whose grades need the text that was shown."""

    def grades(self, judgments: Iterable[Judgment]) -> Grades:
        rows = tuple(judgments)
        sizes = [len(each.texts[0].split()) for each in rows]
        penalties = [self.weights.penalty(each.errors) for each in parse_answers(rows, self.parse)]
        return grades_of(rows, [(cost / size,) for cost, size in zip(penalties, sizes, strict=True)])


def test_grades_can_see_the_text_that_was_shown() -> None:
    judgment = Judgment(
        id="1",
        protocol="error_spans",
        judge="ann",
        segment="7",
        systems=("a",),
        answer=[{"severity": "major", "start": 0, "end": 3}],
        texts=("the tea is hot",),
    )
    assert _ErrorsPerWord().grades([judgment]).value.tolist() == [5 / 4]


@pytest.mark.parametrize("name", ["error_spans", "esa"])
def test_errors_outside_the_text_that_was_shown_are_refused(name: str) -> None:
    protocol = find_protocol(name)
    for end, side, is_inside in ((3, "target", True), (4, "target", False), (4, "source", True)):
        spans = [{"severity": "minor", "start": 0, "end": end, "side": side}]
        answer = spans if name == "error_spans" else {"spans": spans, "score": 1}
        protocol.parse(answer, ["a"])
        if is_inside:
            protocol.parse(answer, ["a"], texts=["tea"])
            continue
        with pytest.raises(AnswerError, match="errors inside the output, which has 3 characters"):
            protocol.parse(answer, ["a"], texts=["tea"])
