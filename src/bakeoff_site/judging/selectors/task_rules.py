"""The rules that the evaluations of a task were planned with."""

from __future__ import annotations

from dataclasses import dataclass

from bakeoff.human_eval.protocols.registry import find_protocol
from bakeoff.rulebook.schema.human import HumanEvaluation
from bakeoff_site.judging.conversions.rules import RuleDifference, rule_differences
from bakeoff_site.judging.models import Evaluation, Task


@dataclass(frozen=True, slots=True, kw_only=True)
class EvaluationRules:
    """An evaluation of a task and where it differs from the rulebook."""

    evaluation: Evaluation
    systems: int
    protocol: str
    """Its protocol, as people call it."""
    is_in_rulebook: bool
    differences: tuple[RuleDifference, ...]


def evaluation_rules(task: Task) -> tuple[EvaluationRules, ...]:
    """The evaluations of a task, read with its campaign, in two queries."""
    human = task.campaign.rules.human
    return tuple(
        EvaluationRules(
            evaluation=each,
            systems=len({system.name for system in each.systems.all()}),
            protocol=find_protocol(each.protocol).title,
            is_in_rulebook=each.code in human,
            differences=rule_differences(
                human.get(each.code), HumanEvaluation.model_validate({**each.rules, "id": each.code})
            ),
        )
        for each in task.evaluations.prefetch_related("systems")
    )
