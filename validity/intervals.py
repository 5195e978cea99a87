"""Every interval that Bakeoff offers, of something whose true value is known."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from math import asin, exp, pi
from typing import Any

import numpy as np
from numpy.random import Generator

from bakeoff import statistics as s
from bakeoff.statistics.power.pilot_power import PilotTest
from validity import data
from validity.cases import CoverageCase as Case

R = 0.6
PEARSON, SPEARMAN, KENDALL = {"r": R}, {"rho": 6 / pi * asin(R / 2)}, {"tau": 2 / pi * asin(R)}
LOG_NORMAL = {"r": (exp(R) - 1) / (exp(1) - 1)}
TRUE = {"pearson": PEARSON, "spearman": SPEARMAN, "kendall": KENDALL}

_SUMS = data.TEXTS.sum(axis=(0, 1))
_RATES = data.segment_rates(data.TEXTS)
SCORES = {
    "mean": float(_RATES[..., 0].mean()),
    "ratio": float(data.like_wer(_SUMS)),
    "like BLEU": float(data.like_bleu(_SUMS)),
}
METHODS = ("percentile", "bca")


def _known(truth: dict[str, float]) -> Callable[[], dict[str, float]]:
    return lambda: truth


def _normal(n: int) -> data.Draw:
    return data.correlated([[1, R], [R, 1]], n)


def _log_normal(n: int) -> data.Draw:
    return lambda rng: tuple(np.exp(scores) for scores in _normal(n)(rng))


def _bootstrapped(n: int) -> Callable[[Generator], dict[str, Any]]:
    """One system by three measures."""

    def draw(rng: Generator) -> dict[str, Any]:
        measures = data.three_measures(data.drawn_set(rng, n)[:1])
        return {"draws": s.sampler("bootstrap", measures, rng=rng)}

    return draw


def _skewed(n: int) -> data.Draw:
    return lambda rng: (data.skewed(rng, n),)


def _documents(documents: int, length: int, *, with_blocks: bool) -> Callable[[Generator], dict[str, Any]]:
    blocks = np.repeat(np.arange(documents), length)

    def draw(rng: Generator) -> dict[str, Any]:
        rows = rng.exponential(size=len(blocks)) + rng.normal(0, 0.7, size=documents)[blocks]
        return {"rows": rows, "blocks": blocks if with_blocks else None}

    return draw


def _two_samples(n: int) -> Callable[[Generator], dict[str, Any]]:
    """Scores of two systems and those of 1,000 samples, for the interval of their difference."""

    def draw(rng: Generator) -> dict[str, Any]:
        both = s.Measure(data.drawn_set(rng, n), data.like_bleu)
        scores = s.bootstrap_scores(s.sampler("bootstrap", [both], rng=rng), samples=1000)[0]
        return {"values": both.scores(), "scores": scores, "n": n}

    return draw


BOOTSTRAP = [
    *(
        Case(
            s.bootstrap,
            "mean of a skewed value",
            n,
            _skewed(n),
            {"method": m},
            truth=_known({"mean": 1.0}),
            bounds=bounds,
        )
        for n, bounds in ((500, None), (30, (0.89, 0.95)))
        for m in METHODS
    ),
    Case(
        s.bootstrap,
        "mean, 500 documents of 3 drawn whole",
        1500,
        _documents(500, 3, with_blocks=True),
        truth=_known({"mean": 1.0}),
    ),
    Case(
        s.bootstrap,
        "mean, 500 documents of 3, segments drawn",
        1500,
        _documents(500, 3, with_blocks=False),
        {},
        1000,
        truth=_known({"mean": 1.0}),
        bounds=(0.80, 0.93),
    ),
    *(
        Case(
            s.bootstrap_measures,
            "scores of a test set",
            n,
            _bootstrapped(n),
            {"method": m},
            4000 if n == 2000 else 10_000,
            truth=_known(SCORES),
            bounds=b,
        )
        for n, b in ((2000, None), (500, None), (30, (0.88, 0.95)))
        for m in METHODS
    ),
    *(
        Case(
            s.paired_bootstrap,
            "difference of skewed pairs",
            n,
            data.pairs(data.skewed, n),
            truth=_known({"difference": 0.0}),
            bounds=b,
        )
        for n, b in ((500, None), (30, (0.91, 0.95)))
    ),
    *(
        Case(
            s.paired_result,
            "difference, like BLEU",
            n,
            _two_samples(n),
            {},
            4000,
            truth=_known({"difference": 0.0}),
            bounds=b,
        )
        for n, b in ((500, None), (30, (0.91, 0.95)))
    ),
]

FORMULAS = [
    *(Case(s.pearson, "normal, r .6", n, _normal(n), truth=_known(PEARSON)) for n in (500, 30)),
    Case(s.pearson, "log-normal, r .48", 500, _log_normal(500), truth=_known(LOG_NORMAL), bounds=(0.6, 0.7)),
    *(Case(s.spearman, "normal, r .6", n, _normal(n), truth=_known(SPEARMAN)) for n in (500, 30)),
    *(
        Case(s.kendall, "normal, r .6", n, _normal(n), truth=_known(KENDALL), bounds=b)
        for n, b in ((500, None), (30, (0.94, 0.97)))
    ),
    *(
        Case(s.correlate, "normal, r .6", 500, _normal(500), {"coefficient": c}, truth=_known(TRUE[c]))
        for c in ("pearson", "spearman", "kendall")
    ),
]

# As many as time allows: the rank coefficients of 1,000 samples of 500 items take a tenth of a second and more.
REPLICATIONS = {
    ("pearson", "percentile"): 2000,
    ("pearson", "bca"): 1000,
    ("spearman", "percentile"): 600,
    ("spearman", "bca"): 300,
    ("kendall", "percentile"): 400,
    ("kendall", "bca"): 200,
}
RESAMPLED = [
    *(
        Case(
            s.bootstrap_correlation,
            "normal, r .6",
            500,
            _normal(500),
            {"coefficient": c, "method": m},
            count,
            truth=_known(TRUE[c]),
        )
        for (c, m), count in REPLICATIONS.items()
    ),
    Case(
        s.bootstrap_correlation,
        "log-normal, r .48",
        500,
        _log_normal(500),
        {"coefficient": "pearson", "method": "bca"},
        500,
        truth=_known(LOG_NORMAL),
        bounds=(0.8, 0.95),
    ),
    *(
        Case(
            s.bootstrap_correlation,
            "normal, r .6",
            30,
            _normal(30),
            {"coefficient": c, "method": m},
            2000 if c == "pearson" else 1000,
            truth=_known(TRUE[c]),
            bounds=(0.90, 0.97),
        )
        for c in ("pearson", "spearman", "kendall")
        for m in METHODS
    ),
    *(
        Case(
            s.permutation_correlation,
            "unrelated, log-normal; range of chance",
            n,
            data.two_samples(data.log_normal, n, n),
            {"coefficient": c, "trials": 999},
            2000,
        )
        for n, c in ((100, "pearson"), (30, "spearman"), (30, "kendall"))
    ),
]

OUTCOMES = 3
_CHANCE = np.array([0.5, 0.3, 0.2])
_SAME = 0.6
"""How often two judges answer alike because the item is clear; else each answers at random by the same shares."""


def _answers(n: int) -> Callable[[Generator], tuple[Any, ...]]:
    """Two judges' answers to each item, as one number."""

    def draw(rng: Generator) -> tuple[Any, ...]:
        first, second = rng.choice(OUTCOMES, size=(2, n), p=_CHANCE)
        second = np.where(rng.random(n) < _SAME, first, second)
        return ((OUTCOMES * first + second).tolist(), scott_of_numbers)

    return draw


