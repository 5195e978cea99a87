"""Human evaluations and data conditions of a draft: those of the model that stay."""

from __future__ import annotations

import re
from collections.abc import Iterator

from bakeoff.rulebook.drafts.leftovers import Content
from bakeoff.rulebook.drafts.plans import CampaignPlan, PlanProblem

_TABLES = frozenset(("human", "human-pairwise", "tournament", "agreement", "post-editing", "correlation"))
"""Tables of the report that only judgments fill."""


def apply_human(content: Content, plan: CampaignPlan) -> Iterator[PlanProblem]:
    """Writes which human evaluations there are, and how many judges they have."""
    before = content.get("human", {})
    for name, count in plan.human.items():
        if name not in before:
            yield PlanProblem("human", f"The model has no human evaluation {name}.", name)
        elif count is not None and count < 1:
            yield PlanProblem("human", "The number of judges must be 1 or more.", name)
    if not before:
        return
    content["human"] = {name: human for name, human in before.items() if name in plan.human}
    for name, human in content["human"].items():
        count = plan.human[name]
        if count is not None:
            human["judge_count"] = count
        else:
            human.pop("judge_count", None)
    if not content["human"]:
        forget_judging(content)


def forget_judging(content: Content) -> None:
    """Without human evaluation teams need not judge, agree to it or read about it."""
    content.pop("human", None)
    content.pop("crowds", None)
    registration = content.get("registration", {})
    if "steps" in registration:
        registration["steps"] = [step for step in registration["steps"] if step != "judged"]
    if "consents" in registration:
        consents = registration["consents"]
        registration["consents"] = {
            name: each for name, each in consents.items() if each.get("concerns", "other") != "judging"
        }
    for phase in content.get("phases", {}).values():
        if "judge" in phase.get("opens", []):
            phase["opens"] = [text for text in phase["opens"] if text != "judge"]
    report = content.get("report", {})
    if "tables" in report:
        report["tables"] = [table for table in report["tables"] if table not in _TABLES]


def apply_conditions(content: Content, plan: CampaignPlan) -> Iterator[PlanProblem]:
    """Writes which data conditions there are; without any, names of files do not mention them."""
    before = content.get("conditions", {})
    if unknown := [name for name in plan.conditions if name not in before]:
        yield PlanProblem("conditions", f"The model has no condition {', '.join(unknown)}.")
    kept = {name: condition for name, condition in before.items() if name in plan.conditions}
    if kept == before:
        return
    for name, track in content["tracks"].items():
        named = track.get("conditions", [])
        if kept and named and not set(named) & kept.keys():
            titles = ", ".join(before[each].get("title", each) for each in named)
            sentence = f"Keep one of {titles}: the track {track.get('title', name)} is offered in no other condition."
            yield PlanProblem("conditions", sentence)
    content["conditions"] = kept
    if not kept:
        del content["conditions"]
        _without_condition_in_names(content)


def _without_condition_in_names(content: Content) -> None:
    submission = content.get("submission", {})
    for rules in (submission, *submission.get("packages", {}).values()):
        for key in ("archive", "tree", "file", "system"):
            if key in rules:
                rules[key] = _without_field(rules[key], "condition")
    description = content.get("description", {})
    if "fields" in description:
        description["fields"] = [each for each in description["fields"] if each != "Condition"]


def _without_field(pattern: str, field: str) -> str:
    """A pattern of names without a field and the sign before or after it.

    >>> _without_field("{team}_{condition}.xml", "condition"), _without_field("{condition}-{team}.xml", "condition")
    ('{team}.xml', '{team}.xml')
    """
    name = re.escape(f"{{{field}}}")
    return re.sub(rf"[^A-Za-z0-9{{}}]{name}|{name}[^A-Za-z0-9{{}}]|{name}", "", pattern, count=1)
