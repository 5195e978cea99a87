"""Human evaluations in which the truth is known: design, systems, judges and what these answer."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from itertools import combinations
from typing import Any

import numpy as np

from bakeoff.data.judgments import Judgment
from bakeoff.errors import InputError
from bakeoff.human_eval.designs.design import Assignment, Choice, Design
from bakeoff.human_eval.designs.pools import Pool
from bakeoff.human_eval.designs.screens.answer_comparisons import answer_comparisons
from bakeoff.human_eval.designs.screens.dealer import Dealer
from bakeoff.human_eval.designs.screens.events import Finished, NothingNow
from bakeoff.human_eval.protocols.contract import Protocol
from bakeoff.human_eval.protocols.registry import find_protocol
from bakeoff.simulation.judges import SimulatedJudge, make_judges
from bakeoff.simulation.truth import DAMAGE, Truth, evenly_spaced, make_truth

DOCUMENT = 10
"""Segments of an invented document."""
_BEGIN = datetime(2026, 1, 1, 9, tzinfo=UTC)


def simulate_judgments(
    design: Design,
    truths: Sequence[Truth],
    judges: Sequence[SimulatedJudge],
    *,
    protocol: Protocol[Any],
    screens: int | None = None,
    imagine: Callable[[Assignment, Sequence[float]], Any] | None = None,
    rng: np.random.Generator,
) -> tuple[Judgment, ...]:
    """What judges answer when a dealer hands the design out to them in turn; `truths` has one for each pool.

    It ends when nothing is left to deal, or when each has judged `screens` screens. `imagine` says what is answered to
    a screen whose outputs look so good; without it, the protocol does.
    """
    if len(truths) != len(design.pools):
        raise InputError(expected=f"a truth for each of {len(design.pools)} pools", found=str(len(truths)))
    dealer, judgments = Dealer(design), list[Judgment]()
    asking = {judge.name: judge for judge in judges}
    judged = dict.fromkeys(asking, 0)
    clocks = dict.fromkeys(asking, _BEGIN)
    while asking:
        for judge in list(asking.values()):
            stops = judged[judge.name] == screens
            assignment = Finished() if stops else dealer.next(judge.name, excluded=judge.excluded)
            if isinstance(assignment, NothingNow):  # others are within the documents that are left
                continue
            if isinstance(assignment, Finished):
                dealer.leave(judge.name)
                del asking[judge.name]
                continue
            judged[judge.name] += 1
            qualities = _qualities(truths[assignment.pool], assignment)
            seen, seconds = judge.perceived(qualities, assignment.position, rng)
            times = (clocks[judge.name], clocks[judge.name] + timedelta(seconds=seconds))
            clocks[judge.name] = times[1]
            answer = protocol.imagine(seen, rng) if imagine is None else imagine(assignment, seen)
            judgments.append(_judgment(f"{len(judgments) + 1}", design, assignment, answer, times))
            informs = design.choice == "most-informative"
            dealer.answer(assignment, answer_comparisons(judgments[-1:], protocol) if informs else ())
    return tuple(judgments)


def _qualities(truth: Truth, assignment: Assignment) -> list[float]:
    return [
        float(truth.outputs[system][assignment.segment]) - DAMAGE * (system in assignment.damaged)
        for system in assignment.systems
    ]


def _judgment(
    name: str, design: Design, assignment: Assignment, answer: Any, times: tuple[datetime, datetime]
) -> Judgment:
    language_pair, test_set, document, segment = design.pools[assignment.pool].item(assignment.segment)
    return Judgment(
        id=name,
        protocol=design.protocol,
        evaluation=design.name,
        kind=design.pools[assignment.pool].kind(assignment.segment, find_protocol(design.protocol).kind),
        language_pair=language_pair,
        test_set=test_set,
        document=document,
        segment=segment,
        judge=assignment.judge,
        screen=f"{assignment.judge}-{assignment.position}",
        position=assignment.position,
        systems=assignment.systems,
        answer=answer,
        control=assignment.control,
        damaged=assignment.damaged,
        shown_at=times[0],
        sent_at=times[1],
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class World:
    """What is assumed of systems, segments and judges; all but counts in standard deviations of quality."""

    systems: int = 5
    spread: float = 1.0
    """Between the best and the worst system; the others are between them at even distances."""
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

    def make_judges(self, count: int, rng: np.random.Generator) -> tuple[SimulatedJudge, ...]:
        """A number of judges with these failings."""
        return make_judges(
            count,
            bias=self.bias,
            noise=self.noise,
            drift=self.drift,
            laziness=self.laziness,
            frauds=self.frauds,
            rng=rng,
        )

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
    with as many outputs as they show. Protocols that let systems alternate are dealt document by document.
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
    judges = world.make_judges(world.judges, rng)
    groups = list(combinations(world.names, 2)) if protocol.majority else [world.names]
    by_document = protocol.alternates
    segments = tuple(
        (f"document{(number - 1) // DOCUMENT + 1}" if by_document else "", str(number))
        for number in range(1, asking.segments + 1)
    )
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
        by_document=by_document,
        alternating=protocol.alternates,
        seed=int(rng.integers(1 << 31)),
    )
    judgments = simulate_judgments(design, [truth] * len(groups), judges, protocol=protocol, rng=rng)
    return SimulatedEvaluation(design=design, truth=truth, judges=judges, judgments=judgments)
