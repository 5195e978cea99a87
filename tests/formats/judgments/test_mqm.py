"""Tables of errors (MQM)."""

from __future__ import annotations

from pathlib import Path

import pytest

from bakeoff.errors import MistakesError
from bakeoff.formats.judgments import read_judgments

HEADER = "system\tdoc\tdoc_id\tseg_id\trater\tsource\ttarget\tcategory\tseverity\tcomment\n"


def row(**cells: str) -> str:
    usual = {
        "system": "A", "doc": "talk.1", "doc_id": "1", "seg_id": "7", "rater": "rater1", "source": "Hi there",
        "target": 'Er <v>sagt</v> "Hallo', "category": "Style/Awkward", "severity": "Minor", "comment": "",
    }  # fmt: skip
    return "\t".join((usual | cells).values()) + "\n"


def written(folder: Path, *rows: str) -> Path:
    path = folder / "mqm.tsv"
    path.write_text(HEADER + "".join(rows), encoding="utf-8")
    return path


def test_rows_of_a_rater_and_an_output_are_one_judgment(tmp_path: Path) -> None:
    rows = [
        row(),
        row(rater="rater2", target="gut", category="No-error", severity="No-error"),
        row(source="Hi <v>there</v>", target="Er", category="Accuracy/Omission", severity="Major"),
    ]
    found = read_judgments(written(tmp_path, *rows))
    assert [(each.judge, each.document, each.segment, each.systems) for each in found] == [
        ("rater1", "talk.1", "7", ("A",)),
        ("rater2", "talk.1", "7", ("A",)),
    ]
    assert found[0].answer == [
        {"start": 3, "end": 7, "severity": "minor", "category": "Style/Awkward", "side": "target"},
        {"start": 3, "end": 8, "severity": "major", "category": "Accuracy/Omission", "side": "source"},
    ]
    assert found[1].answer == []
    assert found[0].protocol == "error_spans"


@pytest.mark.parametrize(
    ("target", "start", "end"),
    [("a <v>?", 2, 3), ("<v></v>x", 0, 0), ("a < b <v>c</v>", 6, 7), ("x", None, None)],
)
def test_spans_as_they_occur(target: str, start: int | None, end: int | None, tmp_path: Path) -> None:
    (found,) = read_judgments(written(tmp_path, row(target=target)))
    assert (found.answer[0]["start"], found.answer[0]["end"]) == (start, end)


def test_every_wrong_row_is_named(tmp_path: Path) -> None:
    rows = [
        row(),
        row(target="<v>a</v> <v>b</v>"),
        row(target="a</v>"),
        row(source="<v>a</v>"),
        row(severity=""),
        row(rater=""),
        "A\ttalk.1\n",
        "\n",
    ]
    with pytest.raises(MistakesError) as caught:
        read_judgments(written(tmp_path, *rows))
    assert sorted(mistake.place.line or 0 for mistake in caught.value.mistakes) == [3, 4, 5, 6, 7, 8, 9]
