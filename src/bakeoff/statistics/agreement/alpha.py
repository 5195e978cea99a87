"""Krippendorff's alpha, for any number of judges, missing answers and several measures of distance."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import Any, Literal, get_args

import numpy as np

from bakeoff.errors import InputError
from bakeoff.statistics.agreement.answers import Answers, CodedAnswers, code_answers, label_values
from bakeoff.statistics.agreement.kappas import Agreement
from bakeoff.statistics.inputs import Floats, one_of

AlphaMeasure = Literal["nominal", "ordinal", "interval", "ratio"]


def krippendorff_alpha(
    answers: Answers, *, measure: AlphaMeasure = "nominal", categories: Sequence[Hashable] | None = None
) -> Agreement:
    """Krippendorff's alpha: 1 − (disagreement found) / (disagreement expected by chance).

    Answers of the same item disagree by the square of their distance: any two labels by 1 (`nominal`), by the answers
    between them (`ordinal`), by their difference (`interval`), by difference over sum (`ratio`, for numbers from 0).
    Chance pairs all answers with each other. Numbers are in the order of their values, other labels in that of
    `categories`, which `ordinal` needs for them. 1 is full agreement, 0 chance; None where all answers are the same.
    Items with fewer than two answers do not count. `observed` and `expected` are 1 less the mean disagreement, taken
    as a share of the greatest there is between two answers.
    Source: Krippendorff 2011, Computing Krippendorff's alpha-reliability.

    >>> round(krippendorff_alpha([[1, 1, None], [2, 2, 3], [3, 3, 3], [1, 2, None]], measure="ordinal").value, 3)
    0.74
    """
    one_of(measure, get_args(AlphaMeasure), "measure")
    coded = code_answers(answers, categories=categories)
    if measure == "nominal":
        observed, expected = _nominal(coded)
    elif measure == "ratio":
        observed, expected = _ratio(coded, label_values(coded.labels, "ratio"))
    else:
        observed, expected = _squares(coded, _places(coded, measure, ordered=categories is not None))
    if expected <= 0:
        return Agreement(None, 1 - observed, 1 - expected, len(coded.sizes))
    return Agreement(1 - observed / expected, 1 - observed, 1 - expected, len(coded.sizes))


def _nominal(coded: CodedAnswers) -> tuple[float, float]:
    n, counts = len(coded.codes), coded.label_counts
    # Each of an item's m answers is compared with m − 1 others, and counts once.
    unequal = 2 * (coded.all_pairs() - coded.agreeing_pairs()) / (coded.sizes - 1)
    return float(unequal.sum() / n), float((n**2 - (counts**2).sum()) / (n * (n - 1)))


def _squares(coded: CodedAnswers, places: Floats) -> tuple[float, float]:
    """Mean squared differences of places: over ordered pairs of m they sum to 2m times the sum of squares."""
    values = places[coded.codes]
    values = (values - values.min()) / (np.ptp(values) or 1)
    n = len(values)
    means = np.bincount(coded.items, weights=values) / coded.sizes
    within = np.bincount(coded.items, weights=(values - means[coded.items]) ** 2)
    observed = (2 * coded.sizes * within / (coded.sizes - 1)).sum() / n
    return float(observed), float(2 * ((values - values.mean()) ** 2).sum() / (n - 1))


def _ratio(coded: CodedAnswers, values: Floats) -> tuple[float, float]:
    if (values < 0).any():
        raise InputError(expected="answers from 0 upwards for ratio", found=f"{values.min():g}")
    n, counts = len(coded.codes), coded.label_counts
    expected = sum(
        float((counts * _ratios(value, values)).sum()) * int(k) for value, k in zip(values, counts, strict=True)
    )
    observed = 0.0
    ends = coded.sizes.cumsum()
    for start, end in zip(ends - coded.sizes, ends, strict=True):
        item = values[coded.codes[start:end]]
        observed += float(_ratios(item[:, None], item[None, :]).sum()) / (end - start - 1)
    return observed / n, expected / (n * (n - 1))


def _ratios(first: Any, second: Floats) -> Floats:
    sums = first + second
    return np.asarray(((first - second) / np.where(sums == 0, 1, sums)) ** 2, dtype=np.float64)


def _places(coded: CodedAnswers, measure: AlphaMeasure, *, ordered: bool) -> Floats:
    """Where each label lies: at its value, or in the middle of its answers when all are put in a row."""
    if measure == "interval":
        return label_values(coded.labels, measure)
    if not ordered:
        label_values(coded.labels, measure)
    counts = coded.label_counts
    return np.asarray(counts.cumsum() - counts / 2, dtype=np.float64)
