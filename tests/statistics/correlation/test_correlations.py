"""Pearson, Spearman and Kendall: against SciPy, by their definitions, and where there is nothing to correlate."""

import math
from collections.abc import Callable, Iterator
from typing import Any, Literal

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from bakeoff.errors import InputError
from bakeoff.statistics import correlate, kendall, pearson, spearman
from bakeoff.statistics.correlation.coefficients import Coefficient
from bakeoff.statistics.results import Interval

pytestmark = pytest.mark.filterwarnings("error")

COEFFICIENTS = ("pearson", "spearman", "kendall")


def cases(seed: int, *, ties: bool, count: int = 60) -> Iterator[Any]:
    """Pairs of lists of many lengths that go together more or less."""
    rng = np.random.default_rng(seed)
    while count:
        n = int(rng.integers(3, 80))
        first = rng.normal(size=n)
        second = rng.uniform(-1, 1) * first + rng.normal(size=n)
        if ties:
            first, second = np.round(first), np.round(2 * second)
        if len(set(first)) > 1 and len(set(second)) > 1:
            count -= 1
            yield first, second


@pytest.mark.parametrize("ties", [False, True])
def test_pearson_against_scipy(ties: bool) -> None:
    for first, second in cases(1, ties=ties):
        ours, theirs = pearson(first, second), stats.pearsonr(first, second)
        assert ours.value == pytest.approx(theirs.statistic, abs=1e-12)
        assert ours.p == pytest.approx(theirs.pvalue, abs=1e-9)
        if len(first) > 3:
            low, high = theirs.confidence_interval(0.95)
            assert (ours.interval.low, ours.interval.high) == pytest.approx((low, high), abs=1e-9)


@pytest.mark.parametrize("ties", [False, True])
def test_spearman_against_scipy(ties: bool) -> None:
    for first, second in cases(2, ties=ties):
        ours, theirs = spearman(first, second), stats.spearmanr(first, second)
        assert ours.value == pytest.approx(theirs.statistic, abs=1e-12)
        assert ours.p == pytest.approx(theirs.pvalue, abs=1e-9)


def test_spearman_without_ties_is_the_same_by_either_formula() -> None:
    for first, second in cases(3, ties=False):
        assert spearman(first, second, ties="none").value == pytest.approx(spearman(first, second).value, abs=1e-12)


def test_spearman_by_the_formula_refuses_ties() -> None:
    with pytest.raises(InputError, match=r'no ties in second, found 2 for 2 items. Use ties="average"'):
        spearman([1, 2, 3], [1, 2, 2], ties="none")


@pytest.mark.parametrize("ties", [False, True])
@pytest.mark.parametrize("variant", ["b", "c"])
def test_kendall_against_scipy(ties: bool, variant: Literal["b", "c"]) -> None:
    for first, second in cases(4, ties=ties):
        ours, theirs = kendall(first, second, variant=variant), stats.kendalltau(first, second, variant=variant)
        assert ours.value == pytest.approx(theirs.statistic, abs=1e-12)
        assert ours.p == pytest.approx(theirs.pvalue, abs=1e-9)


@pytest.mark.parametrize("ties", [False, True])
def test_kendall_a_by_its_definition(ties: bool) -> None:
    for first, second in cases(5, ties=ties):
        signs = np.sign(np.subtract.outer(first, first)) * np.sign(np.subtract.outer(second, second))
        n = len(first)
        assert kendall(first, second, variant="a").value == pytest.approx(signs.sum() / (n * (n - 1)), abs=1e-12)


def test_kendall_interval_with_ties_is_not_narrower_than_fieller_s() -> None:
    """Each item stands alike here, so that the items' contributions alone would make a point of the interval."""
    result = kendall([1, 2, 3, 4, 5, 5], [2, 1, 4, 3, 6, 6])
    assert result.interval.low < result.value - 0.2


def test_kendall_variants_agree_without_ties() -> None:
    first, second = [1, 2, 3, 4, 5], [2, 1, 4, 3, 5]
    a, b, c = (kendall(first, second, variant=variant) for variant in ("a", "b", "c"))
    assert a.value == b.value == pytest.approx(0.6)
    assert c.value == pytest.approx(0.6)
    assert a.interval == b.interval


