"""Rows that the addresses of organisers name."""

from __future__ import annotations

from django.shortcuts import get_object_or_404

from bakeoff_site.campaigns.permissions import CampaignRole
from bakeoff_site.judging.models import Task


def task_of(role: CampaignRole, task_slug: str) -> Task:
    """A task of the campaign, read with it."""
    return get_object_or_404(role.campaign.judging_tasks.select_related("campaign"), slug=task_slug)
