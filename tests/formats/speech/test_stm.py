from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from bakeoff.data.recognition.transcripts import Definition, Recording, TimedSegments
from bakeoff.errors import FormatError
from bakeoff.formats import parse_speech


def parse(*lines: str, on_remark: Callable[..., Any] | None = None) -> TimedSegments:
    return parse_speech(lines, format="stm", file="r.stm", on_remark=on_remark)


def test_segments_become_columns() -> None:
    segments = parse(
        ';; CATEGORY "0" "" ""',
        ';; LABEL "O" "Overall" "All segments"',
        ";; LABEL is only spoken of",
        "f 1 spk 0.5 2.25 <o,f0,male> {um / uh}  so  far ",
        "",
        "\tf  1\tspk 2.25 3 no labels",
        "f 2 other 0 1 <o,,x>",
        "f 2 other 1 2",
    )
    assert segments.recordings == (Recording("f", "1"), Recording("f", "2"))
    assert segments.recording_of.tolist() == [0, 0, 1, 1]
    assert segments.begin_ns.tolist() == [500_000_000, 2_250_000_000, 0, 10**9]
    assert segments.end_ns.tolist() == [2_250_000_000, 3 * 10**9, 10**9, 2 * 10**9]
    assert segments.speakers == ["spk", "spk", "other", "other"]
    assert segments.labels == [("o", "f0", "male"), (), ("o", "", "x"), ()]
    assert segments.texts == ["{um / uh}  so  far", "no labels", "", ""]
    assert segments.label_definitions == (Definition("O", "Overall", "All segments"),)
    assert segments.category_definitions == (Definition("0", "", ""),)
    assert segments.lines.tolist() == [4, 6, 7, 8]


def test_segments_that_are_not_scored_say_so() -> None:
    texts = ["ignore_time_segment_in_scoring", "xIGNORE_TIME_segment_IN_SCORINGx", "IgnoreTimeSegmentInScoring y"]
    others = ["ignore time segment in scoring", "ignore", ""]
    segments = parse(*(f"f 1 s 0 1 <o> {text}" for text in texts + others))
    assert segments.ignored.tolist() == [True, True, True, False, False, False]


def test_lines_with_stars_are_comments_and_said_to_be() -> None:
    remarks: list[str] = []
    assert parse("** f 1 s 0 1 a", "f 1 s 0 1 a", on_remark=remarks.append).lines.tolist() == [2]
    assert remarks == ["r.stm: lines that start with ** are passed over (1, the first being line 1); sclite does so."]


@pytest.mark.parametrize(
    ("line", "message"),
    [
        (
            "f 1 s 0",
            "expected columns file, channel, speaker, begin, end, perhaps <labels>, and text, found 4: f 1 s 0.",
        ),
        ("f 1 s zero 1 a", "expected a begin time in seconds, found 'zero'."),
        ("f 1 0 1 hello world", "expected an end time in seconds, found 'hello'."),
        ("f 1 s 0 1 <o, f0> a", "expected labels between < and > without blanks, as in <o,f0,male>, found <o,."),
    ],
)
def test_mistakes_are_named_with_their_line(line: str, message: str) -> None:
    with pytest.raises(FormatError) as caught:
        parse("f 1 s 0 1 a", line)
    assert str(caught.value).startswith("r.stm, line 2: ")
    assert message in str(caught.value)
