"""Corrections where some of six systems are equal: all fifteen pairs share systems, so their p-values go together."""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations
from typing import Any

import numpy as np
import pytest

from bakeoff.statistics import adjust_p_values, benjamini_hochberg, bonferroni, holm, measure, randomize_pairs, sampler
from bakeoff.statistics.significance.corrections import Correction
from validity.cases import SEED
from validity.conftest import RecordRow
from validity.test_p_values import chance

SEGMENTS, REPLICATIONS, LEVELS = 200, 2000, (0.05, 0.10)
QUALITY = np.array([0.0, 0.0, 0.0, 0.0, 0.3, 0.6])
"""Four equal systems, two that are better by more than chance hides."""
PAIRS = list(combinations(range(6), 2))
NULL = np.array([QUALITY[a] == QUALITY[b] for a, b in PAIRS])
CORRECTIONS: dict[Correction, Callable[..., Any]] = {"bonferroni": bonferroni, "holm": holm, "bh": benjamini_hochberg}


@pytest.fixture(scope="module")
def p_values() -> np.ndarray:
    """Replications × pairs."""
    rng = np.random.default_rng(SEED)
    found = []
    for _ in range(REPLICATIONS):
        difficulty = rng.gamma(2.0, size=SEGMENTS)
        systems = difficulty + rng.exponential(size=(6, SEGMENTS)) + QUALITY[:, None]
        draws = sampler("coins", [measure(list(systems))], rng=rng)
        found.append(randomize_pairs(draws, PAIRS, trials=1999)[0])
    return np.array(found)


def false_findings(p_values: np.ndarray, correction: Correction, level: float) -> tuple[float, float]:
    """How often anything false is found, and the mean share of false ones among the findings."""
    adjusted = np.array([adjust_p_values(row, correction=correction) for row in p_values])
    if correction in CORRECTIONS:
        assert (adjusted == [CORRECTIONS[correction](row) for row in p_values]).all()
    found = adjusted <= level
    false = (found & NULL).sum(axis=1)
    return float((false > 0).mean()), float((false / np.maximum(1, found.sum(axis=1))).mean())


def test_corrections_bound_the_false_findings_among_pairs_of_systems(
    p_values: np.ndarray, record_row: RecordRow
) -> None:
    share_true = NULL.mean()
    every: list[Correction] = [*CORRECTIONS, "none"]
    rates = {name: [false_findings(p_values, name, level) for level in LEVELS] for name in every}
    for name, (low, high) in rates.items():
        record_row(
            "corrections", f"`{name}`: any false finding", REPLICATIONS, f"{100 * low[0]:.1f}", f"{100 * high[0]:.1f}"
        )
        cells = [f"{100 * share:.1f}" for _, share in (low, high)]
        record_row("corrections", f"`{name}`: share of false ones among findings", REPLICATIONS, *cells)
    for k, level in enumerate(LEVELS):
        limit = level + chance(level, REPLICATIONS)
        assert rates["bonferroni"][k][0] <= rates["holm"][k][0] <= limit
        assert rates["bh"][k][1] <= share_true * limit
        assert rates["none"][k][0] > 2 * level
