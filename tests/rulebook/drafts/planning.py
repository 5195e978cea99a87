"""Plans to change for a test."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from typing import Any

from bakeoff.rulebook import Rulebook, parse_rulebook
from bakeoff.rulebook.drafts.defaults import default_plan, first_phase, move_plan
from bakeoff.rulebook.drafts.models import CampaignModel, shipped_model
from bakeoff.rulebook.drafts.plans import CampaignPlan, PlanProblem
from bakeoff.rulebook.drafts.rulebooks import draft_rulebook

START = date(2027, 2, 1)


def model_of(name: str) -> CampaignModel:
    return shipped_model(name)


def plan_for(name: str, **changes: Any) -> CampaignPlan:
    """What a shipped rulebook has, starting in February 2027, with some choices changed."""
    plan = default_plan(model_of(name), id="ours", title="Our task", organiser="Us", contact="us@example.org")
    return replace(move_plan(plan, phase=first_phase(plan), start=START), **changes)


def text_of(name: str, plan: CampaignPlan) -> str:
    drafted = draft_rulebook(model_of(name), plan)
    assert drafted.problems == ()
    return drafted.text


def rules_of(name: str, plan: CampaignPlan) -> Rulebook:
    return parse_rulebook(text_of(name, plan)).rulebook


def problems_of(name: str, plan: CampaignPlan) -> tuple[PlanProblem, ...]:
    drafted = draft_rulebook(model_of(name), plan)
    assert drafted.text == ""
    return drafted.problems
