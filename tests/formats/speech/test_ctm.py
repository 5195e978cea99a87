from __future__ import annotations

import math
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from bakeoff.data.recognition.transcripts import Recording, TimedWords, Token
from bakeoff.errors import FormatError
from bakeoff.formats import parse_speech, read_speech


def parse(*lines: str, on_remark: Callable[..., Any] | None = None) -> TimedWords:
    return parse_speech(lines, format="ctm", file="h.ctm", on_remark=on_remark)


def test_rows_become_columns() -> None:
    words = parse(";; comment", "f 1 0.25 0.5 Hello 0.9", "; another", "\tf\t1  1.0 .25 wörld;tag ", "g A 0 1 a NA")
    assert words.recordings == (Recording("f", "1"), Recording("g", "A"))
    assert words.recording_of.tolist() == [0, 0, 1]
    assert words.begin_ns.tolist() == [250_000_000, 10**9, 0]
    assert words.duration_ns.tolist() == [500_000_000, 250_000_000, 10**9]
    assert words.words == ["Hello", "wörld;tag", "a"]
    assert words.confidences[0] == 0.9
    assert np.isnan(words.confidences).tolist() == [False, True, True]
    assert words.lines.tolist() == [2, 4, 5]
    assert words.kinds.tolist() == [Token.WORD] * 3
    assert not words.bad_times.any()
    assert words.file == "h.ctm"


def test_alternatives_are_rows_of_their_own() -> None:
    words = parse("f 1 * * <ALT_BEGIN>", "f 1 1 1 um", "f 1 * * <alt>", "f 1 * * <Alt_End> ", "f 1 2 1 a")
    assert words.kinds.tolist() == [Token.BEGIN, Token.WORD, Token.OR, Token.END, Token.WORD]
    assert words.begin_ns.tolist() == [0, 10**9, 0, 0, 2 * 10**9]


def test_bad_times_are_marked() -> None:
    words = parse("f 1 &&1.5 1 a", "f 1 2 1 b")
    assert (words.bad_times.tolist(), words.begin_ns.tolist()) == ([True, False], [1_500_000_000, 2 * 10**9])


def test_white_space_of_other_scripts_is_part_of_a_word() -> None:
    words = parse("f 1 0 1 a\u00a0b 0.5", "f 1 1 1 c\u3000 0.5")
    assert words.words == ["a\u00a0b", "c\u3000"]
    assert parse("f 1 0 1 a\x0bb").words == ["a\x0bb"]


def test_an_empty_file_has_no_words() -> None:
    assert len(parse()) == len(parse(";; only a comment")) == 0
    assert parse().recordings == ()


def test_what_is_passed_over_is_said() -> None:
    remarks: list[str] = []
    words = parse("f 1 0 1 a", "", "f 1 1 1 b 0.5 1", "  ", on_remark=remarks.append)
    assert words.lines.tolist() == [1, 3]
    assert remarks == [
        "h.ctm: blank lines are passed over (2, the first being line 2); sclite refuses them.",
        "h.ctm, line 3: the seventh column (correct) is passed over.",
    ]


def test_regular_and_irregular_lines_give_the_same_words() -> None:
    regular = [f"talk{number // 3000} 1 {number}.25 0.5 word{number} 0.{number:05}" for number in range(9000)]
    irregular = [line.replace(" ", "\t", 1) if number % 100 else f"{line} " for number, line in enumerate(regular)]
    assert parse(*irregular) == parse(*regular)
    assert parse(*regular).words[8999] == "word8999"
    assert parse(*regular).recording_of.tolist() == [0] * 3000 + [1] * 3000 + [2] * 3000


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("f 1 0 1", "expected columns file, channel, begin, duration, word and perhaps confidence, found 4: f 1 0 1."),
        ("f 1 0 1 a 1 2 3", "and perhaps confidence, found 8: f 1 0 1 a 1 2 3."),
        ("f 1 x 1 a", "expected a begin time in seconds, found 'x'."),
        ("f 1 * * a", "expected a begin time in seconds, found '*'."),
        ("f 1 0 1:2 a", "expected a duration in seconds, found '1:2'."),
        (
            "f 1 0 1 FAT TISSUE",
            "a number or NA as confidence in the sixth column, found 'TISSUE'. Write one word a row",
        ),
        ("f 1 0 1 a nan", "a number or NA as confidence in the sixth column, found 'nan'."),
        ("f 1 * * <ALT>", "expected <ALT_BEGIN> before it, found <ALT>."),
        ("f 1 * * <ALT_END>", "expected <ALT_BEGIN> before it, found <ALT_END>."),
        ("f 1 * * <ALT_BEGIN>", "expected <ALT_END> after <ALT_BEGIN>, found none."),
    ],
)
def test_mistakes_are_named_with_their_line(line: str, message: str) -> None:
    with pytest.raises(FormatError) as caught:
        parse("f 1 0 1 a", ";", line, "f 1 9 1 z")
    assert str(caught.value).startswith("h.ctm, line 3: ")
    assert message in str(caught.value)


def test_alternations_cannot_be_nested_nor_cross_recordings() -> None:
    with pytest.raises(FormatError, match=r"line 2: expected <ALT_END>, found <ALT_BEGIN> inside that of line 1\."):
        parse("f 1 * * <ALT_BEGIN>", "f 1 * * <ALT_BEGIN>", "f 1 * * <ALT_END>")
    with pytest.raises(FormatError, match="alternatives of one file and channel"):
        parse("f 1 * * <ALT_BEGIN>", "g 1 0 1 a", "f 1 * * <ALT_END>")


def test_other_encodings_are_read_when_named(tmp_path: Path) -> None:
    path = tmp_path / "a.ctm"
    path.write_bytes("f 1 0 1 今天 0.5\n".encode("gb18030"))
    assert read_speech(path, encoding="gb18030", format="ctm").words == ["今天"]
    with pytest.raises(FormatError, match="line 1: expected UTF-8 text, found the byte"):
        read_speech(path, format="ctm")


def test_confidences_may_be_any_number() -> None:
    assert parse("f 1 0 1 a -1.5e2", "f 1 0 1 a 3").confidences.tolist() == [-150.0, 3.0]
    assert math.isnan(parse("f 1 0 1 a na").confidences[0])


def test_a_last_line_needs_no_line_feed(tmp_path: Path) -> None:
    (tmp_path / "a.ctm").write_bytes(b"f 1 0 1 a\r\nf 1 1 1 b")
    assert read_speech(tmp_path / "a.ctm", format="ctm").words == ["a", "b"]
