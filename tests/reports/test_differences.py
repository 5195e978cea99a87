"""Segments in which two systems differ, as people and programs read them."""

from __future__ import annotations

import json

import pytest

from bakeoff.data import Document, ReferenceSet, Run, Segment, TestSet
from bakeoff.evaluation import SegmentDifferences, score_runs, segment_differences
from bakeoff.reports import RENDERERS, differences_json, differences_table, differences_text


def documents(*texts: str) -> tuple[Document, ...]:
    return (Document("d", tuple(Segment(str(i), text) for i, text in enumerate(texts, start=1))),)


def found(*, source: bool = True, first: str = "A", references: int = 1) -> SegmentDifferences:
    runs = [
        Run(system=first, documents=documents("a b c d", "שלום", "x")),
        Run(system="系统", documents=documents("a q d e", "שלום לכם", "x")),
    ]
    texts = [ReferenceSet(name="r", documents=documents("a b c d", "שלום לכם", "x"))] * references
    given = TestSet(documents=documents("q\x1b[2J", "r", "s")) if source else None
    evaluation = score_runs(runs, texts, source=given, metrics="wer", specification="raw")
    return segment_differences(evaluation, first, "系统", metric="wer")


SIGNATURE = "wer|version:1|length:chosen|references:1|specification:raw[tokenizer=plain]"


def test_text_marks_differing_words_by_whether_a_reference_has_them() -> None:
    assert differences_text(found()) == (
        "WER, raw: A and 系统\n"
        "A is better in 1 of 3 segments, 系统 in 1; they are equal in 1.\n"
        "Words that the other output does not have at that place: {+in a reference+}, [-in none-].\n"
        "\n"
        "Where A is better\n"
        "\n"
        "document d, segment 1: A 0.00, 系统 75.00\n"
        "  source     q\\x1b[2J\n"
        "  reference  a b c d\n"
        "  A          a {+b c+} d\n"
        "  系统       a [-q-] d [-e-]\n"
        "\n"
        "Where 系统 is better\n"
        "\n"
        "document d, segment 2: A 50.00, 系统 0.00\n"
        "  source     r\n"
        "  reference  שלום לכם\n"
        "  A          שלום\n"
        "  系统       שלום {+לכם+}\n"
        "\n"
        f"{SIGNATURE}\n"
    )


def test_on_a_terminal_words_are_coloured_and_nothing_else_is_obeyed() -> None:
    text = differences_text(found(), colour=True)
    assert "a \x1b[1;32mb c\x1b[0m d\n" in text
    assert "a \x1b[4;31mq\x1b[0m d \x1b[4;31me\x1b[0m\n" in text
    assert "\x1b[2J" not in text
    assert "{+" not in text


def test_an_empty_output_is_an_empty_line() -> None:
    runs = [Run(system="A", documents=documents("")), Run(system="B", documents=documents("a"))]
    evaluation = score_runs(runs, [ReferenceSet(name="r", documents=documents("a"))], metrics="wer")
    lines = differences_text(segment_differences(evaluation, "A", "B", metric="wer")).splitlines()
    assert "  A" in lines
    assert "  B          {+a+}" in lines


def test_marks_do_not_hold_the_blank_between_two_pieces() -> None:
    runs = [Run(system="A", documents=documents("b z")), Run(system="B", documents=documents("c d e"))]
    evaluation = score_runs(runs, [ReferenceSet(name="r", documents=documents("b"))], metrics="wer")
    assert "{+b+} [-z-]" in differences_text(segment_differences(evaluation, "A", "B", metric="wer"))


def test_a_name_cannot_command_the_terminal() -> None:
    assert "\x1b" not in differences_text(found(first="A\x1b[31m", source=False))
    assert "\x1b" not in differences_table(found(first="A\x1b[31m")).title


def test_table_has_a_row_for_each_segment() -> None:
    assert RENDERERS["tsv"](differences_table(found())) == (
        "first\tsecond\tdocument\tsegment\tfirst score\tsecond score\tdifference\tsource\treference"
        "\tfirst output\tsecond output\n"
        "A\t系统\td\t1\t0.0\t75.0\t75.0\tq\x1b[2J\ta b c d\ta b c d\ta q d e\n"
        "A\t系统\td\t2\t50.0\t0.0\t-50.0\tr\tשלום לכם\tשלום\tשלום לכם\n"
    )


def test_several_references_have_a_column_each_and_no_source_has_none() -> None:
    headings = [column.heading for column in differences_table(found(source=False, references=2)).columns]
    assert headings[6:] == ["difference", "reference 1", "reference 2", "first output", "second output"]


@pytest.mark.parametrize("name", sorted(RENDERERS))
def test_systems_that_do_not_differ_give_a_table_without_rows(name: str) -> None:
    run = found().first_better[0].first.text
    runs = [Run(system=system, documents=documents(run)) for system in "AB"]
    evaluation = score_runs(runs, [ReferenceSet(name="r", documents=documents("a"))], metrics="wer")
    none = segment_differences(evaluation, "A", "B", metric="wer")
    is_for_programs = name in ("tsv", "csv")
    expected = "first score" if is_for_programs else "Both systems have the same score on every segment."
    assert expected in RENDERERS[name](differences_table(none))
    assert "Where" not in differences_text(none)
    assert expected in differences_text(none) or is_for_programs


def test_json_holds_texts_scores_and_pieces() -> None:
    result = differences_json(found())
    assert json.loads(json.dumps(result)) == result
    assert {key: value for key, value in result.items() if not key.endswith("_better")} == {
        "metric": "wer",
        "signature": SIGNATURE,
        "specification": "raw",
        "a": "A",
        "b": "系统",
        "segments": 3,
        "wins": {"a": 1, "b": 1, "ties": 1},
    }
    assert result["b_better"] == [
        {
            "document": "d",
            "segment": "2",
            "index": 1,
            "difference": -50.0,
            "references": ["שלום לכם"],
            "a": {
                "score": 50.0,
                "text": "שלום",
                "pieces": [{"text": "שלום", "differs": False, "in_reference": True}],
            },
            "b": {
                "score": 0.0,
                "text": "שלום לכם",
                "pieces": [
                    {"text": "שלום ", "differs": False, "in_reference": True},
                    {"text": "לכם", "differs": True, "in_reference": True},
                ],
            },
            "source": "r",
        }
    ]
    assert "source" not in differences_json(found(source=False))["a_better"][0]
