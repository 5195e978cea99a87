"""Direct assessment as WMT published it."""

from __future__ import annotations

from pathlib import Path

import pytest

from bakeoff.errors import MistakesError
from bakeoff.formats.judgments import read_judgments

HEADER = "HITId\tWorkerId\tInput.src\tInput.trg\tInput.item\thit\tsys_id\trid\ttype\tsid\tscore\ttime"


def written(folder: Path, *rows: str, header: str = HEADER) -> Path:
    path = folder / "ad.csv"
    path.write_text("\n".join([header, *rows, ""]), encoding="utf-8")
    return path


def row(score: str, kind: str = "SYSTEM", worker: str = "w1") -> str:
    return f'NA\t{worker}\tzu\txh ad NA\t"Online-G.1" NA {kind}\tzu-xh.1_1\t{score}\t0'


def test_raw_scores(tmp_path: Path) -> None:
    (found,) = read_judgments(written(tmp_path, row("15")))
    assert (found.protocol, found.judge, found.language_pair) == ("direct", "w1", "zu-xh")
    assert (found.segment, found.systems, found.answer, found.control) == ("zu-xh.1_1", ("Online-G.1",), 15, "")
    assert found.seconds is None


def test_standardised_scores_under_a_header_with_blanks(tmp_path: Path) -> None:
    found = read_judgments(written(tmp_path, row("0.32"), row("-1.5"), header=HEADER.replace("\t", " ")))
    assert [each.answer for each in found] == [{"z": 0.32}, {"z": -1.5}]


def test_controls(tmp_path: Path) -> None:
    found = read_judgments(written(tmp_path, *(row("50", kind) for kind in ("SYSTEM", "REPEAT", "BAD_REF", "REF"))))
    assert [each.control for each in found] == ["", "repeat", "attention", "gold"]


def test_a_raw_score_below_0_is_no_standardised_one(tmp_path: Path) -> None:
    with pytest.raises(MistakesError) as caught:
        read_judgments(written(tmp_path, row("80"), row("-5"), row("101")))
    remedy = "Correct it, or take the row out; where scores are standardised, give those of a file alone."
    assert [str(mistake).split(": ")[1] for mistake in caught.value.mistakes] == [
        f"expected a score from 0 to 100, found -5. {remedy}",
        f"expected a score from 0 to 100, found 101. {remedy}",
    ]


def test_every_wrong_row_is_named(tmp_path: Path) -> None:
    rows = [row("80"), row("x"), row("80", "OTHER"), "NA\tw1", row("nan")]
    with pytest.raises(MistakesError) as caught:
        read_judgments(written(tmp_path, *rows))
    assert sorted(mistake.place.line or 0 for mistake in caught.value.mistakes) == [3, 4, 5, 6]
