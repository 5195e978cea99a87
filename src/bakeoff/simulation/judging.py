"""A whole human evaluation with simulated judges."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from itertools import combinations
from typing import Any

import numpy as np

from bakeoff.data.judgments import Judgment
from bakeoff.errors import InputError
from bakeoff.human_eval.contract import Protocol
from bakeoff.human_eval.designs.dealer import Dealer
from bakeoff.human_eval.designs.design import Assignment, Design
from bakeoff.simulation.judges import SimulatedJudge
from bakeoff.simulation.truth import Truth

DAMAGE = 2.0
"""How much worse a damaged output is, in standard deviations."""
_BEGIN = datetime(2026, 1, 1, 9, tzinfo=UTC)


def simulate_judgments(
    design: Design,
    truths: Sequence[Truth],
    judges: Sequence[SimulatedJudge],
    *,
    protocol: Protocol[Any],
    screens: int | None = None,
    rng: np.random.Generator,
) -> tuple[Judgment, ...]:
    """What judges answer when a dealer hands the design out to them in turn; `truths` has one for each pool.

    It ends when nothing is left to deal, or when each has judged `screens` screens.
    """
    if len(truths) != len(design.pools):
        raise InputError(expected=f"a truth for each of {len(design.pools)} pools", found=str(len(truths)))
    dealer, found = Dealer(design), list[Judgment]()
    asking = {judge.name: judge for judge in judges}
    clocks = dict.fromkeys(asking, _BEGIN)
    while asking:
        for judge in list(asking.values()):
            assignment = dealer.next(judge.name, excluded=judge.excluded)
            if assignment is None or (screens is not None and assignment.position >= screens):
                del asking[judge.name]
                continue
            qualities = _qualities(truths[assignment.pool], assignment)
            seen, seconds = judge.perceived(qualities, assignment.position, rng)
            times = (clocks[judge.name], clocks[judge.name] + timedelta(seconds=seconds))
            clocks[judge.name] = times[1]
            found.append(_judgment(f"{len(found) + 1}", design, assignment, protocol.imagine(seen, rng), times))
            if design.choice == "most-informative":
                _rate(dealer, assignment, seen)
    return tuple(found)


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
        campaign=design.name,
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


def _rate(dealer: Dealer, assignment: Assignment, seen: Sequence[float]) -> None:
    for (one, first), (two, second) in combinations(zip(assignment.systems, seen, strict=True), 2):
        dealer.ratings.compared(one, two, (first > second) - (first < second))
