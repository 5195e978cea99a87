from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from bakeoff.data.recognition.transcripts import Transcript
from bakeoff.errors import FormatError
from bakeoff.formats import parse_speech, read_speech


def parse(*lines: str, on_remark: Callable[..., Any] | None = None) -> Transcript:
    return parse_speech(lines, format="trn", file="h.trn", on_remark=on_remark)


def test_the_last_parentheses_hold_the_id() -> None:
    found = parse(";; comment", "a (b)  {c / d} (s-1)", "", "(s-2)", " x(s 3)  ", ";;; another")
    assert found.texts == ["a (b)  {c / d}", "", "x"]
    assert found.ids == ["s-1", "s-2", "s 3"]
    assert found.lines.tolist() == [2, 4, 5]


def test_a_last_line_without_line_feed_counts(tmp_path: Path) -> None:
    (tmp_path / "h.trn").write_bytes(b"a (s-1)\nb (s-2)")
    assert read_speech(tmp_path / "h.trn", format="trn").ids == ["s-1", "s-2"]


def test_lines_with_stars_are_comments_and_said_to_be() -> None:
    remarks: list[str] = []
    assert parse("** a (s-1)", "b (s-2)", "**", on_remark=remarks.append).ids == ["s-2"]
    assert remarks == ["h.trn: lines that start with ** are passed over (2, the first being line 1); sclite does so."]


@pytest.mark.parametrize("line", ["a b", "a (s-1) x", "a (s-1", "a s-1)", "a ()", "a ( )", "c ((s-2))"])
def test_a_line_without_id_is_refused(line: str) -> None:
    with pytest.raises(FormatError) as caught:
        parse("a (s-1)", line)
    message = "h.trn, line 2: expected the utterance's id in parentheses at the end of the line"
    assert str(caught.value).startswith(f"{message}, found {line!r}.")
