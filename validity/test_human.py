"""Analyses of judgments where the truth is known: scores without bias, intervals that hold it, few false findings."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from bakeoff.human_eval import AgreementRules, HumanAnalysis, agreement_of_judgments, analyse_judgments
from bakeoff.human_eval.analyses.results import HumanRanking
from bakeoff.human_eval.protocols.registry import find_protocol
from bakeoff.human_eval.quality import AttentionRule, ConstantRule, RandomRule, SpeedRule
from bakeoff.simulation.evaluations import Asking, World, simulate_evaluation
from validity.cases import SEED
from validity.conftest import RecordRow
from validity.test_p_values import chance

REPLICATIONS = 200
EQUAL = World(systems=4, spread=0.0, judges=6)
ASKED = {
    "direct": Asking(segments=40, judgments=1),
    "fluency": Asking(segments=30, judgments=2),
    "dialog": Asking(segments=30, judgments=2),
    "ranking": Asking(segments=60, judgments=2),
    "pairwise": Asking(segments=30, judgments=3),
}


def rankings(
    protocol: str,
    world: World,
    analysis: HumanAnalysis,
    *,
    replications: int = REPLICATIONS,
    asking: Asking | None = None,
) -> Iterator[HumanRanking]:
    rng = np.random.default_rng(SEED)
    for _ in range(replications):
        found = simulate_evaluation(find_protocol(protocol), world, asking or ASKED[protocol], rng=rng)
        yield analyse_judgments(found.judgments, analysis=analysis).rankings[0]


@pytest.mark.parametrize("protocol", ASKED)
def test_equal_systems_are_rarely_separated(protocol: str, record_row: RecordRow) -> None:
    """The share of evaluations in which any system of four equal ones is found better than another."""
    analysis = HumanAnalysis(interval="none", trials=999, correction="holm")
    found = [bool(each.pairs.beats.any()) for each in rankings(protocol, EQUAL, analysis)]
    rate = float(np.mean(found))
    record_row("human", f"`{protocol}`: any of six pairs, Holm", REPLICATIONS, f"{100 * rate:.1f}")
    assert rate <= 0.05 + chance(0.05, REPLICATIONS)


@pytest.mark.parametrize(
    ("protocol", "score", "truth"),
    [
        ("direct", "mean", 50.0),
        ("dialog", "median", 3.0),
        ("ranking", "expected-wins", 0.5),
        ("ranking", "bradley-terry", 0.0),
        ("pairwise", "wins", 0.5),
    ],
)
def test_scores_have_no_bias_and_intervals_hold_the_truth(
    protocol: str, score: Any, truth: float, record_row: RecordRow
) -> None:
    """Of equal systems the truth is known for every score. Judges are all as mild: they are not drawn again."""
    world = World(systems=4, spread=0.0, judges=6, bias=0.0)
    analysis = HumanAnalysis(score=score, standardised=False, samples=300, trials=99)
    scores, held = [], []
    for ranking in rankings(protocol, world, analysis):
        by_name = sorted(ranking.systems, key=lambda each: each.system)
        scores.append([each.score for each in by_name])
        held.append([each.interval.low <= truth <= each.interval.high for each in by_name])
    errors = np.array(scores).std(axis=0, ddof=1) / np.sqrt(REPLICATIONS)
    assert (np.abs(np.array(scores).mean(axis=0) - truth) <= 4 * errors + 1e-9).all()
    share = float(np.mean(held))
    record_row("human", f"`{protocol}`, {score}: interval of 95 % holds the truth", REPLICATIONS, f"{100 * share:.1f}")
    # A median of few grades is one of them as a rule, so that its interval holds the truth more often than it says.
    assert 0.90 <= share <= (1.0 if score == "median" else 0.985)


@pytest.mark.parametrize(
    ("protocol", "rules"),
    [
        ("pairwise", AgreementRules(measure="kappa")),
        ("pairwise", AgreementRules(measure="cohen")),
        ("fluency", AgreementRules(measure="fleiss")),
        ("fluency", AgreementRules(measure="krippendorff")),
        ("fluency", AgreementRules(measure="cohen", weights="quadratic")),
    ],
    ids=lambda each: each if isinstance(each, str) else "-".join(filter(None, [each.measure, each.weights])),
)
def test_intervals_of_agreement_hold_that_of_very_many_segments(
    protocol: str, rules: AgreementRules, record_row: RecordRow
) -> None:
    world = World(systems=3, spread=1.0, judges=3, bias=0.0)
    rng = np.random.default_rng(SEED)
    analysis = HumanAnalysis(agreement=rules, samples=300)

    def agreement(segments: int, chosen: HumanAnalysis) -> Any:
        asking = Asking(segments=segments, judgments=3)
        found = simulate_evaluation(find_protocol(protocol), world, asking, rng=rng)
        return agreement_of_judgments(found.judgments, analysis=chosen)[0][1][0]

    truth = agreement(4000, replace(analysis, interval="none")).value
    held = [(found := agreement(40, analysis).interval).low <= truth <= found.high for _ in range(REPLICATIONS)]
    share = float(np.mean(held))
    name = "-".join(filter(None, [rules.measure, rules.weights]))
    record_row(
        "human", f"`{protocol}`, {name}: interval of 95 % holds the agreement", REPLICATIONS, f"{100 * share:.1f}"
    )
    assert 0.89 <= share <= 0.99


@pytest.mark.parametrize("score", ["better", "wins", "expected-wins", "bradley-terry", "trueskill"])
def test_the_true_order_is_found(score: Any, record_row: RecordRow) -> None:
    world = World(systems=4, spread=3.0, judges=6)
    analysis = HumanAnalysis(score=score, samples=50, trials=99)
    asking = Asking(segments=60, judgments=2)
    found = [
        [each.system for each in ranking.systems] == list(world.names)
        for ranking in rankings("ranking", world, analysis, replications=60, asking=asking)
    ]
    record_row("human", f"`ranking`, {score}: true order of four systems", 60, f"{100 * np.mean(found):.1f}")
    assert np.mean(found) >= 0.95


def test_frauds_are_found_and_honest_judges_kept(record_row: RecordRow) -> None:
    world = World(systems=5, judges=8, frauds=2, spread=1.0)
    asking = Asking(segments=100, judgments=3, attention=0.1)
    rules = (SpeedRule(), RandomRule(level=0.01), ConstantRule(), AttentionRule())
    rng = np.random.default_rng(SEED)
    caught = kept = 0
    for _ in range(50):
        simulated = simulate_evaluation(find_protocol("direct"), world, asking, rng=rng)
        result = analyse_judgments(simulated.judgments, analysis=HumanAnalysis(rules=rules, interval="none"))
        left_out = {each.judge for each in result.judges if each.is_excluded}
        caught += sum(judge.name in left_out for judge in simulated.judges if judge.fraud)
        kept += sum(judge.name not in left_out for judge in simulated.judges if not judge.fraud)
    found, honest = caught / 100, kept / 300
    record_row("human", "`direct`: frauds found", 50, f"{100 * found:.1f}")
    record_row("human", "`direct`: honest judges kept", 50, f"{100 * honest:.1f}")
    assert found >= 0.99
    assert honest >= 0.95
