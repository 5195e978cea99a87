"""Judgments written as Appraise exports them."""

from __future__ import annotations

import csv
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from io import StringIO
from pathlib import Path
from typing import Any

import pytest

from bakeoff.data.judgments import Control, Judgment
from bakeoff.errors import InputError
from bakeoff.formats.judgments import read_judgments, write_judgments
from bakeoff.formats.judgments.appraise.export import lines_of

SENT = datetime(2026, 3, 1, 12, tzinfo=UTC)
SPAN = {"start": 4, "end": 6, "severity": "minor", "category": "", "side": "target"}


def given(
    protocol: str, answer: Any, *systems: str, segment: str = "12", control: Control = "", **values: Any
) -> Judgment:
    return Judgment(
        id="1",
        protocol=protocol,
        judge="judge7",
        language_pair="en-de",
        segment=segment,
        systems=systems or ("sysA",),
        answer=answer,
        control=control,
        shown_at=SENT - timedelta(seconds=20),
        sent_at=SENT,
        **values,
    )


def rows(*judgments: Judgment) -> list[list[str]]:
    return list(csv.reader(StringIO("".join(lines_of(judgments)))))


START, END = str((SENT - timedelta(seconds=20)).timestamp()), str(SENT.timestamp())


def test_direct_assessment_of_segments_has_nine_cells() -> None:
    assert rows(given("direct", 71), given("direct", [3, None], "b,c", "d", control="attention")) == [
        ["judge7", "sysA", "12", "TGT", "en", "de", "71", START, END],
        ["judge7", "b", "12", "BAD", "en", "de", "3", START, END],
        ["judge7", "c", "12", "BAD", "en", "de", "3", START, END],
    ]


def test_a_choice_between_two_outputs_is_two_rows_with_the_scores_of_sliders() -> None:
    choices = [given("pairwise", answer, "a", "b") for answer in ("first", "second", "tie")]
    assert [row[1:3] + row[6:9] for row in rows(*choices)] == [
        ["a", "12", "100", "", ""],
        ["b", "12", "0", "", ""],
        ["a", "12", "0", "", ""],
        ["b", "12", "100", "", ""],
        ["a", "12", "50", "", ""],
        ["b", "12", "50", "", ""],
    ]
    assert {len(row) for row in rows(*choices)} == {11}


@pytest.mark.parametrize(
    "judgment",
    [
        given("direct", 71.5),
        given("direct", 71, document="d3"),
        given("esa", {"spans": [SPAN, {**SPAN, "severity": "major"}], "score": 40}, document="d3"),
        given("esa", {"spans": [], "score": 0}, document="d3"),
        given("error_spans", [{**SPAN, "category": "Accuracy/Omission", "start": None, "end": None, "side": "missing"}],
              document="d3"),
    ],
    ids=["segments", "documents", "esa", "no errors", "mqm"],
)  # fmt: skip
@pytest.mark.parametrize("control", ["", "repeat", "gold", "attention"])
def test_what_is_written_is_read_back(judgment: Judgment, control: Control, tmp_path: Path) -> None:
    judgment = replace(judgment, control=control)
    path = tmp_path / "export.csv"
    write_judgments([judgment], path, format="appraise")
    (found,) = read_judgments(path)
    kept = ("protocol", "judge", "language_pair", "document", "segment", "systems", "answer", "control", "sent_at")
    assert {name: getattr(found, name) for name in kept} == {name: getattr(judgment, name) for name in kept}
    assert found.seconds == 20


def test_errors_marked_on_our_screens_are_written_as_others() -> None:
    marked = {"spans": [{**SPAN, "id": "a", "note": "Odd.", "origin": "given"}], "digest": "c3dddeb1bf45fdf8"}
    (plain,), (ours,) = rows(given("error_spans", [SPAN])), rows(given("error_spans", marked))
    assert ours == plain


def test_segments_that_are_no_numbers_get_one_each() -> None:
    judgments = [given("direct", 1, segment=name) for name in ("talk.7", "talk.8", "talk.7", "8")]
    assert [row[2] for row in rows(*judgments)] == ["100000001", "100000002", "100000001", "8"]


def test_segments_that_are_no_numbers_get_their_line_where_the_source_is_known() -> None:
    judgments = [given("direct", 1, segment=name) for name in ("talk.7", "talk.8", "talk.7", "8")]
    names = ("talk.6", "talk.7", "8")
    sources = {replace(judgments[0], segment=name).location: "" for name in names}
    written = csv.reader(lines_of(judgments, sources))
    assert [row[2] for row in written] == ["2", "100000001", "2", "3"]


@pytest.mark.parametrize(
    ("judgments", "message"),
    [
        ([given("ranking", [1, 2], "a", "b")], "a protocol that Appraise has"),
        ([given("direct", 1), given("pairwise", "tie", "a", "b")], "judgments of one protocol"),
        ([given("direct", {"z": 0.3})], "scores from 0 to 100"),
        ([replace(given("direct", 1), sent_at=None)], "the time of every judgment"),
    ],
)
def test_what_appraise_has_no_form_for_is_refused(judgments: list[Judgment], message: str) -> None:
    with pytest.raises(InputError, match=message):
        list(lines_of(judgments))
