"""Files of results of matches: lists and head-to-head tables."""

from __future__ import annotations

import gzip
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from bakeoff.data.matches import MatchResult
from bakeoff.errors import InputError
from bakeoff.formats import read_matches, read_scores


@pytest.fixture
def read(tmp_path: Path) -> Callable[..., Any]:
    def reader(content: str, **options: Any) -> tuple[MatchResult, ...]:
        path = tmp_path / "m.csv"
        path.write_text(content, encoding="utf-8")
        return read_matches(path, **options)

    return reader


def test_the_shortest_file(read: Callable[..., Any]) -> None:
    assert read("a,b,a_wins,b_wins\nA,B,30,20.5\n") == (MatchResult(a="A", b="B", a_wins=30, b_wins=20.5),)


def test_all_columns_in_any_order_and_further_ones(read: Callable[..., Any]) -> None:
    (found,) = read(
        "note,b,a,b_wins,a_wins,segments,a_judgments,b_judgments,p,winner\n"
        '"x, y",B,A,20,20,100,66,67,0.5,B\n'
    )  # fmt: skip
    assert found == MatchResult(
        a="A", b="B", a_wins=20, b_wins=20, segments=100, a_judgments=66, b_judgments=67, p=0.5, winner="B"
    )
    assert found.place.line == 2


def test_tabs_and_gzip(tmp_path: Path) -> None:
    path = tmp_path / "m.tsv.gz"
    path.write_bytes(gzip.compress(b"a\tb\ta_wins\tb_wins\nA\tB, C\t1\t2\n"))
    assert read_matches(path)[0].b == "B, C"


def test_a_figure_that_is_missing_with_the_winner(read: Callable[..., Any]) -> None:
    (found,) = read("a,b,a_wins,b_wins,winner\nA,B,,32.75,A\n", percent=True)
    assert (found.a_wins, found.b_wins, found.winner, found.share("B")) == (None, 32.75, "A", 0.3275)


def test_percentages_become_segments_where_their_number_is_known(read: Callable[..., Any]) -> None:
    rows = "a,b,a_wins,b_wins,segments\nA,B,23.75,41.75,\nC,D,21.55,30.08,399\n"
    found = read(rows, percent=True, segments=400)
    assert [(r.a_wins, r.b_wins, r.segments, r.percent) for r in found] == [
        (95, 167, 400, False),
        (86, 120, 399, False),
    ]


def test_a_head_to_head_table(read: Callable[..., Any]) -> None:
    found = read("system,A,B,C\nA,–,60,50\nC,20,,-\nB,30,,\n", percent=True)
    assert [(r.a, r.b, r.a_wins, r.b_wins, r.percent) for r in found] == [
        ("A", "B", 60, 30, True),
        ("A", "C", 50, 20, True),
    ]


@pytest.mark.parametrize(
    ("content", "options", "sentence"),
    [
        ("", {}, "line 1: expected a header row with the columns a, b, a_wins, b_wins, or system and the name of each"),
        ("a,b,a_wins\nA,B,1\n", {}, "found a, b, a_wins. Separate columns by commas or tabs"),
        ("a,b,a_wins,b_wins\n", {}, "expected at least one match, found none."),
        ("a,b,a_wins,b_wins\nA,B,1\n", {}, "line 2: expected 4 columns, found 3. Put a cell with a comma"),
        ("a,b,a_wins,b_wins\nA,B,1,2\n\n", {}, "line 3: expected 4 columns, found an empty line. Take it out."),
        ('a,b,a_wins,b_wins\n"A,B,1,2\n', {}, "line 2: expected cells separated by commas"),
        ("a,b,a_wins,b_wins,a\nA,B,1,2,3\n", {}, "line 1: expected a different name for each column, found a twice."),
        ("a,b,a_wins,b_wins\nA,A,1,2\n", {}, "line 2: expected two systems, found A against itself."),
        ("a,b,a_wins,b_wins\nA,,1,2\n", {}, "line 2: expected an id in the column b, found an empty cell."),
        ("a,b,a_wins,b_wins\nA,B,x,2\n", {}, "line 2: expected a number in the column a_wins, found 'x'."),
        ("a,b,a_wins,b_wins\nA,B,nan,2\n", {}, "line 2: expected a number in the column a_wins, found 'nan'."),
        ("a,b,a_wins,b_wins\nA,B,,2\n", {}, "line 2: expected what A and B won, found no figure for one of them."),
        ("a,b,a_wins,b_wins,segments\nA,B,1,2,2.5\n", {}, "line 2: expected a whole number in the column segments"),
        ("a,b,a_wins,b_wins,p\nA,B,1,2,5\n", {}, "line 2: expected a p-value from 0 to 1 in the column p, found 5."),
        ("a,b,a_wins,b_wins\nA,B,60,50\n", {"segments": 100}, "together at most 100 segments, found 60 and 50."),
        (
            "a,b,a_wins,b_wins\nA,B,1.5,2\n",
            {"segments": 9},
            "expected segments won, found 1.5. If these are percentages",
        ),
        (
            "a,b,a_wins,b_wins\nA,B,21.55,30.08\n",
            {"segments": 400, "percent": True},
            "expected percentages that are whole numbers of 400 segments, found 21.55 % (86.20 segments).",
        ),
        ("system,A,B\nA,,1\nC,1,\n", {}, "line 3: expected a row for each of A, B, found C."),
        ("system,A,B\nA,,1\nA,1,\n", {}, "line 3: expected a row for each of A, B, found A again."),
        ("system,A,B\nA,,1\n", {}, "expected a row of B, found only its column."),
        ("system,A,B\nA,3,1\nB,1,\n", {}, "line 2: expected no wins of A against itself, found 3."),
        ("system,A,B\nA,,1\nB,,\n", {}, "line 2: expected what A and B won, found no figure for one of them."),
    ],
)
def test_mistakes_are_named_with_their_line(
    read: Callable[..., Any], content: str, options: dict[str, Any], sentence: str
) -> None:
    with pytest.raises(InputError) as error:
        read(content, **options)
    assert sentence in str(error.value)
    assert "m.csv" in str(error.value)
    assert error.value.remedy


def test_score_files_may_have_commas(tmp_path: Path) -> None:
    path = tmp_path / "seeds.csv"
    path.write_text('system,score\n"A, B",28.86\nC,27\n', encoding="utf-8")
    assert [(row.system, row.score) for row in read_scores(path).rows] == [("A, B", 28.86), ("C", 27.0)]