def test_pearson_interval_by_hand() -> None:
    """Fisher: r = .8 of 11 items has artanh .8 ± 1.96/√8."""
    x = np.arange(11.0)
    y = x + np.tile([3.0, -3.0], 6)[:11] * math.sqrt(10) / 3
    result = pearson(x, y)
    centre, reach = math.atanh(result.value), 1.959963985 / math.sqrt(8)
    assert result.interval == Interval(
        pytest.approx(math.tanh(centre - reach), abs=1e-9),  # type: ignore[arg-type]
        pytest.approx(math.tanh(centre + reach), abs=1e-9),  # type: ignore[arg-type]
        0.95,
    )


def test_spearman_interval_has_the_variance_of_bonett_and_wright() -> None:
    result = spearman([1, 2, 3, 4, 5, 6, 7], [2, 1, 4, 3, 6, 5, 7])
    reach = stats.norm.ppf(0.95) * math.sqrt((1 + result.value**2 / 2) / 4)
    expected = math.tanh(math.atanh(result.value) - reach)
    assert spearman([1, 2, 3, 4, 5, 6, 7], [2, 1, 4, 3, 6, 5, 7], level=0.9).interval.low == pytest.approx(expected)


def test_kendall_interval_without_ties_is_fieller_s() -> None:
    result = kendall([1, 2, 3, 4, 5, 6, 7], [2, 1, 4, 3, 6, 5, 7])
    reach = stats.norm.ppf(0.975) * math.sqrt(0.437 / 3)
    assert result.interval.high == pytest.approx(math.tanh(math.atanh(result.value) + reach))
    assert result.method == "fieller"


def test_kendall_interval_with_ties_against_the_jackknife() -> None:
    """Leaving out each item in turn estimates the same variance as the items' contributions."""
    rng = np.random.default_rng(6)
    first, second = np.clip(np.round(rng.multivariate_normal([2, 2], [[1, 0.6], [0.6, 1]], 300).T), 0, 4)
    n = len(first)
    result = kendall(first, second)
    left_out = np.array([kendall(np.delete(first, i), np.delete(second, i)).value for i in range(n)])
    deviation = math.sqrt((n - 1) / n * ((left_out - left_out.mean()) ** 2).sum())
    reach = stats.t.ppf(0.975, n - 2) * deviation / (1 - result.value**2)
    assert result.method == "hoeffding"
    assert math.atanh(result.interval.high) - math.atanh(result.value) == pytest.approx(reach, rel=0.01)


@pytest.mark.parametrize(("coefficient", "fewest"), [("pearson", 4), ("spearman", 4), ("kendall", 5)], ids=str)
def test_interval_needs_items(coefficient: Coefficient, fewest: int) -> None:
    scores = [1, 3, 2, 5, 4, 6]
    assert correlate(range(fewest - 1), scores[: fewest - 1], coefficient=coefficient).interval is None
    assert correlate(range(fewest), scores[:fewest], coefficient=coefficient).interval is not None


@pytest.mark.parametrize("coefficient", COEFFICIENTS)
def test_perfect_correlation_is_exactly_one(coefficient: Coefficient) -> None:
    rng = np.random.default_rng(7)
    scores = rng.normal(size=20)
    for sign in (1, -1):
        result = correlate(scores, sign * scores, coefficient=coefficient)
        assert result.value == sign
        assert result.interval == Interval(sign, sign)
        assert 0 <= result.p < 1e-6


@pytest.mark.parametrize("coefficient", COEFFICIENTS)
def test_two_items_tell_nothing(coefficient: Coefficient) -> None:
    result = correlate([1, 2], [3, 4], coefficient=coefficient)
    assert (result.value, result.n, result.p, result.interval) == (1.0, 2, 1.0, None)


@pytest.mark.parametrize("coefficient", COEFFICIENTS)
def test_dispatch_keeps_name_and_level(coefficient: Coefficient) -> None:
    result = correlate([1, 2, 3, 5, 4, 6], [1, 3, 2, 4, 5, 7], coefficient=coefficient, level=0.8)
    assert (result.coefficient, result.n, result.interval.level) == (coefficient, 6, 0.8)


