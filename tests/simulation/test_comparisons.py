"""Analyses of comparisons where the truth is known: the matrix, scores, intervals, clusters, agreement.

Small, with fixed seeds; `validity/test_comparisons.py` does the same at length.
"""

from __future__ import annotations

from collections import Counter
from itertools import permutations
from math import sqrt
from typing import Any

import numpy as np
import pytest
from scipy.stats import binomtest

from bakeoff.data.judgments import Judgment
from bakeoff.human_eval import HumanAnalysis, HumanRanking, analyse_judgments
from bakeoff.human_eval.analyses.agreement.preferences import Between, preference_agreement
from bakeoff.human_eval.analyses.preferences.pair_tests import MARKS_W08
from bakeoff.human_eval.analyses.preferences.votes import majority_votes
from bakeoff.human_eval.analyses.preferences.win_scores import PREFERENCE_SCORES, bootstrap_preferences
from bakeoff.human_eval.protocols.registry import find_protocol
from bakeoff.simulation.evaluations import Asking, World, simulate_evaluation
from tests.simulation.known_comparisons import KnownComparisons

WORLD = World(systems=4, spread=1.0)
REPLICATIONS = 24


def simulate(protocol: str, world: World, *, seed: int, **asking: Any) -> tuple[Judgment, ...]:
    rng = np.random.default_rng(seed)
    return simulate_evaluation(find_protocol(protocol), world, Asking(**asking), rng=rng).judgments


def test_the_matrix_of_w08_is_what_counting_the_ranks_gives() -> None:
    """W08, appendix C: shares of wins, the sign test of each pair with its marks, `> others` and `≥ others`."""
    judgments = simulate("ranking", World(systems=7, spread=1.0), seed=3, segments=80, judgments=2, repeats=0.1)
    wins: Counter[tuple[str, str]] = Counter()
    met: Counter[tuple[str, str]] = Counter()
    ties: Counter[tuple[str, str]] = Counter()
    for judgment in judgments:
        for (one, first), (two, second) in permutations(zip(judgment.systems, judgment.answer, strict=True), 2):
            wins[one, two] += first < second
            ties[one, two] += first == second
            met[one, two] += 1
    analysis = HumanAnalysis(
        score="better-or-equal",
        test="sign-w08",
        repeats="scores",
        correction="none",
        interval="none",
        marks=MARKS_W08,
    )
    (found,) = analyse_judgments(judgments, analysis=analysis).rankings
    pairs, marks = found.pairs, 0
    for i, j in permutations(range(7), 2):
        key = pairs.systems[i], pairs.systems[j]
        assert pairs.values[i, j] == wins[key] / met[key]
        p = binomtest(wins[key], wins[key] + wins[key[::-1]]).pvalue
        assert pairs.p[i, j] == pytest.approx(p)
        ahead = wins[key] > wins[key[::-1]]
        assert pairs.mark(i, j) == ("†" if p <= 0.01 else "★" if p <= 0.05 else "") * ahead
        marks += bool(pairs.mark(i, j))
    assert marks >= 5
    for each in found.systems:
        others = [key for key in met if key[0] == each.system]
        total = sum(met[key] for key in others)
        better = sum(wins[key] for key in others)
        assert each.figures["better"] == pytest.approx(better / total)
        assert each.score == pytest.approx((better + sum(ties[key] for key in others)) / total)
    assert [each.score for each in found.systems] == sorted((each.score for each in found.systems), reverse=True)


def test_the_matrix_holds_the_chances_that_were_put_in() -> None:
    """One judge of each segment and pair: every cell is a share of independent comparisons."""
    judgments = simulate("pairwise", WORLD, seed=4, segments=900)
    analysis = HumanAnalysis(majority=False, interval="none", trials=1)
    (found,) = analyse_judgments(judgments, analysis=analysis).rankings
    order = [found.pairs.systems.index(name) for name in WORLD.names]
    shares = found.pairs.values[np.ix_(order, order)]
    for (i, j), (better, _, worse) in KnownComparisons(WORLD).answers.items():
        assert shares[i, j] == pytest.approx(better, abs=4 * sqrt(better * (1 - better) / 900))
        assert shares[j, i] == pytest.approx(worse, abs=4 * sqrt(worse * (1 - worse) / 900))


