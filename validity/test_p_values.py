"""Where there is nothing to find, a test rejects at most as often as its level says."""

from __future__ import annotations

from math import sqrt

import pytest

from validity.cases import LEVELS, NullCase
from validity.conftest import RecordRow
from validity.p_values import CASES


def chance(level: float, replications: int) -> float:
    """Four standard errors: a sound test is taken for an unsound one in 3 of 100,000 cases."""
    return 4 * sqrt(level * (1 - level) / replications)


@pytest.mark.parametrize("case", CASES, ids=str)
def test_equal_systems_differ_no_more_often_than_the_level_says(case: NullCase, record_row: RecordRow) -> None:
    p = case.p_values()
    rates = {level: float((p <= level).mean()) for level in LEVELS}
    uniformity = min(map(case.uniformity, p.T)) if case.uniform else None
    name = " ".join([f"`{case.function.__name__}`", *(f"`{option}`" for option in case.option_texts())])
    cells = [f"{100 * rate:.1f}" for rate in rates.values()]
    record_row("tests", name, case.data, case.n, len(p), *cells, "" if uniformity is None else f"{uniformity:.2g}")
    for level, rate in rates.items():
        assert rate <= case.limits.get(level, level) + chance(level, len(p)), level
    if case.finds_too_much:
        assert rates[0.05] > 0.05 + chance(0.05, len(p))
    assert uniformity is None or uniformity > 1e-4
