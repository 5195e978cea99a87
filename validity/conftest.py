"""Prints what the simulations measured, as the tables of docs/explanation/validity.md."""

from __future__ import annotations

from collections.abc import Callable

import pytest

RecordRow = Callable[..., None]
HEADS = {
    "tests": ("test", "nothing to find in", "n", "R", "at .01", "at .05", "at .10", "uniform, p"),
    "intervals": ("interval", "of", "n", "R", "holds the truth, %"),
    "corrections": ("correction", "R", "at .05", "at .10"),
    "human": ("human evaluation", "R", "%"),
    "metrics": ("measure", "test between metrics", "errors", "R", "rejected at .05, %"),
    "recovered": ("measure", "r", "expected", "mean", "standard error"),
    "units": ("test or interval", "by", "R", "no effect", "document", "judge", "both"),
}


@pytest.fixture
def record_row(record_property: Callable[[str, object], None]) -> RecordRow:
    """Adds a row to one of the tables."""
    return lambda table, *cells: record_property(table, _row(*map(str, cells)))


def _row(*cells: str) -> str:
    return "| " + " | ".join(cells) + " |"


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    reports = [report for kind in ("passed", "failed") for report in terminalreporter.stats.get(kind, [])]
    rows = [row for report in reports if report.when == "call" for row in report.user_properties]
    for table, head in HEADS.items():
        if lines := sorted({line for name, line in rows if name == table}, key=_by_size):
            terminalreporter.write_line("\n".join(["", _row(*head), "|" + "---|" * len(head), *lines]))


def _by_size(line: str) -> list[tuple[bool, float, str]]:
    """Numbers by their size, so that n = 30 comes before 100."""
    return [(False, float(cell), "") if cell.strip().isdigit() else (True, 0.0, cell) for cell in line.split("|")]
