"""Wilcoxon's tests against SciPy, against every arrangement written out, and against published p-values of WMT."""

from __future__ import annotations

import gzip
from collections.abc import Callable
from itertools import combinations, product
from pathlib import Path
from typing import Any, Literal

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from bakeoff.errors import InputError
from bakeoff.statistics.results import Alternative, Significance
from bakeoff.statistics.significance.rank_tests import Zeros, wilcoxon_rank_sum, wilcoxon_signed_rank

pytestmark = pytest.mark.filterwarnings("error")

ALTERNATIVES = ("two-sided", "greater", "less")


def p_of(null: list[float], observed: float, alternative: str) -> float:
    few, many = (float(np.mean(side)) for side in (np.array(null) <= observed, np.array(null) >= observed))
    return {"less": few, "greater": many, "two-sided": min(1.0, 2 * min(few, many))}[alternative]


@pytest.mark.parametrize("alternative", ALTERNATIVES)
@pytest.mark.parametrize("n", [1, 2, 7, 30, 50, 51, 300])
def test_signed_rank_against_scipy(n: int, alternative: Alternative) -> None:
    differences = np.random.default_rng(n).normal(0.2, 1, n)
    exact = n <= 50
    method: Any = "exact" if exact else "asymptotic"
    expected = stats.wilcoxon(differences, alternative=alternative, method=method, correction=not exact)
    assert wilcoxon_signed_rank(differences, alternative=alternative).p == pytest.approx(expected.pvalue, rel=1e-11)


@pytest.mark.parametrize("alternative", ALTERNATIVES)
@pytest.mark.parametrize(("zeros", "method"), [("drop", "wilcox"), ("pratt", "pratt")])
def test_signed_rank_with_many_ties_and_zeros_against_scipy(
    alternative: Alternative, zeros: Zeros, method: Literal["wilcox", "pratt"]
) -> None:
    differences = np.random.default_rng(8).integers(-3, 5, 200).astype(float)
    asymptotic: Any = "asymptotic"
    expected = stats.wilcoxon(
        differences, alternative=alternative, method=asymptotic, correction=True, zero_method=method
    )
    result = wilcoxon_signed_rank(differences, alternative=alternative, zeros=zeros)
    assert result.p == pytest.approx(expected.pvalue, rel=1e-11)
    assert result.n == np.count_nonzero(differences)


@given(st.lists(st.integers(-3, 3), min_size=1, max_size=9), st.sampled_from(ALTERNATIVES), st.booleans())
def test_signed_rank_is_exact_with_ties_too(differences: list[int], alternative: Alternative, drop: bool) -> None:
    values = np.array([d for d in differences if d or not drop])
    ranks = stats.rankdata(np.abs(values))[values != 0] if len(values) else np.zeros(0)
    null = [float(np.dot(signs, ranks)) for signs in product((0, 1), repeat=len(ranks))]
    observed = float(ranks[values[values != 0] > 0].sum())
    result = wilcoxon_signed_rank(differences, alternative=alternative, zeros="drop" if drop else "pratt")
    assert result.p == pytest.approx(p_of(null, observed, alternative))
    assert (result.statistic, result.n) == (observed, len(ranks))


def test_signed_rank_of_darwins_maize() -> None:
    """Crossed and self-fertilised plants, eighths of an inch (Fisher 1935, § 17); R's wilcox.test: V = 96, p .04126."""
    eighths = [49, -67, 8, 16, 6, 23, 28, 41, 14, 29, 56, 24, 75, 60, -48]
    result = wilcoxon_signed_rank(eighths)
    assert (result.statistic, result.n, round(result.p, 5)) == (96.0, 15, 0.04126)


@given(st.lists(st.integers(-9, 9), min_size=1, max_size=70), st.floats(0.01, 100))
def test_signed_rank_mirrors_and_knows_no_unit(differences: list[int], unit: float) -> None:
    result = wilcoxon_signed_rank(differences)
    mirrored = wilcoxon_signed_rank([-d * unit for d in differences])
    assert mirrored.p == pytest.approx(result.p)
    assert result.statistic + mirrored.statistic == result.n * (result.n + 1) / 2


@pytest.mark.parametrize("alternative", ALTERNATIVES)
@pytest.mark.parametrize("sizes", [(1, 1), (3, 4), (8, 5), (35, 35), (10, 240), (240, 10), (1, 30)], ids=str)
def test_exact_rank_sum_against_scipy(sizes: tuple[int, int], alternative: Alternative) -> None:
    rng = np.random.default_rng(sizes)
    first, second = rng.normal(0.3, 1, sizes[0]), rng.normal(0, 1, sizes[1])
    expected = stats.mannwhitneyu(first, second, alternative=alternative, method="exact")
    result = wilcoxon_rank_sum(first, second, alternative=alternative)
    assert result.p == pytest.approx(expected.pvalue, rel=1e-11)
    assert (result.statistic, result.n) == (expected.statistic, sum(sizes))


