"""A complete human evaluation with simulated judges."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
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
    judged = dict.fromkeys(asking, 0)
    clocks = dict.fromkeys(asking, _BEGIN)
    while asking:
        for judge in list(asking.values()):
            stops = judged[judge.name] == screens
            assignment = None if stops else dealer.next(judge.name, excluded=judge.excluded)
            if assignment is None:
                dealer.leave(judge.name)
                del asking[judge.name]
                continue
            judged[judge.name] += 1
            qualities = _qualities(truths[assignment.pool], assignment)
            seen, seconds = judge.perceived(qualities, assignment.position, rng)
            times = (clocks[judge.name], clocks[judge.name] + timedelta(seconds=seconds))
            clocks[judge.name] = times[1]
            found.append(_judgment(f"{len(found) + 1}", design, assignment, protocol.imagine(seen, rng), times))
            if design.choice == "most-informative":
                _tell(dealer, found[-1], protocol)
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


def _tell(dealer: Dealer, judgment: Judgment, protocol: Protocol[Any]) -> None:
    """Lets the dealer know what was answered, by which it chooses what to ask next."""
    preferences = protocol.preferences((judgment,), of="systems")
    observations = protocol.grades((judgment,)) if preferences is None else preferences
    if observations is not None:
        dealer.ratings.learn(observations, higher_is_better=protocol.higher_is_better)
