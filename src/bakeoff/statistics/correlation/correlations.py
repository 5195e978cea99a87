"""How closely two lists of scores of the same items go together: Pearson, Spearman, Kendall."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Literal, get_args

import numpy as np
from numpy.typing import ArrayLike

from bakeoff.errors import InputError
from bakeoff.statistics.correlation.coefficients import (
    Coefficient,
    average_ranks,
    count_pairs_of_items,
    pearson_of_rows,
)
from bakeoff.statistics.inputs import Floats, numbers, one_of, same_length, share
from bakeoff.statistics.results import Interval

SpearmanTies = Literal["average", "none"]
KendallVariant = Literal["a", "b", "c"]


@dataclass(frozen=True, slots=True)
class Correlation:
    """A coefficient between −1 and 1 with what is known of its reliability."""

    value: float
    n: int
    coefficient: str
    p: float | None
    """Two-sided, of the hypothesis that the scores have nothing to do with each other."""
    interval: Interval | None
    """None where there are too few items for one."""
    method: str
    """How the interval was made: `fisher`, `bonett-wright`, `fieller`, `hoeffding`, `bootstrap`, `bootstrap-bca`,
    `permutation`."""


def pearson(first: ArrayLike, second: ArrayLike, *, level: float = 0.95) -> Correlation:
    """Pearson's r: how nearly the scores lie on a line, from −1 (falling) over 0 to 1 (rising).

    The interval is Fisher's, tanh(artanh r ± z/√(n−3)), None below 4 items and the point itself where |r| = 1. The
    p-value is that of t = r·√((n−2)/(1−r²)) with n − 2 degrees of freedom, 1 for two items. Both suppose scores that
    are jointly normal; where a few lie far out the interval is too narrow, and `bootstrap_correlation` is the better.
    Scores that do not differ have no correlation: InputError.
    Source: Fisher 1921, On the "probable error" of a coefficient of correlation.

    >>> result = pearson([1, 2, 3, 4, 5], [2, 1, 4, 3, 5])
    >>> round(result.value, 2), round(result.interval.low, 3), round(result.interval.high, 3)
    (0.8, -0.28, 0.986)
    """
    a, b = checked_scores(first, second)
    value = float(pearson_of_rows(a[None], b[None])[0])
    interval = _transformed(value, variance=(1, len(a) - 3), level=level)
    return Correlation(value, len(a), "pearson", _p_by_t(value, len(a)), interval, "fisher")


def spearman(
    first: ArrayLike, second: ArrayLike, *, ties: SpearmanTies = "average", level: float = 0.95
) -> Correlation:
    """Spearman's rho: how nearly the scores put the items in the same order, from −1 (reversed) to 1 (the same).

    `ties="average"` is Pearson's r of the ranks, equal scores sharing the mean of their ranks. `ties="none"` is
    1 − 6·Σd²/(n(n²−1)), for scores without ties: a tie is an InputError. Both agree where nothing is tied. The
    interval is tanh(artanh rho ± z·√((1+rho²/2)/(n−3))), None below 4 items; the p-value is by t as for Pearson,
    1 for two items. Scores that do not differ: InputError.
    Sources: Spearman 1904; Bonett and Wright 2000, Sample size requirements for estimating Pearson, Kendall and
    Spearman correlations.

    >>> round(spearman([1, 2, 3, 4], [2, 1, 3, 4], ties="none").value, 2)
    0.8
    """
    one_of(ties, get_args(SpearmanTies), "ties")
    a, b = checked_scores(first, second)
    n = len(a)
    if ties == "none":
        for scores, name in ((a, "first"), (b, "second")):
            _refuse_ties(scores, name)
        differences = average_ranks(a) - average_ranks(b)
        value = float(1 - 6 * (differences**2).sum() / (n * (n**2 - 1)))
    else:
        value = float(pearson_of_rows(average_ranks(a[None]), average_ranks(b[None]))[0])
    interval = _transformed(value, variance=(1 + value**2 / 2, n - 3), level=level)
    return Correlation(value, n, "spearman", _p_by_t(value, n), interval, "bonett-wright")


def kendall(first: ArrayLike, second: ArrayLike, *, variant: KendallVariant = "b", level: float = 0.95) -> Correlation:
    """Kendall's tau: pairs of items that both sides put in the same order, less those in opposite order, as a share.

    Variant `a` divides by all pairs, so that ties pull it to 0; `b` by √(pairs untied on the first side × pairs untied
    on the second), which reaches ±1 with ties where both sides tie the same; `c` (Stuart 1953) by n²(m−1)/(2m) with m
    the smaller number of different scores, for tables that are not square. From −1 to 1.
    The interval is tanh(artanh tau ± z·s), None below 5 items: s² = 0.437/(n−4) (Fieller, Hartley and Pearson 1957)
    without ties; with ties, where this is too small, the larger of it and the variance that the pairs of each item
    give (Hoeffding 1948), with t on n − 2 degrees of freedom for z. The p-value is SciPy's, the same for all
    variants: exact without ties and few items, else normal. Scores that do not differ: InputError.

    >>> [round(kendall([1, 2, 2, 3], [1, 2, 3, 3], variant=v).value, 3) for v in ("a", "b", "c")]
    [0.667, 0.8, 0.75]
    """
    from scipy.stats import kendalltau

    one_of(variant, get_args(KendallVariant), "variant")
    a, b = checked_scores(first, second)
    n = len(a)
    items = count_pairs_of_items(a, b)
    if variant == "a":
        most = float(n * (n - 1))
    elif variant == "b":
        most = math.sqrt(int(items.untied_first.sum()) * int(items.untied_second.sum()))
    else:
        smaller = min(len(np.unique(a)), len(np.unique(b)))
        most = n**2 * (smaller - 1) / smaller
    value = min(1.0, max(-1.0, int(items.excess.sum()) / most))
    p = float(kendalltau(a, b).pvalue)
    if (items.untied_first == n - 1).all() and (items.untied_second == n - 1).all():
        interval, method = _transformed(value, variance=(0.437, n - 4), level=level), "fieller"
    else:
        contributions = items.excess.astype(np.float64) * (n / most)
        if variant == "b":
            ties = items.untied_first / items.untied_first.mean() + items.untied_second / items.untied_second.mean()
            contributions -= value / 2 * ties
        interval, method = _with_ties(value, contributions, level), "hoeffding"
    return Correlation(value, n, "kendall", p, interval, method)


def correlate(first: ArrayLike, second: ArrayLike, *, coefficient: Coefficient, level: float = 0.95) -> Correlation:
    """The coefficient of the given name: Pearson's r, Spearman's rho with average ranks, Kendall's tau-b.

    >>> correlate([1, 2, 3], [10, 20, 40], coefficient="spearman").value
    1.0
    """
    one_of(coefficient, get_args(Coefficient), "coefficient")
    if coefficient == "pearson":
        return pearson(first, second, level=level)
    if coefficient == "spearman":
        return spearman(first, second, level=level)
    return kendall(first, second, level=level)


def checked_scores(first: ArrayLike, second: ArrayLike) -> tuple[Floats, Floats]:
    """Two lists of scores of the same items, at least two, neither constant."""
    a, b = numbers(first, "first", least=2), numbers(second, "second", least=2)
    same_length(a, b, "lists of scores")
    for scores, name in ((a, "first"), (b, "second")):
        if (scores == scores[0]).all():
            raise InputError(
                expected=f"scores that differ in {name}",
                found=f"{scores[0]:g} for all {len(scores)} items",
                remedy="Scores that are all the same go with nothing.",
            )
    return a, b


def _refuse_ties(scores: Floats, name: str) -> None:
    values, counts = np.unique(scores, return_counts=True)
    if (counts > 1).any():
        tied = int(counts.argmax())
        raise InputError(
            expected=f"no ties in {name}",
            found=f"{values[tied]:g} for {counts[tied]} items",
            remedy='Use ties="average" for scores with ties.',
        )


def _with_ties(tau: float, contributions: Floats, level: float) -> Interval | None:
    """The interval of a tau whose variance is that of the items' contributions, but not below Fieller's."""
    n = len(contributions)
    if n < 5 or abs(tau) == 1:
        return _transformed(tau, variance=(0.437, n - 4), level=level)
    variance = 4 * float(contributions.var(ddof=1)) / n / (1 - tau**2) ** 2
    return _transformed(tau, variance=(max(variance, 0.437 / (n - 4)), 1), level=level, freedom=n - 2)


def _p_by_t(value: float, n: int) -> float:
    """Two-sided p of t = r·√((n−2)/(1−r²)), written with the beta function, which has no pole at |r| = 1."""
    from scipy.special import betainc

    return 1.0 if n == 2 else float(betainc(n / 2 - 1, 0.5, (1 - value) * (1 + value)))


def _transformed(
    value: float, *, variance: tuple[float, int], level: float, freedom: int | None = None
) -> Interval | None:
    """The interval that is normal on the scale of artanh, with the variance given as numerator and denominator.

    With degrees of freedom it is Student's distribution there instead.
    """
    from scipy.special import ndtri, stdtrit

    share(level, "level")
    numerator, denominator = variance
    if denominator < 1:
        return None
    if abs(value) == 1:
        return Interval(value, value, level)
    quantile = ndtri((1 + level) / 2) if freedom is None else stdtrit(freedom, (1 + level) / 2)
    reach = float(quantile) * math.sqrt(numerator / denominator)
    return Interval(math.tanh(math.atanh(value) - reach), math.tanh(math.atanh(value) + reach), level)
