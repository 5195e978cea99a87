"""Score files of mt-metrics-eval: no header, lines counted system by system, None for no score."""

from __future__ import annotations

from pathlib import Path

import pytest

from bakeoff.errors import FormatError
from bakeoff.formats import ScoreFile, ScoreRow, read_scores


def read(folder: Path, name: str, text: str, **options: object) -> ScoreFile:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return read_scores(path, **options)  # type: ignore[arg-type]


def test_scores_of_systems(tmp_path: Path) -> None:
    found = read(tmp_path, "BLEU-refA.sys.score", "A\t34.5\nB x\t-1e-3\n")
    assert found.rows == (ScoreRow("A", 34.5), ScoreRow("B x", -0.001))
    assert (found.unit, found.remarks, [row.line for row in found.rows]) == ("system", (), [1, 2])


def test_lines_of_a_system_are_its_segments(tmp_path: Path) -> None:
    found = read(tmp_path, "en-de.mqm.seg.score", "A\t1\nA\tNone\nB\tNone\nB\t4\n")
    assert found.rows == (ScoreRow("A", 1, None, "1"), ScoreRow("B", 4, None, "2"))
    assert found.unscored == {("A", None, "2"): 2, ("B", None, "1"): 3}
    assert found.remarks == (f"{found.file}: 2 of 4 items have no score (None) and are left out.",)


def test_blanks_may_stand_between_system_and_score(tmp_path: Path) -> None:
    assert read(tmp_path, "x.sys.score", "A 1\nB   2\n").rows == (ScoreRow("A", 1), ScoreRow("B", 2))


def test_documents_are_counted_where_the_name_says_so(tmp_path: Path) -> None:
    found = read(tmp_path, "x.doc.score", "A\t1\nA\t2\n")
    assert (found.unit, found.rows) == ("document", (ScoreRow("A", 1, "1"), ScoreRow("A", 2, "2")))


def test_a_domain_is_chosen(tmp_path: Path) -> None:
    text = "news\tA\t1\nnews\tB\t2\nsocial\tA\t3\nsocial\tB\t4\n"
    found = read(tmp_path, "x.domain.score", text, where={"domain": "social"})
    assert found.rows == (ScoreRow("A", 3), ScoreRow("B", 4))
    with pytest.raises(FormatError) as caught:
        read(tmp_path, "x.domain.score", text)
    assert str(caught.value).endswith(
        "line 3: expected one score of system A, found another in line 1, of domain news and not social. "
        "Choose one by --metric-where, --human-where or --scores-where domain=news, or give a file of one."
    )


@pytest.mark.parametrize(
    ("text", "unit", "said"),
    [
        ("A\t1\nB\tNone\nC\t2\n", "system", "1 of 3 items have no score"),
        ("A\t1\nA\t2\n", "segment", "taken for scores of segments without a header, counted from 1 for each system"),
    ],
)
def test_without_the_ending_the_lines_tell_what_is_scored(text: str, unit: str, said: str, tmp_path: Path) -> None:
    found = read(tmp_path, "scores.tsv", text)
    assert found.unit == unit
    assert said in found.remarks[0]


@pytest.mark.parametrize(
    ("name", "text", "said"),
    [
        ("x.seg.score", "A\t1\nA\t2\nB\t1\n", "expected as many lines for each system, since they are counted, found"),
        ("x.seg.score", "A\t1\n\nA\t2\n", "line 2: expected system and score, found an empty line."),
        ("x.seg.score", "A\t1\nA\t2\t3\n", "line 2: expected system and score, found 'A\\t2\\t3'."),
        ("x.seg.score", "A\t1\nA\tnan\n", "line 2: expected a number in the column score, found 'nan'."),
        ("x.seg.score", "A\t1\nA\tnone\n", "line 2: expected a number in the column score, found 'none'. Leave out"),
        ("x.seg.score", "A\tnan\nA\t1\n", "line 1: expected a number in the column score, found 'nan'."),
        ("x.sys.score", "A\t1\nA\t2\n", "line 2: expected one score of system A, found another in line 1. Give each"),
        ("x.sys.score", "A\tNone\nB\tNone\n", "expected at least one score, found none."),
        ("x.seg.score", "d\tA\t1\n", "line 1: expected domain, system and score in a file of domains, else system"),
        ("x.domain.score", "A\t1\n", "line 1: expected domain, system and score in a file of domains, else system"),
    ],
)
def test_mistakes_are_explained(name: str, text: str, said: str, tmp_path: Path) -> None:
    with pytest.raises(FormatError) as caught:
        read(tmp_path, name, text)
    assert said in str(caught.value)


def test_its_columns_have_no_names(tmp_path: Path) -> None:
    with pytest.raises(FormatError, match="expected a header row with the columns system and ter, found A, 1"):
        read(tmp_path, "x.sys.score", "A\t1\n", column="ter")
    with pytest.raises(FormatError, match="line 1: expected a column domain, found system"):
        read(tmp_path, "x.sys.score", "A\t1\n", where={"domain": "news"})


def test_a_table_with_a_header_may_say_none(tmp_path: Path) -> None:
    found = read(tmp_path, "s.tsv", "system\tsegment\tscore\nA\t1\tNone\nA\t2\t3\n")
    assert (found.rows, found.unscored) == ((ScoreRow("A", 3, None, "2"),), {("A", None, "1"): 2})