def scott_of_numbers(items: list[int]) -> s.Agreement:
    """Scott's pi as `scott_pi` has it, counted fast enough for millions of samples."""
    n, counted = len(items), Counter(items)
    shares = [0.0] * OUTCOMES
    for number, times in counted.items():
        shares[number // OUTCOMES] += times / (2 * n)
        shares[number % OUTCOMES] += times / (2 * n)
    observed = sum(counted[(OUTCOMES + 1) * answer] for answer in range(OUTCOMES)) / n
    expected = sum(share**2 for share in shares)
    return s.Agreement((observed - expected) / (1 - expected), observed, expected, n)


AGREEMENT = [
    Case(
        s.bootstrap_agreement,
        "Scott's pi of two judges",
        n,
        _answers(n),
        {},
        2000,
        truth=_known({"pi": _SAME}),
        bounds=b,
    )
    for n, b in ((500, None), (30, (0.90, 0.96)))
]

_PILOT = np.round(np.random.default_rng(7).normal(0.3, 1.0, size=40), 1)
"""Differences of a pilot with ties: 40 pairs."""


def _power(test: PilotTest) -> Case:
    def true() -> dict[str, float]:
        many = s.power_from_pilot(_PILOT, n=30, test=test, trials=500_000, rng=np.random.default_rng(5))
        return {"power": many.power}

    return Case(
        s.power_from_pilot,
        "power of 30 pairs, by n trials",
        1000,
        lambda rng: (_PILOT,),
        {"n": 30, "trials": 1000, "test": test},
        4000,
        truth=true,
    )


POWER = [_power(test) for test in ("t", "sign", "wilcoxon", "randomization")]

CASES: list[Case] = [*BOOTSTRAP, *FORMULAS, *RESAMPLED, *AGREEMENT, *POWER]
