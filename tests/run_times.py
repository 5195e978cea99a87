"""What a run of the tests took, and which tests took longest, beside the figures of the last release.

It is a report: timing never decides a test. `BAKEOFF_KEEP_TIMES=1` writes the figures of a complete run for the next
comparison, as is done for a release on a quiet machine.
"""

from __future__ import annotations

import json
import os
import time
from collections import defaultdict
from pathlib import Path
from typing import Any

import pytest

FIGURES = Path(__file__).with_name("run_times.json")
_LISTED = 10
_FEW = 100
"""A run of fewer tests is not compared."""


class RunTimes:
    """Adds up set-up, call and clean-up of every test that this process ran or heard of."""

    def __init__(self) -> None:
        self._started = time.monotonic()
        self._seconds: dict[str, float] = defaultdict(float)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        self._seconds[report.nodeid] += report.duration

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        kept = json.loads(FIGURES.read_text(encoding="utf-8"))
        run = _run_of()
        total = time.monotonic() - self._started
        slowest = sorted(self._seconds.items(), key=lambda each: -each[1])[:_LISTED]
        if len(self._seconds) >= _FEW:
            for line in _lines(slowest, total, kept["runs"].get(run), kept["version"]):
                terminalreporter.write_line(line)
        if os.environ.get("BAKEOFF_KEEP_TIMES"):
            kept["runs"][run] = {
                "tests": len(self._seconds),
                "seconds": round(total),
                "slowest": {test: round(seconds, 1) for test, seconds in slowest},
            }
            FIGURES.write_text(json.dumps(kept, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")


def _run_of() -> str:
    return os.environ.get("BAKEOFF_TEST_DATABASE") or "sqlite"


def _lines(slowest: list[tuple[str, float]], total: float, last: dict[str, Any] | None, version: str) -> list[str]:
    then = last["slowest"] if last else {}
    rows = [
        f"{seconds:8.1f}  {test}" + (f"  ({version}: {then[test]:.1f})" if test in then else "")
        for test, seconds in slowest
    ]
    end = f"Time of the run: {total:.0f} s"
    if last:
        end += f"; a complete run of {version} took {last['seconds']} s for {last['tests']:,} tests"
    return [f"The {len(slowest)} slowest tests, in seconds:", *rows, end + "."]
