"""Whole simulated evaluations: analyses find what was put in."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest

from bakeoff.errors import InputError
from bakeoff.human_eval import HumanAnalysis, analyse_judgments
from bakeoff.human_eval.protocols.registry import find_protocol
from bakeoff.human_eval.quality import RandomRule, SpeedRule
from bakeoff.simulation.evaluations import Asking, SimulatedEvaluation, World, simulate_evaluation
from bakeoff.simulation.simulated_power import judgments_needed, power_by_simulation

CALM = World(systems=4, spread=0.9, difficulty=0.2, chance=0.2, bias=0.0, noise=0.3)
"""Nothing reaches the ends of the scale, so that grades are quality, times 25, from 50 on."""
QUICK = HumanAnalysis(interval="none", trials=200)


def simulate(protocol: str, world: World, *, seed: int = 1, **asking: Any) -> SimulatedEvaluation:
    return simulate_evaluation(find_protocol(protocol), world, Asking(**asking), rng=np.random.default_rng(seed))


def test_means_are_the_qualities_that_were_put_in() -> None:
    found = simulate("direct", CALM, segments=2000, judgments=1)
    (ranking,) = analyse_judgments(found.judgments, analysis=HumanAnalysis(standardised=False)).rankings
    for each in ranking.systems:
        expected = 50 + 25 * found.truth.quality[each.system]
        assert each.score == pytest.approx(expected, abs=25 * 4 * math.sqrt(0.17 / 2000))


def test_inconsistency_is_that_of_the_noise() -> None:
    """Two answers with noise σ lie 2σ/√π apart on average."""
    found = simulate("direct", CALM, segments=800, judgments=1, repeats=0.3)
    result = analyse_judgments(found.judgments, analysis=HumanAnalysis(standardised=False))
    assert result.inconsistency == pytest.approx(25 * 2 * 0.3 / math.sqrt(math.pi), rel=0.1)


def test_frauds_are_found_and_honest_judges_kept() -> None:
    world = World(systems=5, judges=8, frauds=2, spread=1.0)
    found = simulate("direct", world, segments=120, judgments=3)
    result = analyse_judgments(found.judgments, analysis=HumanAnalysis(rules=(SpeedRule(), RandomRule(level=0.01))))
    assert {each.judge for each in result.judges if each.is_excluded} == {
        each.name for each in found.judges if each.fraud
    }


def test_more_segments_tell_more_systems_apart() -> None:
    protocol, rng = find_protocol("direct"), np.random.default_rng(5)
    shares = [
        power_by_simulation(protocol, CALM, Asking(segments=size), analysis=QUICK, trials=8, rng=rng).separated
        for size in (8, 120)
    ]
    assert shares[0] < shares[1]
    assert shares[1] == 1


def test_the_plan_has_the_wanted_power() -> None:
    plans = list(
        judgments_needed(
            find_protocol("direct"), World(systems=2, spread=1.0), Asking(), analysis=QUICK, trials=10,
            rng=np.random.default_rng(1),
        )
    )  # fmt: skip
    assert plans[-1].separated >= 0.8
    assert plans[-1].judgments == 2 * plans[-1].segments


def test_more_judges_of_an_item_than_there_are_is_refused() -> None:
    with pytest.raises(InputError, match="7 judges or more"):
        simulate("direct", World(judges=6), judgments=7)
