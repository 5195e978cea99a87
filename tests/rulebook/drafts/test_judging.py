"""Human evaluations and conditions of a draft."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.rulebook.drafts.planning import plan_for, problems_of, rules_of


def test_a_human_evaluation_is_left_out_with_its_activity_and_others_get_judges() -> None:
    rules = rules_of("wmt", plan_for("wmt", human={"esa": 8}))
    assert list(rules.human) == ["esa"]
    assert rules.human["esa"].judge_count == 8
    assert rules.phases["human-evaluation"].opens == ("judge:esa",)


def test_without_human_evaluation_nobody_is_asked_to_judge() -> None:
    rules = rules_of("openmt2012", plan_for("openmt2012", human={}))
    assert rules.human == {}
    assert "human-assessment" not in rules.phases
    assert "judged" not in rules.registration.steps
    assert list(rules.registration.consents) == ["share-outputs"]
    assert "human" not in rules.report.tables


def test_without_conditions_names_of_files_do_not_mention_them() -> None:
    rules = rules_of("wmt", plan_for("wmt", conditions=()))
    assert rules.conditions == {}
    assert rules.submission.packages["runs"].file == "{team}.{test_set}.{language_pair}.{system_type}.xml"
    assert "Condition" not in rules.description.fields


def test_a_condition_is_left_out_where_it_was_named() -> None:
    kept = tuple(name for name in plan_for("iwslt2012").conditions if name != "additional")
    rules = rules_of("iwslt2012", plan_for("iwslt2012", conditions=kept))
    assert rules.tracks["olympics-mt"].conditions == ("olympics",)


@pytest.mark.parametrize(
    ("name", "changes", "field", "said"),
    [
        ("wmt", {"human": {"esa": 0}}, "human", "The number of judges must be 1 or more."),
        ("wmt", {"human": {"daily": 1}}, "human", "The model has no human evaluation daily."),
        ("wmt", {"conditions": ("closed",)}, "conditions", "The model has no condition closed."),
        ("iwslt2012", {"conditions": ("ted-mt", "ted-slt", "olympics")}, "conditions", "Keep one of Any acoustic data"),
    ],
)
def test_what_is_wrong_with_them_is_said(name: str, changes: dict[str, object], field: str, said: str) -> None:
    plan = replace(plan_for(name), **changes)  # type: ignore[arg-type]
    if name == "wmt" and field == "human":
        plan = replace(plan, official_metric="chrf")
    problem = problems_of(name, plan)[0]
    assert problem.field == field
    assert problem.sentence.startswith(said)
