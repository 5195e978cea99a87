"""How many judgments an evaluation needs, by simulation: protocols with clusters have no formula."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import numpy as np

from bakeoff.errors import InputError
from bakeoff.human_eval import HumanAnalysis, SimulatedPlan, analyse_judgments
from bakeoff.human_eval.protocols.contract import Protocol
from bakeoff.simulation.evaluations import Asking, World, simulate_evaluation
from bakeoff.statistics.inputs import positive, share
from bakeoff.statistics.intervals import wilson_interval

MOST_SEGMENTS = 20_000
_FIRST = 25


def power_by_simulation(
    protocol: Protocol[Any],
    world: World,
    asking: Asking,
    *,
    analysis: HumanAnalysis | None = None,
    trials: int = 50,
    rng: np.random.Generator,
) -> SimulatedPlan:
    """How often such an evaluation, judged by simulated people and analysed as it will be, separates neighbours."""
    chosen = replace(analysis or HumanAnalysis(), interval="none")
    separated = wrong = counted = 0
    for _ in range(positive(trials, "trials")):
        simulated = simulate_evaluation(protocol, world, asking, rng=rng)
        result = analyse_judgments(
            simulated.judgments, protocol=protocol.name, settings=protocol.settings, analysis=chosen
        )
        pairs = result.rankings[0].pairs
        place = {system: number for number, system in enumerate(pairs.systems)}
        order = [place[system] for system in simulated.truth.ranking]
        beats = pairs.beats[np.ix_(order, order)]
        separated += int(np.diag(beats, 1).sum())
        wrong += bool(np.tril(beats).any()) if world.spread else bool(beats.any())
        counted += len(simulated.judgments)
    neighbours = trials * (world.systems - 1)
    return SimulatedPlan(
        segments=asking.segments,
        judgments=round(counted / trials),
        separated=separated / neighbours,
        interval=wilson_interval(separated, neighbours),
        wrong=wrong / trials,
        trials=trials,
    )


def judgments_needed(
    protocol: Protocol[Any],
    world: World,
    asking: Asking,
    *,
    power: float = 0.8,
    analysis: HumanAnalysis | None = None,
    trials: int = 50,
    rng: np.random.Generator,
) -> Iterator[SimulatedPlan]:
    """Plans with more and more segments; the last is the first that has the wanted power, to about a tenth.

    The number of segments doubles until neighbours are separated often enough, then the step back is halved three
    times. As each plan is a simulation with its own chance, so is the answer.
    """
    wanted = share(power, "the power")
    low, high = 0, _FIRST
    while True:
        plan = power_by_simulation(
            protocol, world, replace(asking, segments=high), analysis=analysis, trials=trials, rng=rng
        )
        yield plan
        if plan.separated >= wanted:
            break
        if high >= MOST_SEGMENTS:
            raise InputError(
                expected=f"a power of {wanted:g} with at most {MOST_SEGMENTS:,} segments",
                found=f"{plan.separated:.2f}",
                remedy="Assume systems that differ more, or more judges.",
            )
        low, high = high, min(2 * high, MOST_SEGMENTS)
    best = plan
    for _ in range(3):
        middle = (low + high) // 2
        if middle in (low, high):
            break
        plan = power_by_simulation(
            protocol, world, replace(asking, segments=middle), analysis=analysis, trials=trials, rng=rng
        )
        yield plan
        low, high = (low, middle) if plan.separated >= wanted else (middle, high)
        best = plan if plan.separated >= wanted else best
    if best is not plan:
        yield best
