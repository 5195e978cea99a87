"""Results of Pearmut."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from bakeoff.errors import MistakesError
from bakeoff.formats.judgments import read_judgments
from bakeoff.human_eval.protocols.error_marks import parse_errors


def span(first: Any, last: Any, severity: Any = "minor", category: Any = None) -> dict[str, Any]:
    return {"start_i": first, "end_i": last, "severity": severity, "category": category}


def line(user: str = "warm-fox-12", item_i: Any = 0, **values: Any) -> dict[str, Any]:
    usual = {
        "annotation": [{"A": {"score": 80, "error_spans": [span(0, 2)], "textfield": None}}],
        "actions": [{"time": 1.0, "action": "load"}, {"time": 9.5, "action": "score"}],
        "item": [{"item_id": "d3_0", "src": "Tea", "tgt": {"A": "Tee", "B": "T"}}],
        "validations": [True],
        "comment": "fine",
    }
    return {"user_id": user, "item_i": item_i, **usual, **values}


def written(folder: Path, *lines: dict[str, Any] | str) -> Path:
    path = folder / "results.jsonl"
    texts = [each if isinstance(each, str) else json.dumps(each, ensure_ascii=False) for each in lines]
    path.write_text("".join(f"{each}\n" for each in texts), encoding="utf-8")
    return path


def test_a_line_is_a_judgment_for_each_output(tmp_path: Path) -> None:
    both = {"A": {"score": 80, "error_spans": [span(0, 2)]}, "B": {"score": 0, "error_spans": []}}
    first, second = read_judgments(written(tmp_path, line(annotation=[both])))
    assert (first.protocol, first.judge, first.segment, first.systems) == ("esa", "warm-fox-12", "d3_0", ("A",))
    assert first.answer == {
        "spans": [{"start": 0, "end": 3, "severity": "minor", "category": "", "side": "target"}],
        "score": 80,
    }
    assert second.answer == {"spans": [], "score": 0}
    assert first.texts == ("Tee",)
    assert (first.screen, first.control) == (second.screen, "")
    assert (first.shown_at, first.seconds) == (datetime.fromtimestamp(1, UTC), 8.5)
    assert first.id != second.id


def test_marks_count_units_of_utf_16_without_line_breaks_and_after_the_text_something_is_missing(
    tmp_path: Path,
) -> None:
    text = "a😀\r\ncafe\u0301 مضاء"
    marks = [span(1, 2), span(3, 7, "Major"), span(13, 13, None), span(9, 12)]
    answered = line(annotation=[{"A": {"score": 5, "error_spans": marks}}], item=[{"item_id": 7, "tgt": {"A": text}}])
    (found,) = read_judgments(written(tmp_path, answered))
    errors = parse_errors(found.answer["spans"], text=text)
    assert [None if each.start is None else text[each.start : each.end] for each in errors] == [
        "😀",
        "cafe\u0301",
        None,
        "مضاء",
    ]
    assert [each.severity for each in errors] == ["minor", "major", "undecided", "minor"]
    assert errors[2].side == "missing"


@pytest.mark.parametrize(
    ("score", "spans", "protocol", "answer"),
    [
        (71, [], "direct", 71),
        (
            None,
            [span(0, 0, "major", "Accuracy/Omission")],
            "error_spans",
            [{"start": 0, "end": 1, "severity": "major", "category": "Accuracy/Omission", "side": "target"}],
        ),
    ],
)
def test_answers_say_which_protocol_it_was(
    score: Any, spans: list[Any], protocol: str, answer: Any, tmp_path: Path
) -> None:
    path = written(tmp_path, line(annotation=[{"A": {"score": score, "error_spans": spans}}]))
    (found,) = read_judgments(path)
    assert (found.protocol, found.answer) == (protocol, answer)


def test_the_last_line_counts_and_a_reset_takes_back_what_was_before(tmp_path: Path) -> None:
    def scored(user: str, score: int, item_i: Any = 0) -> dict[str, Any]:
        return line(user, item_i, annotation=[{"A": {"score": score, "error_spans": []}}])

    remarks: list[str] = []
    path = written(
        tmp_path,
        scored("ann", 10),
        scored("bob", 20),
        scored("ann", 30),
        line("bob", annotation="__RESET__"),
        scored("cy", 40),
        line("cy", annotation="__RESET__"),
        scored("cy", 50),
    )
    found = read_judgments(path, on_remark=remarks.append)
    assert [(each.judge, each.answer) for each in found] == [("ann", 30), ("cy", 50)]
    assert remarks == [f"{path}: 3 lines were replaced by later ones, or taken back."]


def test_outputs_without_a_score_are_passed_over_with_a_remark(tmp_path: Path) -> None:
    both = {"A": {"score": 80, "error_spans": []}, "B": {"score": None, "error_spans": []}}
    remarks: list[str] = []
    (found,) = read_judgments(written(tmp_path, line(annotation=[both])), on_remark=remarks.append)
    assert found.systems == ("A",)
    assert [each.partition(": ")[2] for each in remarks] == ["1 outputs were passed over without a score."]


@pytest.mark.parametrize(
    ("item_i", "validation", "control"),
    [
        (0, None, ""),
        ("welcome_0", None, "gold"),
        ("random_0", None, "attention"),
        (3, {"A": {"score": [0, 20]}}, "attention"),
        (3, {"B": {"score": [0, 20]}}, ""),
    ],
)
def test_items_that_check_judges_are_controls(item_i: Any, validation: Any, control: str, tmp_path: Path) -> None:
    item = {"item_id": "d3_0", "tgt": {"A": "Tee"}, "validation": validation}
    (found,) = read_judgments(written(tmp_path, line(item_i=item_i, item=[item])))
    assert found.control == control


@pytest.mark.parametrize(
    ("broken", "expected"),
    [
        ('{"user_id": "x", "item_i": 0', "an object of JSON on each line"),
        ('["user_id", "item_i"]', "an object of JSON on each line"),
        (line(user=""), "a text under user_id"),
        (line(item_i="tutorial"), "a number under item_i"),
        (line(item_i=-1), "a number under item_i"),
        (line(item=[]), "as many answers under annotation as segments under item"),
        (line(item=None), "Export the results with their items"),
        (line(item=[{"item_id": "1"}]), "outputs by model under tgt"),
        (line(item=[{"tgt": {"A": "Tee"}}]), "an item_id for each segment"),
        (line(annotation=[{"C": {"score": 1}}]), "the output of C"),
        (line(annotation=[{"A": {"score": 101}}]), "a score from 0 to 100"),
        (line(annotation=[{"A": {"score": "80"}}]), "a score from 0 to 100"),
        (line(annotation=[{"A": {"score": 1, "error_spans": {"A": 1}}}]), "a list of objects under error_spans"),
        (line(annotation=[{"A": {"score": 1, "error_spans": [span("0", 2)]}}]), "where an error starts and ends"),
        (line(annotation=[{"A": {"score": 1, "error_spans": [span(2, 0)]}}]), "where an error starts and ends"),
        (line(annotation=[{"A": {"score": 1, "error_spans": [span(1, 4)]}}]), "a span inside the output"),
        (line(annotation=[{"A": {"score": 1, "error_spans": [span(0, 1, 5)]}}]), "severity and category as text"),
        (line(actions=[{"time": "now"}]), "times of actions in seconds"),
    ],
)
def test_every_wrong_line_is_named(broken: Any, expected: str, tmp_path: Path) -> None:
    path = written(tmp_path, line(), broken, line(item_i=1), line(item_i=2, annotation=[3]))
    with pytest.raises(MistakesError) as refused:
        read_judgments(path)
    assert [each.place.line for each in refused.value.mistakes] == [2, 4]
    assert expected in str(refused.value.mistakes[0])
