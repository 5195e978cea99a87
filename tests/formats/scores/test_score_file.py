from __future__ import annotations

import gzip
import hashlib
from pathlib import Path
from typing import Any

import pytest

from bakeoff.errors import FormatError, InputError
from bakeoff.formats import ScoreFile, ScoreRow, read_scores


def written(tmp_path: Path, content: str) -> Path:
    path = tmp_path / "bleu.tsv"
    path.write_bytes(content.encode())
    return path


def rows(tmp_path: Path, content: str, **options: Any) -> tuple[ScoreRow, ...]:
    return read_scores(written(tmp_path, content), **options).rows


def test_scores_of_systems(tmp_path: Path) -> None:
    found = read_scores(written(tmp_path, "system\tscore\nA\t34.5\nB & co\t-1e-3\n"))
    assert found == ScoreFile(str(tmp_path / "bleu.tsv"), (ScoreRow("A", 34.5), ScoreRow("B & co", -0.001)))
    assert (found.systems, found.unit, found.remarks) == (("A", "B & co"), "system", ())
    assert [row.line for row in found.rows] == [2, 3]


def test_scores_of_segments_in_any_order_of_columns(tmp_path: Path) -> None:
    found = read_scores(written(tmp_path, "score\tsegment\tjudge\tsystem\tdocument\n1\ts1\tx\tA\td\n2\ts1\ty\tB\td\n"))
    assert found.rows == (ScoreRow("A", 1, "d", "s1"), ScoreRow("B", 2, "d", "s1"))
    assert found.unit == "segment"


def test_scores_of_documents(tmp_path: Path) -> None:
    assert read_scores(written(tmp_path, "system\tdocument\tscore\nA\td\t1\n")).unit == "document"


def test_windows_line_ends_a_byte_order_mark_and_escapes_are_read(tmp_path: Path) -> None:
    assert rows(tmp_path, "\ufeffsystem\tscore\r\na\\tb\t.5\r\n") == (ScoreRow("a\tb", 0.5),)


def test_a_gzipped_file_is_read(tmp_path: Path) -> None:
    (tmp_path / "a.gz").write_bytes(gzip.compress(b"system\tscore\nA\t1\n"))
    assert read_scores(tmp_path / "a.gz").rows == (ScoreRow("A", 1),)


def test_an_only_column_of_another_name_is_taken_and_said(tmp_path: Path) -> None:
    found = read_scores(written(tmp_path, "system\tdocument\tsegment\tbleu\nA\td\t1\t3\n"))
    assert found.rows == (ScoreRow("A", 3, "d", "1"),)
    assert found.remarks == (f"{tmp_path / 'bleu.tsv'}: the scores are those of the column bleu.",)


def test_a_column_can_be_chosen(tmp_path: Path) -> None:
    assert rows(tmp_path, "system\tscore\tter\nA\t3\t4\n", column="ter") == (ScoreRow("A", 4),)


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("", "bleu.tsv, line 1: expected a header row with the columns system and score, found an empty line."),
        ("\nA\t1\n", "line 1: expected a header row with the columns system and score, found an empty line."),
        ("A\tbleu\nB\t33\n", "line 1: expected a header row with the columns system and score, found A, bleu."),
        ("system;score\nA;1\n", "line 1: expected a header row with the columns system and score, found system;score."),
        ("system\tbleu\tter\nA\t1\t2\n", "the columns system and score, found system, bleu, ter. Separate columns"),
        ("system\tscore\tscore\nA\t1\t2\n", "line 1: expected a different name for each column, found score twice"),
        ("system\tscore\n", "bleu.tsv: expected at least one score, found none."),
        ("system\tscore\nA\t1\n\n", "line 3: expected 2 columns, found an empty line. Take it out."),
        ("system\tscore\nA\t1\t\n", "line 2: expected 2 columns, found 3."),
        ("system\tscore\n\t1\n", "line 2: expected an id in the column system, found an empty cell."),
        ("system\tsegment\tscore\nA\t\t1\n", "line 2: expected an id in the column segment, found an empty cell."),
        ("system\tscore\nA\t1\nB\t2\nA\t1\n", "line 4: expected one score of system A, found another in line 2."),
        (
            "system\tdocument\tsegment\tscore\nA\td\t1\t1\nA\td\t1\t2\n",
            "line 3, document d, segment 1: expected one score of system A for it, found another in line 2.",
        ),
    ],
)
def test_mistakes_are_explained(content: str, message: str, tmp_path: Path) -> None:
    with pytest.raises(FormatError) as caught:
        rows(tmp_path, content)
    assert message in str(caught.value)


@pytest.mark.parametrize("cell", ["nan", "inf", "1e999", "", "12,5", "1_000", "١٢", "0x10", " 1", "none", "-"])
def test_what_is_no_finite_number_is_refused_with_its_line(cell: str, tmp_path: Path) -> None:
    with pytest.raises(FormatError) as caught:
        rows(tmp_path, f"system\tscore\nA\t1\nB\t{cell}\n")
    found = repr(cell) if cell else "an empty cell"
    assert f"bleu.tsv, line 3: expected a number in the column score, found {found}." in str(caught.value)


@pytest.mark.parametrize(
    ("column", "message"),
    [
        ("ter", "expected a header row with the columns system and ter, found system, segment, score."),
        ("segment", "expected a column of scores, found segment, a column of ids."),
    ],
)
def test_a_chosen_column_must_be_there_and_hold_scores(column: str, message: str, tmp_path: Path) -> None:
    with pytest.raises(FormatError, match=f"bleu.tsv, line 1: {message}"):
        rows(tmp_path, "system\tsegment\tscore\nA\t1\t1\n", column=column)


def test_a_file_that_is_not_there_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no such file"):
        read_scores(tmp_path / "none.tsv")


def test_the_column_called_as_the_metric_is_goes_before_the_one_called_score(tmp_path: Path) -> None:
    (tmp_path / "s.tsv").write_text("system\tscore\tcomet\nA\t1\t2\n", encoding="utf-8")
    named, other = (read_scores(tmp_path / "s.tsv", name=name) for name in ("comet", "xcomet"))
    assert (named.rows[0].score, other.rows[0].score) == (2, 1)
    assert named.remarks == other.remarks == ()


def test_the_checksum_is_that_of_the_decompressed_file(tmp_path: Path) -> None:
    content = b"\xef\xbb\xbfsystem\tscore\r\nA\t1\r\n"
    (tmp_path / "s.tsv").write_bytes(content)
    (tmp_path / "s.tsv.gz").write_bytes(gzip.compress(content))
    expected = hashlib.sha256(content).hexdigest()
    assert read_scores(tmp_path / "s.tsv").sha256 == read_scores(tmp_path / "s.tsv.gz").sha256 == expected
