"""Files of a metrics task on a server: what a metric says of itself, and its scores."""

from __future__ import annotations

from pathlib import Path

import pytest

from bakeoff.errors import FormatError
from bakeoff.formats.scores.metric_files import read_metric_files
from bakeoff.formats.scores.metric_submission import parse_metric_submission, read_metric_submission

HEAD = ["# metric: TER", "# better: lower", "# references: yes"]
ROWS = ["system\tsegment\tscore", "a\t1\t0.5", "a\t2\t.25", "b\t1\t1", "b\t2\t2e0"]


def codes(*lines: str) -> list[tuple[str, int | None]]:
    return [(problem.code, problem.line) for problem in parse_metric_submission(lines, "x.tsv").problems]


def test_scores_of_segments_and_systems_come_apart(tmp_path: Path) -> None:
    path = tmp_path / "x.tsv"
    path.write_text("\n".join([*HEAD, *ROWS, "a\t\t0.375", "b\t\t1.5"]) + "\n", encoding="utf-8")
    found = read_metric_submission(path)
    assert found.declared is not None
    assert (found.declared.metric, found.declared.better, found.declared.references) == ("TER", "lower", True)
    segments, systems = found.score_files
    assert [row.key for row in segments.rows] == [
        ("a", None, "1"),
        ("a", None, "2"),
        ("b", None, "1"),
        ("b", None, "2"),
    ]
    assert [row.score for row in systems.rows] == [0.375, 1.5]
    files = read_metric_files(path)
    assert [(each.metric, each.scores.unit, each.lower_is_better) for each in files] == [
        ("TER", "segment", True),
        ("TER", "system", True),
    ]


@pytest.mark.parametrize(
    ("written", "is_mean"),
    [
        ("0.375", True),
        ("0.38", True),
        ("0.37", True),
        ("0.39", False),
        ("0.3751", True),
        ("0.3752", False),
        ("4e-1", True),
    ],
)
def test_a_mean_may_be_rounded(written: str, is_mean: bool) -> None:
    assert (codes(*HEAD, *ROWS, f"a\t\t{written}", "b\t\t1.5") == []) is is_mean


def test_a_mean_of_scores_that_cannot_be_read_is_not_checked() -> None:
    assert codes(*HEAD, ROWS[0], "a\t1\tnan", "a\t2\t1", "a\t\t5") == [("score-not-finite", 5)]


def test_own_scores_of_systems_need_no_mean_but_must_be_there() -> None:
    own = [*HEAD, "# system scores: own"]
    assert codes(*own, *ROWS, "a\t\t9", "b\t\t8") == []
    assert codes(*own, *ROWS) == [("score-system-missing", None)]


def test_everything_is_found_at_once(tmp_path: Path) -> None:
    lines = ["# metric:", "# better: up", ROWS[0], "a\tx\t1", "a\t1\t1e999", "a\t1\t2", "a 2 1", "\t1\t1"]
    assert codes(*lines) == [
        ("declaration-wrong", 1),
        ("declaration-wrong", 2),
        ("references-undeclared", 1),
        ("score-segment-unknown", 4),
        ("score-not-finite", 5),
        ("score-duplicate", 6),
        ("score-columns", 7),
        ("score-columns", 8),
    ]
    path = tmp_path / "x.tsv"
    path.write_text("\n".join([*HEAD, *ROWS[:2], "a\t1\t0.5"]), encoding="utf-8")
    with pytest.raises(FormatError, match=r"line 6: expected the one in line 5, found another score of a, segment 1"):
        read_metric_submission(path)


@pytest.mark.parametrize("lines", [[], HEAD, [*HEAD, ROWS[0]]])
def test_a_file_without_scores_says_so(lines: list[str]) -> None:
    assert ("scores-none", None) in codes(*lines)
