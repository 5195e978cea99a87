"""Tests of dependent correlations: figures from the literature, algebra, edge cases."""

import math
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from scipy import stats

from bakeoff.errors import InputError
from bakeoff.statistics import compare_correlations, pearson, steiger_separate_test, steiger_test, williams_test
from bakeoff.statistics.correlation.dependent_correlations import DependentTest
from bakeoff.statistics.results import Significance

pytestmark = pytest.mark.filterwarnings("error")


def test_williams_against_depcor() -> None:
    """Silver, Hittner and May 2006, A FORTRAN 77 program for comparing dependent correlations: t, two-sided p."""
    result = williams_test(0.3, 0.4, 0.5, n=100)
    assert (round(result.statistic, 4), round(result.p, 4)) == (-1.0767, 0.2843)


def test_steiger_against_depcor() -> None:
    result = steiger_test(0.3, 0.4, 0.5, n=100)
    assert (round(result.statistic, 4), round(result.p, 4)) == (-1.0718, 0.2838)
    separate = steiger_separate_test(0.3, 0.4, r13=0.5, r14=0.8, r23=0.6, r24=0.7, n=100)
    assert (round(separate.statistic, 4), round(separate.p, 4)) == (-1.0744, 0.2827)


@pytest.mark.parametrize(
    ("correlations", "n", "williams", "steiger"),
    [
        ((-0.1741, 0.2015, 0.3734), 646, -9.0340, -8.6124),
        ((0.8066, 0.2383, 0.2255), 177, 9.3823, 8.5460),
    ],
)
def test_against_cocor(correlations: tuple[float, float, float], n: int, williams: float, steiger: float) -> None:
    """Output of R's cocor for correlations that it prints with four digits."""
    assert williams_test(*correlations, n=n).statistic == pytest.approx(williams, abs=0.003)
    assert steiger_test(*correlations, n=n).statistic == pytest.approx(steiger, abs=0.003)


def test_examples_of_steiger_1980() -> None:
    """Page 249. Case A prints −.8913 for Z, with a covariance rounded to .0042; case B prints −1.4045."""
    assert steiger_test(0.4, 0.5, 0.1, n=103).statistic == pytest.approx(-0.8913, abs=0.003)
    case_b = steiger_separate_test(0.5, 0.6, r13=0.8, r14=0.5, r23=0.5, r24=0.7, n=103)
    assert case_b.statistic == pytest.approx(-1.4045, abs=0.001)


def test_steiger_by_formula_10() -> None:
    """The shared case as Steiger prints it, against ours, which is the separate case with a variable repeated."""
    rng = np.random.default_rng(1)
    for r12, r13, r23 in rng.uniform(-0.5, 0.5, (50, 3)):
        mean = (r12 + r13) / 2
        psi = r23 * (1 - 2 * mean**2) - mean**2 / 2 * (1 - 2 * mean**2 - r23**2)
        c = psi / (1 - mean**2) ** 2
        z = (math.atanh(r12) - math.atanh(r13)) * math.sqrt((40 - 3) / (2 - 2 * c))
        assert steiger_test(r12, r13, r23, n=40).statistic == pytest.approx(z)


def test_williams_is_the_t_of_the_regression_slope_where_metrics_do_not_correlate_on_average() -> None:
    """With r12 = −r13 the mean is 0 and Williams's t is that of r between 1 and (2 less 3), given (2 plus 3)."""
    r, r23, n = 0.3, 0.4, 50
    difference = 2 * r / math.sqrt(2 - 2 * r23)  # correlation of 1 with 2 − 3; that with 2 + 3 is 0
    t = difference * math.sqrt((n - 3) / (1 - difference**2))
    assert williams_test(r, -r, r23, n=n).statistic == pytest.approx(t)


def test_sides_add_up() -> None:
    for test in (williams_test, steiger_test):
        two, greater, less = (
            test(0.6, 0.4, 0.7, n=30, alternative=side).p for side in ("two-sided", "greater", "less")
        )
        assert greater + less == pytest.approx(1)
        assert two == pytest.approx(2 * greater)
        assert greater < 0.5
        swapped = test(0.4, 0.6, 0.7, n=30)
        assert (swapped.p, swapped.statistic) == pytest.approx((two, -test(0.6, 0.4, 0.7, n=30).statistic))


