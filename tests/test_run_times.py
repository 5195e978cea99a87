"""What a run says about its time."""

from __future__ import annotations

from tests.run_times import _lines


def test_the_slowest_tests_and_the_time_are_next_to_those_of_the_last_release() -> None:
    last = {"tests": 1200, "seconds": 90, "slowest": {"a": 2.5}}
    assert _lines([("a", 2.0), ("b", 1.0)], 60.4, last, "0.1.0") == [
        "The 2 slowest tests, in seconds:",
        "     2.0  a  (0.1.0: 2.5)",
        "     1.0  b",
        "Time of the run: 60 s; a complete run of 0.1.0 took 90 s for 1,200 tests.",
    ]


def test_without_earlier_figures_the_run_speaks_for_itself() -> None:
    assert _lines([], 1.0, None, "0.1.0")[-1] == "Time of the run: 1 s."
