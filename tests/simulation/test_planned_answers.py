"""Plans and tasks that are stored, answered by simulated judges: as planned, by known qualities, with right golds."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import pairwise
from typing import Any

import numpy as np
import pytest

from bakeoff.data.judgments import Judgment
from bakeoff.errors import InputError
from bakeoff.human_eval import PlanOptions, analyse_judgments, imagined_texts, plan_evaluations
from bakeoff.human_eval.analyses.counted_judgments import check_judgments
from bakeoff.human_eval.designs.stored_designs import PlannedEvaluation, pack_evaluations, unpack_evaluations
from bakeoff.human_eval.protocols.rulebook_protocols import protocol_by_rules
from bakeoff.rulebook.schema.human import HumanEvaluation
from bakeoff.simulation.dealt_tasks import simulate_task
from bakeoff.simulation.judges import SimulatedJudge
from bakeoff.simulation.planned_answers import OutputQualities, PlannedAnswers
from bakeoff.simulation.truth import evenly_spaced

SYSTEMS = ("system1", "system2", "system3")
TEXTS = [imagined_texts(len(SYSTEMS), 30, language_pair="fr-en")]
QUALITY = evenly_spaced(SYSTEMS, spread=3.0)
JUDGES = tuple(SimulatedJudge(name=f"judge{number}", noise=0.3) for number in (1, 2, 3))
PROTOCOLS = ("fluency", "adequacy", "meaning", "dialog", "ranking", "pairwise", "direct", "esa")
GOLD = [
    Judgment(
        id=f"gold{number}",
        protocol="pairwise",
        judge="known",
        segment=str(number),
        systems=("system3", "system1"),
        answer="first",
    )
    for number in range(1, 9)
]


def rules(code: str, protocol: str, **said: Any) -> HumanEvaluation:
    return HumanEvaluation(id=code, protocol=protocol, judgments=2, **said)  # type: ignore[arg-type]


def qualities(seed: int = 1) -> OutputQualities:
    return OutputQualities(QUALITY, rng=np.random.default_rng(seed))


@pytest.mark.parametrize("protocol", PROTOCOLS)
def test_a_plan_is_answered_screen_by_screen(protocol: str) -> None:
    own = rules("it", protocol, repeats=0.1)
    plan = plan_evaluations({"it": own}, {"it": TEXTS}, options=PlanOptions(judges=[each.name for each in JUDGES]))
    rng = np.random.default_rng(1)
    answers = PlannedAnswers(JUDGES, qualities(), protocols={"it": protocol_by_rules(own)}, rng=rng)
    answered = [answers.answer(each) for each in plan.judgments]
    assert [replace(each, answer=None, shown_at=None, sent_at=None) for each in answered] == list(plan.judgments)
    check_judgments(answered, protocol=protocol, settings=protocol_by_rules(own).settings)
    result = analyse_judgments(answered, protocol=protocol, settings=protocol_by_rules(own).settings)
    assert [each.system for each in result.rankings[0].systems] == list(SYSTEMS)
    for judge in JUDGES:
        own_times = [(each.shown_at, each.sent_at) for each in answered if each.judge == judge.name]
        assert all(before[1] == after[0] for before, after in pairwise(own_times))


def stored(**evaluations: HumanEvaluation) -> dict[str, PlannedEvaluation]:
    """Evaluations as a task stores them, read again."""
    plan = plan_evaluations(
        evaluations, dict.fromkeys(evaluations, TEXTS), options=PlanOptions(judges=1, screens=1, gold=GOLD)
    )
    planned = {
        code: PlannedEvaluation(
            rules=own,
            design=plan.designs[code],
            texts=tuple(TEXTS),
            gold=tuple(each for each in GOLD if each.protocol == own.protocol),
        )
        for code, own in evaluations.items()
    }
    return unpack_evaluations(pack_evaluations(planned))


def test_a_task_is_dealt_in_its_order_with_its_redundancy_and_controls() -> None:
    task = stored(
        fluency=rules("fluency", "fluency", batch=4, repeats=0.1),
        pairs=rules("pairs", "pairwise", after="fluency", gold=0.1, attention=0.1),
    )
    answered = simulate_task(task, JUDGES, qualities(), rng=np.random.default_rng(1))
    for code, units in (("fluency", 30), ("pairs", 90)):
        own = [each for each in answered if each.evaluation == code]
        asked = Counter((each.segment, frozenset(each.systems)) for each in own if not each.control)
        assert (len(asked), set(asked.values())) == (units, {2})
        result = analyse_judgments(own, protocol=own[0].protocol)
        assert [each.system for each in result.rankings[0].systems] == list(SYSTEMS)
    for judge in JUDGES:
        codes = [each.evaluation for each in answered if each.judge == judge.name]
        assert codes == sorted(codes)
    golds = [each for each in answered if each.control == "gold"]
    right = {("system3", "system1"): "first", ("system1", "system3"): "second"}
    assert len(golds) > 10
    assert all(each.answer == right[each.systems[0], each.systems[1]] for each in golds)  # against the qualities


def test_judges_stop_after_a_number_of_screens_and_never_see_what_is_hidden_from_them() -> None:
    judges = [replace(each, excluded=frozenset({"system2"})) for each in JUDGES]
    answered = simulate_task(
        stored(direct=rules("direct", "direct")), judges, qualities(), screens=7, rng=np.random.default_rng(1)
    )
    assert Counter(each.judge for each in answered) == dict.fromkeys(("judge1", "judge2", "judge3"), 7)
    assert {each.systems[0] for each in answered} == {"system1", "system3"}


def test_frauds_fail_on_gold_items() -> None:
    frauds = [replace(each, fraud=True) for each in JUDGES]
    task = stored(pairs=rules("pairs", "pairwise", gold=0.3))
    golds = [
        each
        for each in simulate_task(task, frauds, qualities(), rng=np.random.default_rng(1))
        if each.control == "gold"
    ]
    right = [each for each in golds if each.answer == ("first" if each.systems[0] == "system3" else "second")]
    assert 0.2 < len(right) / len(golds) < 0.7


def test_systems_and_judges_that_are_not_known_are_named() -> None:
    planned = Judgment(id="1", protocol="direct", judge="ann", segment="1", systems=("other",), answer=None)
    with pytest.raises(InputError, match=r"one of judge1, judge2, judge3.*ann"):
        PlannedAnswers(JUDGES, qualities(), rng=np.random.default_rng(1)).answer(planned)
    with pytest.raises(InputError, match=r"systems whose quality is known.*other"):
        PlannedAnswers(JUDGES, qualities(), rng=np.random.default_rng(1)).answer(replace(planned, judge="judge1"))
