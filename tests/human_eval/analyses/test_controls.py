"""Judges checked by what was mixed in: from the plan over the answers to the ranking without those who fail."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from bakeoff.data.judgments import Judgment
from bakeoff.errors import ExpressionError
from bakeoff.formats.judgments import read_judgments
from bakeoff.human_eval import (
    HumanAnalysis,
    analyse_judgments,
    collect_answers,
    deal_out,
    design_evaluation,
    imagined_texts,
    planned_judgments,
    settings_by_rules,
    write_plan,
)
from bakeoff.human_eval.designs.gold_items import gold_as_asked
from bakeoff.human_eval.protocols.registry import find_protocol
from bakeoff.human_eval.quality import AttentionRule, GoldRule, RepeatRule
from bakeoff.human_eval.quality.rules import QualityRule
from bakeoff.rulebook import read_rulebook
from bakeoff.rulebook.schema.human import HumanEvaluation

QUALITY = {"system1": 3, "system2": 2, "system3": 1, "reference": 4}
JUDGES = ("ann", "bob", "cid", "eve")


def planned(tmp_path: Path, **changes: Any) -> tuple[HumanEvaluation, list[Judgment], tuple[Judgment, ...]]:
    """A plan for fluency, all outputs on a screen, and the plan as a file gives it back."""
    rules = read_rulebook("iwslt2005").human["fluency"].model_copy(update={"judgments": 2, "after": None} | changes)
    known = [
        Judgment(id=str(n), protocol="fluency", judge="expert", segment=str(n), systems=("system1",), answer=3)
        for n in range(1, 31)
    ]
    design = design_evaluation(rules, [imagined_texts(3, 150)], gold=known if rules.gold else ())
    plan = planned_judgments(deal_out({"f": design}, {"f": rules}, JUDGES), {"f": design})
    write_plan(plan, tmp_path / "plan.jsonl")
    return rules, known, read_judgments(tmp_path / "plan.jsonl")


def answered(plan: tuple[Judgment, ...], tmp_path: Path) -> tuple[Judgment, ...]:
    """Honest judges see what is there. Eve does not look: she gives 2 to everything, or 0 and 4 in turn on repeats.

    Answers at random would pass the test of attention once in twenty times, and so must not decide this one.
    """
    wavering = any(each.control == "repeat" for each in plan)
    lines = []
    for each in plan:
        grades = [QUALITY[system] - 2 * (system in each.damaged) for system in each.systems]
        if each.judge == "eve":
            grades = [4 * (each.position % 2) if wavering else 2] * len(grades)
        lines.append(f'{{"screen_id": "{each.screen}", "answer": {[max(0, int(grade)) for grade in grades]}}}\n')
    path = tmp_path / "answers.jsonl"
    path.write_text("".join(lines), encoding="utf-8")
    judgments, missing = collect_answers(plan, [path])
    assert missing == 0
    return judgments


@pytest.mark.parametrize("control", ["gold", "attention", "repeat"])
def test_who_does_not_look_is_left_out_and_kept(control: str, tmp_path: Path) -> None:
    shares = {"gold": 0.0, "attention": 0.0, "repeats": 0.0} | {{"repeat": "repeats"}.get(control, control): 0.2}
    rules, known, plan = planned(tmp_path, **shares)
    assert {each.control for each in plan} == {"", control}
    judgments = answered(plan, tmp_path)
    fluency = find_protocol("fluency", settings_by_rules(rules))
    offered: dict[str, Callable[[], QualityRule]] = {
        "gold": lambda: GoldRule(key=fluency.grades(gold_as_asked(known, judgments))),
        "attention": AttentionRule,
        "repeat": lambda: RepeatRule(largest=0.5),
    }
    rule = offered[control]()
    result = analyse_judgments(
        judgments,
        settings=settings_by_rules(rules),
        analysis=HumanAnalysis(rules=(rule,), gold=rule if isinstance(rule, GoldRule) else None, samples=50),
    )
    assert [(each.judge, each.is_excluded) for each in result.judges] == [(judge, judge == "eve") for judge in JUDGES]
    eve = result.judges[-1]
    assert [reason.rule for reason in eve.reasons] == [rule.name]
    assert eve.judgments == sum(each.judge == "eve" for each in judgments)
    (kept,), (everyone,) = result.rankings, result.with_everyone
    assert (kept.judges, everyone.judges) == (3, 4)
    assert {each.system: each.score for each in kept.systems} == QUALITY
    if control == "gold":
        assert [each.gold_right for each in result.judges[:3]] == [1.0] * 3
        assert eve.gold_interval.low <= eve.gold_right < eve.gold_interval.high < 0.7


def test_outputs_that_stand_undamaged_beside_a_damaged_one_check_nobody(tmp_path: Path) -> None:
    _, _, plan = planned(tmp_path, attention=0.2)
    screen = next(each for each in plan if each.control == "attention")
    assert len(screen.damaged) == 1
    grades = find_protocol("fluency").grades([replace(screen, answer=[0] * len(screen.systems))])
    assert grades.damaged is not None
    assert [grades.systems[number] for number in grades.system[grades.damaged]] == list(screen.damaged)
    assert not grades.ordinary.any()  # what stood beside it counts for nothing


def test_gold_items_need_a_share() -> None:
    rules = read_rulebook("iwslt2005").human["fluency"]
    known = [Judgment(id="1", protocol="fluency", judge="x", segment="1", systems=("system1",), answer=3)]
    with pytest.raises(ExpressionError, match="no share of gold items"):
        design_evaluation(rules, [imagined_texts(2, 5)], gold=known)
