"""Grades with a column for each judge."""

from __future__ import annotations

from pathlib import Path

import pytest

from bakeoff.errors import MistakesError
from bakeoff.formats.judgments import read_judgments


def written(folder: Path, text: str) -> Path:
    path = folder / "labels.tsv"
    path.write_text(text, encoding="utf-8")
    return path


def test_each_filled_cell_is_a_judgment(tmp_path: Path) -> None:
    text = "year\ttype\tpair\tline\tA\tB\n2015\tadequacy\tcs-en\t1\tC\t\n2015\tfluency\tcs-en\t1\t3\t2.5\n"
    found = read_judgments(written(tmp_path, text))
    assert [(each.protocol, each.judge, each.answer) for each in found] == [
        ("adequacy", "A", "C"),
        ("fluency", "A", 3),
        ("fluency", "B", 2.5),
    ]
    assert {(each.campaign, each.language_pair, each.segment, each.systems) for each in found} == {
        ("2015", "cs-en", "1", ("unnamed",))
    }


def test_systems_where_there_is_a_column(tmp_path: Path) -> None:
    text = "type\tpair\tline\tsystem\tann\nfluency\tcs-en\t1\tuedin\t3\nfluency\tcs-en\t1\tcmu\t3\n"
    assert [each.systems for each in read_judgments(written(tmp_path, text))] == [("uedin",), ("cmu",)]


def test_every_wrong_row_is_named(tmp_path: Path) -> None:
    text = "type\tpair\tline\tA\nfluency\tcs-en\t1\tC\nbeauty\tcs-en\t2\tC\nfluency\tcs-en\t1\tB\nfluency\t\t3\tC\nx\n"
    with pytest.raises(MistakesError) as caught:
        read_judgments(written(tmp_path, text))
    assert sorted(mistake.place.line or 0 for mistake in caught.value.mistakes) == [3, 4, 5, 6]


def test_a_table_needs_judges(tmp_path: Path) -> None:
    with pytest.raises(MistakesError, match="a column for each judge"):
        read_judgments(written(tmp_path, "type\tpair\tline\nfluency\tcs-en\t1\n"))
