"""Files of corrections of a reference."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bakeoff.errors import FormatError, InputError
from bakeoff.formats import SegmentCorrection, read_corrections, write_corrections
from bakeoff.formats.tables.corrections import correction_lines

HEADER = "segment\told\tnew\twho\twhy\n"


def written(folder: Path, text: str) -> Path:
    path = folder / "c.tsv"
    path.write_bytes(text.encode())
    return path


def test_rows_are_read_in_order_with_their_lines(tmp_path: Path) -> None:
    path = written(tmp_path, HEADER + "a-1\tcolour\tcolor\tNN\tGLM\n" + "talk:1:0.00\tx\\ty\t\tNN\t\n")
    found = read_corrections(path)
    assert found.corrections == (
        SegmentCorrection("a-1", "colour", "color", "NN", "GLM"),
        SegmentCorrection("talk:1:0.00", "x\ty", "", "NN", ""),
    )
    assert [each.line for each in found.corrections] == [2, 3]
    assert found.remarks == ()


def test_columns_may_stand_in_any_order_and_the_file_may_be_gzipped(tmp_path: Path) -> None:
    path = tmp_path / "c.tsv.gz"
    path.write_bytes(gzip.compress(b"who\twhy\tnew\told\tsegment\nNN\tbecause\tb\ta\tu1\n"))
    assert read_corrections(path).corrections == (SegmentCorrection("u1", "a", "b", "NN", "because"),)


def test_who_may_be_missing_and_that_is_said(tmp_path: Path) -> None:
    found = read_corrections(written(tmp_path, HEADER + "a\tb\tc\tNN\t\n" + "b\tb\tc\t\t\n" * 2))
    assert found.remarks == (f"{found.file}: 2 corrections do not say who made them, the first in line 3.",)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "line 1: expected a header row with the columns segment, old, new, who, why, found an empty line"),
        ("segment\told\tnew\twho\n", "line 1: expected a header row .*, found segment, old, new, who"),
        (HEADER.replace("why", "why\tmore"), "found segment, old, new, who, why, more"),
        (HEADER.replace("why", "who"), "expected a different name for each column, found who twice"),
        (HEADER + "a\tb\tc\n", "line 2: expected 5 columns, found 3"),
        (HEADER + "a\tb\tc\td\te\n\n", "line 3: expected 5 columns, found an empty line. Take it out."),
        (HEADER + "\tb\tc\td\te\n", "line 2: expected an id in the column segment, found an empty cell"),
        (HEADER + "a\tb\tb\td\te\n", "line 2, segment a: expected a new text that differs from the old one, found 'b'"),
        (HEADER + "a\t\t\td\te\n", "found two empty cells. Take out the row"),
        (HEADER + "a\tb\\x\tc\td\te\n", r"line 2: expected .t, .n, .r or .. after a backslash, found .x"),
    ],
)
def test_mistakes_are_named_with_file_and_line(text: str, message: str, tmp_path: Path) -> None:
    path = written(tmp_path, text)
    with pytest.raises(FormatError, match=message) as error:
        read_corrections(path)
    assert str(error.value).startswith(str(path))


CELLS = st.text(st.characters(codec="utf-8", exclude_characters="\0"), max_size=12)


@given(st.lists(st.builds(SegmentCorrection, CELLS.filter(bool), CELLS, CELLS, CELLS, CELLS)))
def test_what_was_written_is_read(tmp_path_factory: pytest.TempPathFactory, given: list[SegmentCorrection]) -> None:
    rows = tuple(row for row in given if row.old != row.new)
    path = tmp_path_factory.mktemp("x") / "c.tsv.gz"
    write_corrections(rows, path)
    assert read_corrections(path).corrections == rows


def test_a_folder_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="expected a file that can be written, found no such file"):
        write_corrections([], tmp_path / "none" / "c.tsv")
    assert list(correction_lines([])) == [HEADER]


def test_every_row_with_a_mistake_is_told_and_the_others_are_read(tmp_path: Path) -> None:
    path = tmp_path / "c.tsv"
    path.write_text(
        "segment\told\tnew\twho\twhy\na\tx\ty\t\t\nb\tx\nc\tx\tx\t\t\n\tx\ty\t\t\nd\t\\q\ty\t\t\ne\tx\tz\t\t\n"
    )
    mistakes: list[FormatError] = []
    found = read_corrections(path, on_mistake=mistakes.append)
    assert [each.segment for each in found.corrections] == ["a", "e"]
    assert [mistake.place.line for mistake in mistakes] == [3, 4, 5, 6]