def test_p_values_come_from_their_distributions() -> None:
    williams, steiger = williams_test(0.6, 0.4, 0.7, n=30), steiger_test(0.6, 0.4, 0.7, n=30)
    assert williams.p == pytest.approx(2 * stats.t.sf(williams.statistic, 27))
    assert steiger.p == pytest.approx(2 * stats.norm.sf(steiger.statistic))


def test_metrics_that_are_alike_need_a_smaller_difference() -> None:
    alike, unlike = (williams_test(0.6, 0.5, between, n=50).p for between in (0.95, 0.1))
    assert alike < 0.05 < unlike


@pytest.mark.parametrize("test", ["williams", "steiger"])
def test_comparison_from_scores(test: DependentTest) -> None:
    rng = np.random.default_rng(2)
    human = rng.normal(size=40)
    first, second = human + rng.normal(size=40), human + 2 * rng.normal(size=40)
    result = compare_correlations(human, first, second, test=test, alternative="greater")
    r12, r13, r23 = pearson(human, first).value, pearson(human, second).value, pearson(first, second).value
    chosen = {"williams": williams_test, "steiger": steiger_test}[test]
    assert (result.first, result.second, result.between) == (r12, r13, r23)
    assert result.significance == chosen(r12, r13, r23, n=40, alternative="greater")


@pytest.mark.parametrize("test", ["williams", "steiger"])
def test_a_metric_does_not_differ_from_itself(test: DependentTest) -> None:
    human, metric = [1, 2, 3, 4, 6], [2, 1, 3, 5, 4]
    assert compare_correlations(human, metric, metric, test=test).significance == Significance(1.0, 0.0, 5)
    doubled = compare_correlations(human, metric, [2 * score for score in metric], test=test).significance
    assert doubled.p == pytest.approx(1, abs=1e-6)
    assert compare_correlations(human, human, human, test=test).significance.p == 1


def test_perfect_metric_is_compared_by_williams_alone() -> None:
    human, other = [1, 2, 3, 4, 6], [2, 1, 3, 5, 4]
    assert 0 < compare_correlations(human, human, other).significance.p < 1
    with pytest.raises(InputError, match="Williams's test takes perfect correlations"):
        compare_correlations(human, human, other, test="steiger")


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: williams_test(0.9, -0.9, 0.9, n=20), "three correlations that the same items can have"),
        (lambda: steiger_test(0.9, -0.9, 0.9, n=20), "three correlations that the same items can have"),
        (lambda: williams_test(0.5, -0.5, -1, n=20), "Negate the scores for which lower is better"),
        (lambda: williams_test(1.2, 0, 0, n=20), "r12 from -1 to 1, found 1.2"),
        (lambda: steiger_test(0, 0, float("nan"), n=20), "r23 from -1 to 1, found nan"),
        (lambda: williams_test(0.2, 0.1, 0, n=3), "at least 4 items, found 3"),
        (lambda: williams_test(0.2, 0.1, 0, n=9, alternative="more"), "alternative to be one of"),  # type: ignore[arg-type]
        (lambda: compare_correlations([1, 2, 3, 4], [1, 2, 3, 4], [1, 2, 3]), "as many values"),
        (lambda: compare_correlations([1, 2, 3, 4], [1, 1, 1, 1], [1, 2, 3, 4]), "scores that differ"),
        (lambda: compare_correlations([1, 2, 4], [1, 2, 3], [1, 3, 2]), "at least 4 items"),
        (lambda: compare_correlations([1, 2], [1, 2], [1, 2], test="meng"), "test to be one of williams, steiger"),  # type: ignore[arg-type]
    ],
    ids=[
        "impossible",
        "impossible for steiger",
        "turned round",
        "above 1",
        "nan",
        "few items",
        "alternative",
        "lengths",
        "constant",
        "few scores",
        "test",
    ],
)
def test_bad_input_is_named(call: Callable[..., Any], message: str) -> None:
    with pytest.raises(InputError, match=message):
        call()
