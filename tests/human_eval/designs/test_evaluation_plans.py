"""Several human evaluations planned together: who judges, what is hidden, what an organiser is told."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest

from bakeoff.data.entrants import Entrant
from bakeoff.data.judgments import Judgment
from bakeoff.errors import ExpressionError
from bakeoff.human_eval import PlanOptions, imagined_texts, plan_evaluations
from bakeoff.human_eval.designs.evaluation_plans import EvaluationPlan
from bakeoff.rulebook import read_rulebook
from bakeoff.rulebook.schema.human import HumanEvaluation


def rules_of(*names: str, rulebook: str = "iwslt2005", **changes: Any) -> dict[str, HumanEvaluation]:
    human = read_rulebook(rulebook).human
    return {name: human[name].model_copy(update=changes) for name in names}


def planned(rules: Mapping[str, HumanEvaluation], **options: Any) -> EvaluationPlan:
    texts = {name: [imagined_texts(3, 20)] for name in rules}
    return plan_evaluations(rules, texts, options=PlanOptions(**options))


def seen_by(plan: EvaluationPlan, judge: str) -> set[str]:
    return {name for each in plan.screens if each.assignment.judge == judge for name in each.assignment.systems}


def test_judges_without_names_are_numbered() -> None:
    plan = planned(rules_of("fluency"), judges=10)
    assert {each.judge for each in plan.judgments} <= {f"judge{number:02}" for number in range(1, 11)}


def test_without_a_number_of_judges_the_rulebook_must_say_it() -> None:
    with pytest.raises(ExpressionError, match="does not say how many judges"):
        planned(rules_of("fluency", judge_count=None))


def test_the_systems_of_the_own_team_are_hidden() -> None:
    entrants = [Entrant(system="system1", team="AST"), Entrant(system="absent", team="AST")]
    plan = planned(rules_of("fluency"), judges=["ann", "bob"], teams={"ann": "AST"}, entrants=entrants)
    assert "system1" not in seen_by(plan, "ann")
    assert "system1" in seen_by(plan, "bob")
    assert plan.balances["fluency"].own == 0


def test_evaluations_are_planned_for_the_same_judges_and_counted_one_by_one() -> None:
    plan = planned(rules_of("fluency", "adequacy"), judges=["ann", "bob"])
    assert {each.judge for each in plan.judgments} == {"ann", "bob"}
    assert list(plan.balances) == ["fluency", "adequacy"]
    assert sum(each.screens for each in plan.balances.values()) == len(plan.screens) == len(plan.judgments)


def test_what_was_judged_before_counts_and_is_not_planned_again() -> None:
    first = planned(rules_of("fluency"), judges=["ann"], screens=5)
    answers = [replace(each, answer=[0] * len(each.systems)) for each in first.judgments]
    rest = planned(rules_of("fluency"), judges=["ann"], judged=answers)
    asked = {each.item for each in first.judgments}
    assert asked.isdisjoint(each.item for each in rest.judgments if not each.control)
    assert rest.balances["fluency"].screens == len(first.screens) + len(rest.screens)


def test_an_organiser_is_told_what_the_plan_lacks() -> None:
    plan = planned(rules_of("fluency", gold=0.1, after="adequacy"), judges=["ann"])
    assert plan.remarks == (
        "fluency: the plan has no gold items; give those whose answers are known by --gold.",
        "fluency goes with adequacy, which is not planned here.",
    )


def test_each_evaluation_takes_the_gold_items_of_its_protocol() -> None:
    gold = [
        Judgment(id="1", protocol="fluency", judge="gold", segment="1", systems=("system1",), answer=[4]),
        Judgment(id="2", protocol="adequacy", judge="gold", segment="2", systems=("system2",), answer=[0]),
    ]
    plan = planned(rules_of("fluency", "adequacy"), judges=["ann"], gold=gold, gold_share=0.2)
    assert {name: [each.systems for each in design.gold_items] for name, design in plan.designs.items()} == {
        "fluency": [("system1",)],
        "adequacy": [("system2",)],
    }
    assert not plan.remarks or all("gold" not in each for each in plan.remarks)
