"""`bakeoff simulate --plan`: a plan, or what a task stores, answered by simulated judges."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from bakeoff.errors import BakeoffError

if TYPE_CHECKING:
    import numpy as np

    from bakeoff.data.judgments import Judgment
    from bakeoff.human_eval.protocols.contract import Protocol
    from bakeoff.simulation.evaluations import World
    from bakeoff.simulation.judges import SimulatedJudge
    from bakeoff.simulation.planned_answers import OutputQualities

_COMPRESSED = b"\x78"
"""The first byte of what a task stores."""


def is_stored_task(path: str) -> bool:
    """Whether a file is what a task of a server stores, and no plan in lines."""
    try:
        with Path(path).open("rb") as file:
            return file.read(1) == _COMPRESSED
    except OSError as error:
        raise BakeoffError(f"--plan: {path} could not be read ({error.strerror}).") from None


def answer_stored_task(
    path: str, world: World, *, qualities: str | None, screens: int | None, seed: int, rng: np.random.Generator
) -> tuple[tuple[Judgment, ...], Sequence[SimulatedJudge], OutputQualities]:
    """Deals a stored task to as many judges as the call says."""
    from bakeoff.human_eval.designs.stored_designs import unpack_evaluations
    from bakeoff.simulation.dealt_tasks import simulate_task

    evaluations = unpack_evaluations(Path(path).read_bytes())
    systems = [system for each in evaluations.values() for pool in each.design.pools for system in sorted(pool.systems)]
    known = _qualities(systems, world, qualities, rng)
    judges = _judges([f"judge{number}" for number in range(1, world.judges + 1)], world, rng)
    answered = simulate_task(evaluations, judges, known, screens=screens, seed=seed, rng=rng)
    return answered, judges, known


def answer_plan(
    path: str,
    world: World,
    *,
    rules: str | None,
    gold: str | None,
    qualities: str | None,
    screens: int | None,
    rng: np.random.Generator,
) -> tuple[tuple[Judgment, ...], Sequence[SimulatedJudge], OutputQualities]:
    """Answers what `bakeoff human design` planned, for the judges that it names."""
    from bakeoff.data.judgments import SHARED
    from bakeoff.formats.judgments import read_judgments
    from bakeoff.simulation.planned_answers import PlannedAnswers

    plan = read_judgments(path)
    if not plan:
        raise BakeoffError(f"--plan: {path} has no screens.")
    names = list(dict.fromkeys(each.judge for each in plan))
    judges = _judges(names, world, rng)
    systems = sorted({name for each in plan for shared in each.systems for name in shared.split(SHARED)})
    known = _qualities(systems, world, qualities, rng)
    answers = PlannedAnswers(
        judges,
        known,
        protocols=_protocols(plan, rules),
        gold=read_judgments(gold) if gold is not None else (),
        rng=rng,
    )
    left = dict.fromkeys(names, len(plan) if screens is None else screens)
    answered = []
    for each in plan:
        if left[each.judge]:
            left[each.judge] -= 1
            answered.append(answers.answer(each))
    return tuple(answered), judges, known


def _protocols(plan: Sequence[Judgment], rules: str | None) -> Mapping[str, Protocol[Any]]:
    """The protocols of the evaluations of a plan as the rulebook has them: scales, labels, ties."""
    if rules is None:
        return {}
    from bakeoff.human_eval import human_evaluation
    from bakeoff.human_eval.protocols.rulebook_protocols import protocol_by_rules
    from bakeoff.rulebook import read_rulebook

    book = read_rulebook(rules)
    return {name: protocol_by_rules(human_evaluation(book, name)) for name in {each.asked_in for each in plan}}


def _judges(names: Sequence[str], world: World, rng: np.random.Generator) -> tuple[SimulatedJudge, ...]:
    """Judges of these names; the last ones are the frauds."""
    made = world.make_judges(len(names), rng)
    return tuple(replace(judge, name=name) for judge, name in zip(made, names, strict=True))


def _qualities(systems: Iterable[str], world: World, path: str | None, rng: np.random.Generator) -> OutputQualities:
    """Of systems as a file says, else at even distances in the order of names, a hidden reference being the best."""
    from bakeoff.formats import read_scores
    from bakeoff.human_eval.designs.shown_columns import REFERENCE
    from bakeoff.simulation.planned_answers import OutputQualities
    from bakeoff.simulation.truth import evenly_spaced

    names = sorted(dict.fromkeys(systems), key=lambda name: (name.rpartition("/")[2] != REFERENCE, name))
    if path is None:
        known = evenly_spaced(names, spread=world.spread)
    else:
        known = {row.system: row.score for row in read_scores(path).rows}
    return OutputQualities(known, difficulty=world.difficulty, chance=world.chance, rng=rng)