@pytest.mark.parametrize("majority", [False, True], ids=["single", "majority"])
def test_scores_of_comparisons_have_no_bias_and_intervals_hold_the_truth(majority: bool) -> None:
    truth = KnownComparisons(WORLD, majority=majority).scores()
    values: dict[str, list[Any]] = {name: [] for name in truth}
    held: dict[str, list[bool]] = {name: [] for name in truth}
    for seed in range(REPLICATIONS):
        judgments = simulate("pairwise", WORLD, seed=seed, segments=30, judgments=3)
        preferences = find_protocol("pairwise").preferences(judgments)
        preferences = majority_votes(preferences) if majority else preferences
        order = [preferences.systems.index(name) for name in WORLD.names]
        for name, score in PREFERENCE_SCORES.items():
            rng = np.random.default_rng(seed)
            drawn = bootstrap_preferences(preferences, score, rng=rng, samples=120)
            found = [drawn[place] for place in order]
            values[name].append([each.value for each in found])
            held[name] += [
                each.interval.low <= true <= each.interval.high for each, true in zip(found, truth[name], strict=True)
            ]
    for title, true in truth.items():
        errors = np.std(values[title], axis=0, ddof=1) / sqrt(REPLICATIONS)
        # Strengths by Bradley and Terry grow a little with few judgments, as all estimates by likelihood.
        slack = 0.05 * np.abs(true) if title == "bradley-terry" else 0.0
        assert (np.abs(np.mean(values[title], axis=0) - true) <= 4 * errors + slack).all(), title
        assert 0.85 <= np.mean(held[title]) <= 0.99, title


@pytest.mark.parametrize("between", ["judges", "own"])
def test_intervals_of_kappa_hold_the_truth(between: Between) -> None:
    truth: dict[Any, float] = KnownComparisons(WORLD).kappas()
    held, values = [], []
    asking = {"segments": 30, "judgments": 2} | ({"repeats": 0.3} if between == "own" else {})
    for seed in range(REPLICATIONS):
        judgments = simulate("pairwise", WORLD, seed=seed, **asking)
        preferences = find_protocol("pairwise").preferences(judgments)
        for chance, true in truth.items():
            rng = np.random.default_rng(seed)
            found = preference_agreement(preferences, between=between, chance=chance, samples=120, rng=rng)
            held.append(found.interval.low <= true <= found.interval.high)
            values.append(found.value - true)
    assert np.mean(values) == pytest.approx(0, abs=4 * float(np.std(values)) / sqrt(REPLICATIONS))
    assert 0.85 <= np.mean(held) <= 0.99


def is_wrong(ranking: HumanRanking, names: tuple[str, ...]) -> bool:
    """Whether a system stands in a higher cluster than one that is better in truth (by its place in `names`)."""
    clusters = {each.system: each.cluster for each in ranking.systems}
    return any(clusters[worse] < clusters[better] for worse, better in zip(names[1:], names, strict=False))


@pytest.mark.parametrize("score", ["better", "trueskill"])
def test_clusters_of_comparisons_contradict_the_truth_rarely_and_ranges_hold_the_rank(score: str) -> None:
    """Neighbours lie so near that about half of them are not told apart."""
    analysis = HumanAnalysis(score=score, samples=100, trials=199, interval=None if score == "trueskill" else "none")
    wrong, held, lines = 0, [], 0
    for seed in range(20):
        judgments = simulate("ranking", World(systems=5, spread=1.0), seed=seed, segments=60)
        (ranking,) = analyse_judgments(judgments, analysis=analysis).rankings
        names = World(systems=5).names
        wrong += is_wrong(ranking, names)
        lines += len(ranking.clusters) - 1
        held += [each.range.low <= names.index(each.system) + 1 <= each.range.high for each in ranking.systems]
    assert lines > 0
    assert wrong <= 1
    assert np.mean(held) >= 0.9
