from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from bakeoff.data.recognition.transcripts import TimedSegments, TimedWords
from bakeoff.errors import FormatError
from bakeoff.formats import parse_speech, read_speech
from bakeoff.speech.checks import (
    grouping_findings,
    overlap_findings,
    refuse,
    segment_findings,
    transcript_findings,
    word_findings,
)


def said(findings: Iterator[Any]) -> list[str]:
    return [f"{found.place.line}: {found.expected} | {found.found}" for found in findings]


def ctm(*rows: str) -> TimedWords:
    return parse_speech([f"f 1 {row}" for row in rows], format="ctm", file="h.ctm")


def stm(*rows: str) -> TimedSegments:
    return parse_speech([f"f 1 s {row}" for row in rows], format="stm", file="r.stm")


def test_words_in_order_are_right() -> None:
    assert said(word_findings(ctm("0 1 a", "0 2 b", "1 1 c"))) == []
    assert said(word_findings(parse_speech(["f 1 5 1 a", "f 2 1 1 a", "g 1 0 1 a"], format="ctm"))) == []
    assert said(word_findings(ctm())) == []


def test_words_out_of_order_are_found() -> None:
    order = "words in the order of their times, so a begin at"
    assert said(word_findings(ctm("1 1 a", "0.5 1 b", "0.75 1 c"))) == [f"2: {order} 1 or later | 0.5"]


def test_alternatives_run_side_by_side() -> None:
    marks = {"{": "* * <ALT_BEGIN>", "/": "* * <ALT>", "}": "* * <ALT_END>"}

    def words(*rows: str) -> TimedWords:
        return ctm(*(marks.get(row, row) for row in rows))

    assert said(word_findings(words("1 1 a", "{", "2 1 b", "3 1 c", "/", "2 2 d", "}", "4 1 e"))) == []
    order = "words in the order of their times, so a begin at"
    assert said(word_findings(words("1 1 a", "{", "0 1 b", "/", "2 1 c", "1.5 1 d", "}", "0.5 1 e"))) == [
        f"3: {order} 1 or later | 0",
        f"6: {order} 2 or later | 1.5",
        f"8: {order} 1 or later | 0.5",
    ]


def test_recordings_in_pieces_are_found() -> None:
    words = parse_speech(["f 1 0 1 a", "g 1 0 1 b", "f 1 1 1 c", "g 1 1 1 d"], format="ctm")
    assert said(grouping_findings(words)) == [
        "3: all of f, channel 1 together, from line 1 on | others between them",
        "4: all of g, channel 1 together, from line 2 on | others between them",
    ]


def test_negative_durations_are_found() -> None:
    assert said(word_findings(ctm("1 -0.25 a"))) == ["1: a duration of 0 seconds or more | -0.25"]


def test_segments_that_end_before_they_start_and_those_out_of_order() -> None:
    assert said(segment_findings(stm("1 0.5 a", "0 3 b", "3 4 c"))) == [
        "1: an end after the begin at 1 | 0.5",
        "2: segments in the order of their times, so a begin at 1 or later | 0",
    ]


def test_overlaps_are_a_check_of_their_own() -> None:
    segments = stm("0 2 a", "1.5 3 b", "3 4 c")
    assert said(segment_findings(segments)) == []
    assert said(overlap_findings(segments)) == [
        "2: a begin at 2 or later, where the segment before it ends | 1.5",
    ]
    assert said(overlap_findings(parse_speech(["f 1 s 0 9 a", "f 2 s 0 1 a"], format="stm"))) == []


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("{ a / b }", None),
        ("{a/{b / c} d}", None),
        ("a / b", None),
        ("a { b / c", "a { without }"),
        ("{ a { b } / c", "a { without }"),
        ("a } b", "a } without {"),
        ("} {", "a } without {"),
    ],
)
def test_braces_need_partners(text: str, found: str | None) -> None:
    expected = [] if found is None else [f"1: alternatives as {{ a / b }}, every brace with its partner | {found}"]
    assert said(transcript_findings(parse_speech([f"{text} (s)"], format="trn"))) == expected
    assert said(segment_findings(stm(f"0 1 {text}"))) == expected


def test_ids_are_compared_without_case() -> None:
    found = transcript_findings(parse_speech(["a (s-1)", "b (s-2)", "c (S-1)", "d (s-1)"], format="trn"))
    assert said(found) == [
        "3: each utterance once (ids are compared without case), but S-1 | another in line 1",
        "4: each utterance once (ids are compared without case), but s-1 | another in line 1",
    ]


def test_refusing_says_how_many_more_there_are() -> None:
    with pytest.raises(FormatError) as caught:
        refuse(word_findings(ctm("3 1 a", "2 1 b", "1 1 c", "0 1 d")))
    assert str(caught.value).startswith("h.ctm, line 2: expected words in the order of their times")
    assert str(caught.value).endswith("2 more such mistakes follow.")
    with pytest.raises(FormatError, match=r"Another follows\.$"):
        refuse(word_findings(ctm("1 -1 a", "2 -1 b")))
    refuse(word_findings(ctm("1 1 a")))


def test_real_files(data: Path) -> None:
    folder = data / "sctk" / "sclite_testdata"
    assert said(word_findings(read_speech(folder / "lvc_hyp.ctm", format="ctm"))) == []
    assert said(segment_findings(read_speech(folder / "lvc_ref.stm", format="stm"))) == []
    assert said(overlap_findings(read_speech(folder / "lvc_ref.stm", format="stm"))) == []
    assert said(transcript_findings(read_speech(folder / "tests.ref", format="trn"))) == []
    assert [line.split(":")[0] for line in said(word_findings(read_speech(folder / "tima_ref.ctm", format="ctm")))] == [
        "474",
        "917",
    ]
