"""How far judges agree beyond chance: shares of agreement, the kappas, Scott's pi."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from typing import Any, Literal, get_args

import numpy as np
from numpy.typing import ArrayLike

from bakeoff.errors import InputError
from bakeoff.statistics.agreement.answers import Answers, code_answers, label_values
from bakeoff.statistics.inputs import Floats, numbers, one_of, same_length
from bakeoff.statistics.results import Interval

KappaWeights = Literal["linear", "quadratic"]
AgreementWord = Literal["poor", "slight", "fair", "moderate", "substantial", "almost perfect"]


@dataclass(frozen=True, slots=True)
class Agreement:
    """A coefficient of agreement: 1 is full agreement, 0 what chance gives, below 0 less than that."""

    value: float | None
    """None where chance alone would agree always, so that nothing is left to be seen: all answers are the same."""
    observed: float
    """The share of agreement found."""
    expected: float
    """The share of agreement by chance."""
    n: int
    """Items that counted: items with two answers or more."""
    interval: Interval | None = None


def observed_agreement(first: Sequence[Any], second: Sequence[Any]) -> float:
    """The share of items to which two judges gave the same answer; items that one of them left out do not count.

    From 0 to 1. No item with both answers: InputError.

    >>> observed_agreement(["A", "B", "tie", None], ["A", "tie", "tie", "B"])
    0.6666666666666666
    """
    return pairwise_agreement(_pairs(first, second))


def pairwise_agreement(answers: Answers) -> float:
    """P(A): the share of equal answers among all pairs of answers to the same item.

    From 0 to 1. An item with m answers has m(m−1)/2 pairs, so that items with more answers count for more; items with
    fewer than two do not count. No item with two answers: InputError. Source: W08, section 7.1.

    >>> pairwise_agreement([["A", "A", "B"], ["B", "B"], ["A"]])
    0.5
    """
    return code_answers(answers).agreement()


def fixed_chance_kappa(agreement: float, *, chance: float) -> float:
    """K = (P(A) − P(E)) / (1 − P(E)) from a share of agreement and a chance that is set beforehand.

    At most 1; 0 where agreement is what chance gives. W08 sets the chance of a comparison (better, equal, worse) to
    1/3 and of yes or no to 1/2. Shares outside of 0 to 1 and a chance of 1: InputError.

    >>> round(fixed_chance_kappa(0.578, chance=1 / 3), 3)
    0.367
    """
    if not 0 <= agreement <= 1:
        raise InputError(expected="an agreement from 0 to 1", found=str(agreement))
    if not 0 <= chance < 1:
        raise InputError(expected="a chance of at least 0 and below 1", found=str(chance))
    return float(kappa_of_shares(agreement, chance))


def kappa_of_shares(observed: ArrayLike, expected: ArrayLike) -> Floats:
    """K = (P(A) − P(E)) / (1 − P(E)) from shares of agreement, found and by chance: what all kappas here come down to.

    At most 1. NaN where chance alone would agree always, and where a share is NaN. Arrays are taken element by element.

    >>> kappa_of_shares([0.75, 1.0], [0.5, 1.0]).tolist()
    [0.5, nan]
    """
    found, chance = np.asarray(observed, np.float64), np.asarray(expected, np.float64)
    with np.errstate(invalid="ignore", divide="ignore"):
        values: Floats = (found - chance) / (1 - chance)
    # Shares of a sum may miss 1 by rounding.
    return np.where(chance > 1 - 1e-12, np.nan, values)


def kappa(answers: Answers, *, chance: float) -> Agreement:
    """Kappa over all pairs of answers to the same item, with a chance that is set beforehand.

    `pairwise_agreement` put into `fixed_chance_kappa`; see there for edge cases and source.

    >>> round(kappa([["<", "<"], ["<", "="], [">", ">"], ["=", "="]], chance=1 / 3).value, 3)
    0.625
    """
    coded = code_answers(answers)
    observed = coded.agreement()
    return Agreement(fixed_chance_kappa(observed, chance=chance), observed, chance, len(coded.sizes))


def cohen_kappa(
    first: Sequence[Any],
    second: Sequence[Any],
    *,
    weights: KappaWeights | None = None,
    categories: Sequence[Hashable] | None = None,
) -> Agreement:
    """Cohen's kappa of two judges; chance is that both answer at random, each with the shares of the own answers.

    With `weights` answers agree in part: by 1 − d/D (linear) or 1 − (d/D)² (quadratic), d their distance and D the
    greatest there is. Numbers lie apart by their values; `categories` lists labels in order, and they lie apart by
    their places. At most 1; None where both judges give only one and the same answer. Items that a judge left out
    do not count. Sources: Cohen 1960, A coefficient of agreement for nominal scales; Cohen 1968, Weighted kappa.

    >>> round(cohen_kappa(["yes", "yes", "no", "no"], ["yes", "no", "no", "no"]).value, 2)
    0.5
    """
    coded = code_answers(_pairs(first, second), categories=categories)
    n, size = len(coded.sizes), len(coded.labels)
    table = np.zeros((size, size))
    np.add.at(table, (coded.codes[::2], coded.codes[1::2]), 1)
    if weights is None:
        credit = np.eye(size)
    else:
        one_of(weights, get_args(KappaWeights), "weights")
        places = label_values(coded.labels, "weights") if categories is None else np.arange(size, dtype=np.float64)
        credit = _credit(places, weights)
    chance = np.outer(table.sum(axis=1), table.sum(axis=0))
    return _beyond_chance(float((table * credit).sum() / n), float((chance * credit).sum() / n**2), n)


def scott_pi(first: Sequence[Any], second: Sequence[Any]) -> Agreement:
    """Scott's pi of two judges: chance is that both answer at random with the shares of their answers together.

    At most 1; None where all answers are the same. Items that a judge left out do not count.
    Source: Scott 1955, Reliability of content analysis.

    >>> round(scott_pi(["yes", "yes", "no", "no"], ["yes", "no", "no", "no"]).value, 3)
    0.467
    """
    return fleiss_kappa(_pairs(first, second))


def fleiss_kappa(answers: Answers) -> Agreement:
    """Fleiss's kappa of any number of judges: chance is that all answer at random with the shares of all answers.

    At most 1; None where all answers are the same. Fleiss has the same number of answers for every item; where it
    differs, every pair of answers counts alike (see `pairwise_agreement`), and items with fewer than two answers do not
    count. Source: Fleiss 1971, Measuring nominal scale agreement among many raters.

    >>> round(fleiss_kappa([["A", "A", "B"], ["B", "B", "B"], ["A", "A", "A"]]).value, 2)
    0.55
    """
    coded = code_answers(answers)
    shares = coded.label_counts / len(coded.codes)
    return _beyond_chance(coded.agreement(), float((shares**2).sum()), len(coded.sizes))


def fleiss_kappa_of_counts(counts: ArrayLike) -> Agreement:
    """Fleiss's kappa from a table of items × categories that says how many judges gave each answer.

    >>> round(fleiss_kappa_of_counts([[2, 1], [0, 3], [3, 0]]).value, 2)
    0.55
    """
    table = numbers(counts, "counts", dimensions=2)
    if (table < 0).any() or (table != np.floor(table)).any():
        raise InputError(
            expected="whole numbers of answers in counts", found=f"{table[(table < 0) | (table % 1 > 0)][0]:g}"
        )
    counts = table.astype(np.int64)
    return fleiss_kappa([np.repeat(np.arange(counts.shape[1]), row).tolist() for row in counts])


def landis_koch(value: float) -> AgreementWord:
    """The word of Landis and Koch: poor below 0, slight to .20, fair to .40, moderate to .60, substantial to .80.

    Above .80 agreement is almost perfect. Each bound belongs to the lower word; values above 1: InputError.
    Source: Landis and Koch 1977, The measurement of observer agreement for categorical data.

    >>> [landis_koch(value) for value in (-0.1, 0.2, 0.367, 0.642)]
    ['poor', 'slight', 'fair', 'substantial']
    """
    if not value <= 1:
        raise InputError(expected="a coefficient of agreement of at most 1", found=str(value))
    if value < 0:
        return "poor"
    bounds: tuple[tuple[float, AgreementWord], ...] = (
        (0.2, "slight"),
        (0.4, "fair"),
        (0.6, "moderate"),
        (0.8, "substantial"),
    )
    # A kappa of .6 may come out a rounding error above it.
    return next((word for bound, word in bounds if value <= bound + 1e-12), "almost perfect")


def inconsistency(first: ArrayLike, second: ArrayLike) -> float:
    """The mean absolute difference between the grades that one judge gave to the same items twice.

    0 where the judge is completely consistent. Source: I05, table 16.

    >>> inconsistency([3, 2, 4, 0], [3, 3, 4, 1])
    0.5
    """
    a, b = numbers(first, "first"), numbers(second, "second")
    same_length(a, b, "gradings")
    return float(np.abs(a - b).mean())


def _pairs(first: Sequence[Any], second: Sequence[Any]) -> list[tuple[Any, Any]]:
    """Both answers of each item; where one is missing, the item has no pair."""
    if len(first) != len(second):
        raise InputError(
            expected="as many answers of both judges",
            found=f"{len(first)} and {len(second)}",
            remedy="Give None where a judge did not answer.",
        )
    return list(zip(first, second, strict=True))


def _credit(places: Floats, weights: KappaWeights) -> Floats:
    distances = np.abs(places[:, None] - places[None, :])
    greatest = distances.max()
    shares: Floats = distances / greatest if greatest > 0 else distances
    return 1 - (shares if weights == "linear" else shares**2)


def _beyond_chance(observed: float, expected: float, n: int) -> Agreement:
    value = float(kappa_of_shares(observed, expected))
    return Agreement(None if np.isnan(value) else value, observed, expected, n)