finite = st.floats(-1e6, 1e6).map(lambda x: round(x, 3))


@pytest.mark.parametrize("coefficient", COEFFICIENTS)
@given(pairs=st.lists(st.tuples(finite, finite), min_size=2, max_size=30))
def test_symmetric_bounded_and_free_of_order_and_scale(
    coefficient: Coefficient, pairs: list[tuple[float, float]]
) -> None:
    first, second = map(np.array, zip(*pairs, strict=True))
    if (first == first[0]).all() or (second == second[0]).all():
        return
    result = correlate(first, second, coefficient=coefficient)
    assert -1 <= result.value <= 1
    assert 0 <= result.p <= 1
    if result.interval:
        assert -1 <= result.interval.low <= result.value <= result.interval.high <= 1
    turned = correlate(second[::-1], first[::-1], coefficient=coefficient)
    assert turned.value == pytest.approx(result.value, abs=1e-9)
    assert correlate(first * 8, second * -0.5, coefficient=coefficient).value == pytest.approx(-result.value, abs=1e-9)


@given(pairs=st.lists(st.tuples(st.integers(0, 6), st.integers(0, 6)), min_size=2, max_size=25))
def test_rank_coefficients_see_only_the_order(pairs: list[tuple[int, int]]) -> None:
    first, second = map(np.array, zip(*pairs, strict=True))
    if len(set(first.tolist())) < 2 or len(set(second.tolist())) < 2:
        return
    for coefficient in ("spearman", "kendall"):
        plain = correlate(first, second, coefficient=coefficient)
        assert correlate(np.exp(first), second**3, coefficient=coefficient).value == pytest.approx(plain.value)


def test_scores_of_any_size_are_taken() -> None:
    scores = np.array([1.0, 2.0, 4.0, 3.0])
    expected = pearson(scores, [1, 3, 2, 4]).value
    for factor in (1e-300, 1e-160, 1e160, 1e300):
        assert pearson(scores * factor, [1, 3, 2, 4]).value == pytest.approx(expected)
    assert pearson(scores + 1e9, [1, 3, 2, 4]).value == pytest.approx(expected)


@pytest.mark.parametrize("coefficient", COEFFICIENTS)
@pytest.mark.parametrize(
    ("first", "second", "message"),
    [
        ([1, 2, 3], [1, 2], "as many values in both lists of scores, found 3 and 2"),
        ([1], [2], "at least 2 values in first, found 1"),
        ([], [], "at least 2 values in first, found 0"),
        ([0.1] * 7, range(7), "scores that differ in first, found 0.1 for all 7 items"),
        (range(3), [5, 5, 5], "scores that differ in second"),
        ([1, 2, float("nan")], [1, 2, 3], "finite numbers in first, found nan at 2"),
        ([1, 2, 3], [1, float("inf"), 3], "finite numbers in second, found inf at 1"),
        (["a", "b"], [1, 2], "numbers in first"),
        ([[1, 2], [3, 4]], [1, 2], "first of 1 dimensions, found 2"),
    ],
)
def test_bad_input_is_named(
    coefficient: Coefficient, first: list[float | str | list[int]] | range, second: list[float] | range, message: str
) -> None:
    with pytest.raises(InputError, match=message):
        correlate(first, second, coefficient=coefficient)


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: correlate([1, 2], [1, 2], coefficient="phi"), "coefficient to be one of pearson, spearman, kendall"),  # type: ignore[arg-type]
        (lambda: kendall([1, 2], [1, 2], variant="d"), "variant to be one of a, b, c"),  # type: ignore[arg-type]
        (lambda: spearman([1, 2], [1, 2], ties="first"), "ties to be one of average, none"),  # type: ignore[arg-type]
        (lambda: pearson([1, 2], [1, 2], level=95), "level between 0 and 1, found 95"),
        (lambda: kendall([1, 2], [1, 1.5], level=0), "level between 0 and 1"),
    ],
    ids=["coefficient", "variant", "ties", "level", "level of kendall"],
)
def test_unknown_choices_are_refused(call: Callable[..., Any], message: str) -> None:
    with pytest.raises(InputError, match=message):
        call()
