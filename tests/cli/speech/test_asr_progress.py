"""`bakeoff asr --earlier`: systems against those of earlier campaigns (IWSLT 2012, appendix A.2)."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.cli.speech.transcripts import SYSTEMS, campaign

__all__ = ["campaign"]

EARLIER = {
    "old-1.trn": "the cat sat on a hat (ann-1)\nits a colour (bob-1)\n",
    "old-2.trn": "a dog sat on a hat (ann-1)\nits a colour (bob-1)\n",
}


@pytest.fixture
def files(campaign: Path) -> Path:
    for name, text in EARLIER.items():
        (campaign / name).write_text(text, encoding="utf-8")
    return campaign


def call(folder: Path, *more: str | Path) -> tuple[str | Path, ...]:
    systems = (folder / name for name in SYSTEMS)
    earlier = (folder / name for name in EARLIER)
    return ("asr", *systems, "-r", folder / "said.trn", "--earlier", *earlier, *more)


def test_the_lists_are_side_by_side_with_errors(bakeoff: Callable[..., Any], files: Path) -> None:
    lines = bakeoff(*call(files, "--report", "progress")).out.splitlines()
    assert lines[1].split() == ["system", "WER", "errors", "earlier", "system", "WER", "errors"]
    assert [line.split() for line in lines[2:5]] == [
        ["one", "22.2", "2", "old-1", "33.3", "3"],
        ["two", "33.3", "3", "old-2", "55.6", "5"],
        ["three", "55.6", "5", "–", "–"],
    ]
    assert "old-1 (earlier)" in lines[lines.index("Best system against baselines and earlier years") + 2]


def test_every_system_is_tested_against_the_best_earlier_one(bakeoff: Callable[..., Any], files: Path) -> None:
    (found,) = bakeoff(*call(files, "--format", "json")).json["comparisons"]
    assert found["earlier_best"] == "old-1"
    assert [(pair["a"], pair["b"]) for pair in found["pairs"]] == [
        ("one", "old-1"), ("two", "old-1"), ("three", "old-1"),
    ]  # fmt: skip


def test_a_baseline_may_be_held_against_the_best_too(bakeoff: Callable[..., Any], files: Path) -> None:
    more = ("--report", "progress", "--baseline", "three", "--test", "randomization", "--trials", "50")
    found = bakeoff(*call(files, *more, "--format", "json")).json
    assert [(each["best"], each["held"]) for each in found["best"]] == [("one", "old-1"), ("one", "three")]
    assert [system["name"] for system in found["lists"]["this_year"]] == ["one", "two"]
    assert found["lists"]["baseline"][0]["scores"]["wer"]["errors"] == 5


def test_groups_are_listed_too(bakeoff: Callable[..., Any], files: Path) -> None:
    rows = bakeoff(*call(files, "--report", "progress", "--by", "speaker", "--format", "tsv")).out.splitlines()
    assert rows[0].split("\t")[:3] == ["group", "list", "system"]
    by_group = {(cells[0], cells[2]): cells[-1] for cells in (row.split("\t") for row in rows[1:])}
    assert (by_group["speaker=ann", "one"], by_group["speaker=bob", "two"]) == ("1", "2")


@pytest.mark.parametrize(
    ("more", "message"),
    [
        (["--baseline", "one"], "give --baseline or --earlier, not both"),
        (["--layout", "first"], "Invalid value for '--layout'"),
    ],
)
def test_calls_that_make_no_sense_are_refused(
    more: list[str], message: str, bakeoff: Callable[..., Any], files: Path
) -> None:
    outcome = bakeoff(*call(files, *more))
    assert (outcome.code, outcome.out) == (2, "")
    assert message in outcome.err
    alone = bakeoff("asr", files / "one.trn", "-r", files / "said.trn", "--report", "progress")
    assert (alone.code, "name runs by --earlier, or a --baseline" in alone.err) == (2, True)
