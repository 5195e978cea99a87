"""An interval of 95 % holds the truth in 95 of 100 samples."""

from __future__ import annotations

import pytest

from validity.cases import CoverageCase, around_95
from validity.conftest import RecordRow
from validity.intervals import CASES


@pytest.mark.parametrize("case", CASES, ids=str)
def test_intervals_hold_the_truth_as_often_as_is_stated(case: CoverageCase, record_row: RecordRow) -> None:
    coverage = case.coverage()
    name = " ".join([f"`{case.function.__name__}`", *(f"`{option}`" for option in case.option_texts())])
    for estimate, share in coverage.items():
        what = case.data if len(coverage) == 1 else f"{case.data}: {estimate}"
        record_row("intervals", name, what, case.n, case.replications, f"{100 * share:.1f}")
    low, high = case.bounds or around_95(case.replications)
    for estimate, share in coverage.items():
        assert low <= share <= high, estimate
