"""What is read of the queue."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.db.models import QuerySet

from bakeoff_site.jobs.models import Job

if TYPE_CHECKING:
    from bakeoff_site.campaigns.models import Campaign


def jobs_of(campaign: Campaign, *, state: str = "") -> QuerySet[Job]:
    """The jobs of a campaign, newest first; in a state, or all."""
    jobs = Job.objects.filter(campaign=campaign).order_by("-pk")
    return jobs.filter(state=state) if state else jobs
