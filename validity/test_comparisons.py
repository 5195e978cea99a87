"""Analyses of comparisons where the truth is known: intervals of every score and of kappa, clusters, rank ranges."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import numpy as np
import pytest

from bakeoff.data.judgments import Judgment
from bakeoff.human_eval import HumanAnalysis, analyse_judgments
from bakeoff.human_eval.analyses.agreement.preferences import Between, preference_agreement
from bakeoff.human_eval.analyses.preferences.votes import majority_votes
from bakeoff.human_eval.analyses.preferences.win_scores import PREFERENCE_SCORES, bootstrap_preferences, head_to_head
from bakeoff.human_eval.protocols.observations import Preferences
from bakeoff.human_eval.protocols.registry import find_protocol
from bakeoff.simulation.evaluations import Asking, World, simulate_evaluation
from tests.simulation.known_comparisons import KnownComparisons
from validity.cases import SEED
from validity.conftest import RecordRow
from validity.test_p_values import chance

REPLICATIONS = 200
WORLD = World(systems=4, spread=1.0)
EQUAL = World(systems=5, spread=0.0)
NEAR = World(systems=5, spread=0.6)
KINDS = {"pairwise": ("single", "majority"), "ranking": ("single",)}
"""Every answer counts by itself, or what most judges of an item say."""
ASKED = {"pairwise": Asking(segments=40, judgments=3), "ranking": Asking(segments=60, judgments=2)}
OF_WHOM = {"judges": "of two judges", "own": "of judges with themselves"}


def evaluations(
    protocol: str, world: World, asking: Asking, *, replications: int = REPLICATIONS
) -> Iterator[tuple[Judgment, ...]]:
    rng = np.random.default_rng(SEED)
    for _ in range(replications):
        yield simulate_evaluation(find_protocol(protocol), world, asking, rng=rng).judgments


def compared(protocol: str, kind: str, judgments: Sequence[Judgment]) -> Preferences:
    preferences = find_protocol(protocol).preferences(judgments)
    return majority_votes(preferences) if kind == "majority" else preferences


def true_scores(protocol: str, kind: str) -> Mapping[Any, np.ndarray]:
    """Worked out for two outputs at a time; for ranks from very many screens, so that chance hardly matters."""
    if protocol == "pairwise":
        return KnownComparisons(WORLD, majority=kind == "majority").scores()
    (judgments,) = evaluations(protocol, WORLD, Asking(segments=30_000), replications=1)
    preferences = compared(protocol, kind, judgments)
    order = [preferences.systems.index(name) for name in WORLD.names]
    return {name: score(head_to_head(preferences))[order] for name, score in PREFERENCE_SCORES.items()}


@pytest.mark.parametrize("protocol", KINDS)
def test_scores_of_comparisons_have_no_bias_and_intervals_hold_the_truth(protocol: str, record_row: RecordRow) -> None:
    truth = {(kind, name): true for kind in KINDS[protocol] for name, true in true_scores(protocol, kind).items()}
    values: dict[Any, list[Any]] = {key: [] for key in truth}
    held: dict[Any, list[Any]] = {key: [] for key in truth}
    for number, judgments in enumerate(evaluations(protocol, WORLD, ASKED[protocol])):
        answers = {kind: compared(protocol, kind, judgments) for kind in KINDS[protocol]}
        for (kind, name), true in truth.items():
            rng = np.random.default_rng([SEED, number])
            drawn = bootstrap_preferences(answers[kind], PREFERENCE_SCORES[name], rng=rng, samples=300)
            found = [drawn[answers[kind].systems.index(system)] for system in WORLD.names]
            values[kind, name].append([each.value for each in found])
            held[kind, name].append(
                [each.interval.low <= at <= each.interval.high for each, at in zip(found, true, strict=True)]
            )
    for (kind, name), true in truth.items():
        share = float(np.mean(held[kind, name]))
        what = f"`{protocol}`, {kind}, {name}, unequal systems: interval of 95 % holds the truth"
        record_row("human", what, REPLICATIONS, f"{100 * share:.1f}")
        errors = np.std(values[kind, name], axis=0, ddof=1) / np.sqrt(REPLICATIONS)
        # Strengths by Bradley and Terry grow a little with few judgments, as all estimates by likelihood.
        slack = 0.03 * np.abs(true) if name == "bradley-terry" else 0.003
        assert (np.abs(np.mean(values[kind, name], axis=0) - true) <= 4 * errors + slack).all(), name
        assert 0.91 <= share <= 0.98, name


@pytest.mark.parametrize("between", ["judges", "own"])
def test_intervals_of_kappa_hold_the_truth(between: Between, record_row: RecordRow) -> None:
    truth: dict[Any, float] = KnownComparisons(WORLD).kappas()
    asking = Asking(segments=40, judgments=2, repeats=0.3 if between == "own" else 0.0)
    values: dict[Any, list[float]] = {name: [] for name in truth}
    held: dict[Any, list[bool]] = {name: [] for name in truth}
    for number, judgments in enumerate(evaluations("pairwise", WORLD, asking)):
        preferences = compared("pairwise", "single", judgments)
        for measure, true in truth.items():
            rng = np.random.default_rng([SEED, number])
            found = preference_agreement(preferences, between=between, chance=measure, samples=300, rng=rng)
            values[measure].append(found.value)
            held[measure].append(found.interval.low <= true <= found.interval.high)
    for measure, true in truth.items():
        share = float(np.mean(held[measure]))
        what = f"`pairwise`, kappa {OF_WHOM[between]}, chance {measure}: interval of 95 % holds the truth"
        record_row("human", what, REPLICATIONS, f"{100 * share:.1f}")
        error = np.std(values[measure], ddof=1) / np.sqrt(REPLICATIONS)
        assert abs(np.mean(values[measure]) - true) <= 4 * error + 0.003
        assert 0.91 <= share <= 0.985


@pytest.mark.parametrize("score", ["better", "trueskill"])
@pytest.mark.parametrize("world", [EQUAL, NEAR], ids=["equal", "near"])
def test_clusters_and_rank_ranges_of_comparisons(score: Any, world: World, record_row: RecordRow) -> None:
    """Five systems, ranked twice on each of 60 segments. Lines are drawn by the tests of pairs, whatever the score is,
    but for TrueSkill, which has its own.

    Equal ones: any line is wrong. Near ones: a line is wrong below a worse system.
    """
    analysis = HumanAnalysis(score=score, samples=200, trials=499, interval=None if score == "trueskill" else "none")
    wrong, held = [], []
    for judgments in evaluations("ranking", world, Asking(segments=60, judgments=2)):
        (ranking,) = analyse_judgments(judgments, analysis=analysis).rankings
        cluster = {each.system: each.cluster for each in ranking.systems}
        if world.spread:
            wrong.append(any(cluster[b] < cluster[a] for a, b in zip(world.names, world.names[1:], strict=False)))
            places = {name: place for place, name in enumerate(world.names, start=1)}
            held += [each.range.low <= places[each.system] <= each.range.high for each in ranking.systems]
        else:
            wrong.append(len(ranking.clusters) > 1)
    rate, which = float(np.mean(wrong)), "near systems" if world.spread else "equal systems"
    record_row(
        "human", f"`ranking`, {score}, {which}: a wrong line between clusters", REPLICATIONS, f"{100 * rate:.1f}"
    )
    if held:
        share = float(np.mean(held))
        what = f"`ranking`, {score}, {which}: rank range holds the true rank"
        record_row("human", what, REPLICATIONS, f"{100 * share:.1f}")
        assert share >= 0.93
    assert rate <= 0.05 + chance(0.05, REPLICATIONS)