@pytest.mark.parametrize("alternative", ALTERNATIVES)
@pytest.mark.parametrize("sizes", [(36, 36), (400, 300), (3, 1000)], ids=str)
def test_rank_sum_of_large_tied_samples_against_scipy(sizes: tuple[int, int], alternative: Alternative) -> None:
    rng = np.random.default_rng(sizes)
    first, second = rng.integers(0, 6, sizes[0]), rng.integers(0, 5, sizes[1])
    expected = stats.mannwhitneyu(first, second, alternative=alternative, method="asymptotic", use_continuity=True)
    result = wilcoxon_rank_sum(first, second, alternative=alternative)
    assert result.p == pytest.approx(expected.pvalue, rel=1e-11)
    assert result.statistic == expected.statistic


SMALL = st.lists(st.integers(0, 3), min_size=1, max_size=5)


@given(SMALL, SMALL, st.sampled_from(ALTERNATIVES))
def test_rank_sum_is_exact_with_ties_too(first: list[int], second: list[int], alternative: Alternative) -> None:
    ranks = stats.rankdata(first + second)
    null = [float(ranks[list(chosen)].sum()) for chosen in combinations(range(len(ranks)), len(first))]
    observed = float(ranks[: len(first)].sum())
    result = wilcoxon_rank_sum(first, second, alternative=alternative)
    assert result.p == pytest.approx(p_of(null, observed, alternative))
    assert result.statistic == sum((a > b) + (a == b) / 2 for a in first for b in second)


@given(SMALL, SMALL)
def test_rank_sum_exchanges(first: list[int], second: list[int]) -> None:
    assert wilcoxon_rank_sum(first, second).p == pytest.approx(wilcoxon_rank_sum(second, first).p)
    greater = wilcoxon_rank_sum(first, second, alternative="greater").p
    assert greater == pytest.approx(wilcoxon_rank_sum(second, first, alternative="less").p)


@pytest.mark.parametrize("size", [4, 400])
def test_equal_values_show_nothing(size: int) -> None:
    expected = Significance(p=1.0, statistic=size * size / 2, n=2 * size)
    assert wilcoxon_rank_sum([2.5] * size, [2.5] * size) == expected
    assert wilcoxon_signed_rank([0.0] * size) == Significance(p=1.0, statistic=0.0, n=0)


PUBLISHED = {"uk-en": "wmt22-uk-en", "xh-zu": "wmt21-flores-zu-xh", "zu-xh": "wmt21-flores-zu-xh"}


@pytest.mark.parametrize("pair", PUBLISHED)
def test_rank_sum_against_published_p_values_of_wmt(pair: str, data: Path) -> None:
    """WMT's direct assessment, computed with R's wilcox.test; .12 fills cells where the row's system is not better."""
    folder = data / PUBLISHED[pair] / "da"
    scores: dict[str, list[float]] = {}
    with gzip.open(folder / f"ad-seg-scores-{pair}.csv.gz", "rt") as lines:
        next(lines)
        for line in lines:
            fields = line.split()
            scores.setdefault(fields[0], []).append(float(fields[3]))
    rows = (folder / f"adwilcox-{pair.replace('-', '')}.csv").read_text().split("\n")
    columns = rows[0].split()
    compared = 0
    for row in rows[1:]:
        for column, printed in zip(columns, row.split()[1:], strict=bool(row)):
            if printed != "0.12":
                p = wilcoxon_rank_sum(scores[row.split()[0]], scores[column], alternative="greater").p
                assert p == pytest.approx(float(printed), rel=1e-9)
                compared += 1
    assert compared == {"uk-en": 28, "xh-zu": 11, "zu-xh": 8}[pair]


@pytest.mark.parametrize(
    ("call", "sentence"),
    [
        (lambda: wilcoxon_signed_rank([]), "expected at least 1 values in differences, found 0."),
        (lambda: wilcoxon_signed_rank([1], zeros="split"), "expected the treatment of zeros to be one of drop, pratt"),  # type: ignore[arg-type]
        (lambda: wilcoxon_signed_rank([1], alternative="x"), "expected the alternative to be one of"),  # type: ignore[arg-type]
        (lambda: wilcoxon_rank_sum([], [1]), "expected at least 1 values in the first sample, found 0."),
        (lambda: wilcoxon_rank_sum([1], [float("inf")]), "expected finite numbers in the second sample, found inf"),
    ],
    ids=["none", "zeros", "alternative", "empty", "infinite"],
)
def test_bad_input_is_named(call: Callable[..., Any], sentence: str) -> None:
    with pytest.raises(InputError) as error:
        call()
    assert str(error.value).startswith(sentence)
