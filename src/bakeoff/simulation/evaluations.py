"""Complete human evaluations in which the truth is known: design, systems, judges and what these answer."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations
from typing import Any

import numpy as np

from bakeoff.data.judgments import Judgment
from bakeoff.errors import InputError
from bakeoff.human_eval.contract import Protocol
from bakeoff.human_eval.designs.design import Choice, Design
from bakeoff.human_eval.designs.pools import Pool
from bakeoff.simulation.judges import SimulatedJudge, make_judges
from bakeoff.simulation.judging import simulate_judgments
from bakeoff.simulation.truth import Truth, evenly_spaced, make_truth


@dataclass(frozen=True, slots=True, kw_only=True)
class World:
    """What is assumed of systems, segments and judges; all but counts in standard deviations of quality."""

    systems: int = 5
    spread: float = 1.0
    """Between the best and the worst system; the others lie between them at even distances."""
    difficulty: float = 0.5
    """How much segments differ."""
    chance: float = 0.5
    """How much a system differs from itself from segment to segment."""
    judges: int = 6
    bias: float = 0.3
    noise: float = 0.5
    drift: float = 0.0
    laziness: float = 0.0
    frauds: int = 0

    def __post_init__(self) -> None:
        if self.systems < 2:
            raise InputError(expected="two systems or more", found=str(self.systems))

    @property
    def names(self) -> tuple[str, ...]:
        digits = len(str(self.systems))
        return tuple(f"system{number:0{digits}}" for number in range(1, self.systems + 1))


@dataclass(frozen=True, slots=True, kw_only=True)
class Asking:
    """What is asked: how many segments, how often, with which controls."""

    segments: int = 100
    judgments: int = 1
    """Judges of an item: of an output, or of a segment where screens show several."""
    repeats: float = 0.0
    common_pool: float = 0.0
    attention: float = 0.0
    choice: Choice = "least-judged"
    """Which outputs, or pairs, come next."""
    language_pair: str = "xx-yy"
    test_set: str = "simulated"


@dataclass(frozen=True, slots=True, kw_only=True)
class SimulatedEvaluation:
    """What was assumed and what came of it."""

    design: Design
    truth: Truth
    judges: tuple[SimulatedJudge, ...]
    judgments: tuple[Judgment, ...]


def simulate_evaluation(
    protocol: Protocol[Any], world: World, asking: Asking, *, rng: np.random.Generator
) -> SimulatedEvaluation:
    """An evaluation from the first screen to the last answer.

    Protocols whose answers are counted by majority ask for every pair of systems on every segment; others fill screens
    with as many outputs as they show.
    """
    if asking.judgments > world.judges:
        raise InputError(
            expected=f"{asking.judgments} judges or more, as many as each item has", found=str(world.judges)
        )
    truth = make_truth(
        evenly_spaced(world.names, spread=world.spread),
        asking.segments,
        difficulty=world.difficulty,
        chance=world.chance,
        rng=rng,
    )
    judges = make_judges(
        world.judges,
        bias=world.bias,
        noise=world.noise,
        drift=world.drift,
        laziness=world.laziness,
        frauds=world.frauds,
        rng=rng,
    )
    groups = list(combinations(world.names, 2)) if protocol.majority else [world.names]
    segments = tuple(("", str(number)) for number in range(1, asking.segments + 1))
    design = Design(
        name="simulation",
        protocol=protocol.name,
        pools=tuple(
            Pool(language_pair=asking.language_pair, test_set=asking.test_set, segments=segments, systems=group)
            for group in groups
        ),
        shown=protocol.settings.shown or protocol.shown,
        redundancy=asking.judgments,
        repeats=asking.repeats,
        common_pool=asking.common_pool,
        attention=asking.attention,
        choice=asking.choice,
        seed=int(rng.integers(1 << 31)),
    )
    judgments = simulate_judgments(design, [truth] * len(groups), judges, protocol=protocol, rng=rng)
    return SimulatedEvaluation(design=design, truth=truth, judges=judges, judgments=judgments)
