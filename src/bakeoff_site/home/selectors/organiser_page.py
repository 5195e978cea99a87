"""What the first page of organisers lists."""

from __future__ import annotations

from datetime import datetime

from bakeoff.rulebook.participation.steps import binding_steps
from bakeoff_site.campaigns.conversions import STEPS
from bakeoff_site.campaigns.models import Campaign
from bakeoff_site.campaigns.permissions import CampaignRole
from bakeoff_site.campaigns.selectors.dashboard import Dashboard
from bakeoff_site.core.todos import Todo, in_order
from bakeoff_site.home.conversions.step_todos import step_todos
from bakeoff_site.home.selectors.todos import organising_todos


def todos_of_organiser(role: CampaignRole, dashboard: Dashboard, now: datetime) -> tuple[Todo, ...]:
    """What blocks the campaign, and which teams are behind; most urgent first."""
    if role.campaign.archived_at is not None:
        return ()
    return in_order([*organising_todos(role, now), *step_todos(role.campaign, dashboard.progress, now)])


def step_titles(campaign: Campaign) -> dict[str, str]:
    """The mandatory steps of the campaign, in their order."""
    return {step: STEPS[step] for step in binding_steps(campaign.rules)}
