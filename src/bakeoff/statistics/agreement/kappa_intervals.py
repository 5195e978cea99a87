"""Intervals of agreement by drawing the items again."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from bakeoff.errors import InputError
from bakeoff.statistics.agreement.answers import Answers
from bakeoff.statistics.agreement.kappas import Agreement
from bakeoff.statistics.inputs import positive, share
from bakeoff.statistics.intervals import percentile_interval


def bootstrap_agreement(
    answers: Answers,
    statistic: Callable[[Sequence[Sequence[Any]]], Agreement],
    *,
    samples: int = 1000,
    level: float = 0.95,
    rng: np.random.Generator,
) -> Agreement:
    """An agreement with the interval that it keeps to when items, each with all its answers, are drawn again.

    `statistic` takes rows of answers, such as `fleiss_kappa`; for two judges
    `lambda rows: cohen_kappa(*zip(*rows))`. The interval runs between quantiles of the samples (percentile
    bootstrap); samples in which the statistic is not defined are left out, and where it is defined in none the interval
    is None. Source: Efron and Tibshirani 1993, An introduction to the bootstrap.

    >>> from bakeoff.statistics import fleiss_kappa
    >>> answers = [["A", "A"], ["B", "B"], ["A", "B"], ["B", "B"], ["A", "A"]] * 10
    >>> result = bootstrap_agreement(answers, fleiss_kappa, rng=np.random.default_rng(1))
    >>> result.interval.low < result.value < result.interval.high
    True
    """
    share(level, "level")
    rows = list(answers)
    values = [
        value
        for _ in range(positive(samples, "samples"))
        if (value := _value([rows[item] for item in rng.integers(len(rows), size=len(rows))], statistic)) is not None
    ]
    interval = percentile_interval(np.asarray(values), level=level) if values else None
    return replace(statistic(rows), interval=interval)


def _value(rows: list[Any], statistic: Callable[[Sequence[Sequence[Any]]], Agreement]) -> float | None:
    try:
        return statistic(rows).value
    except InputError:  # no item with two answers was drawn
        return None
