"""What is read of the queue, and what is wrong with it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from typing import TYPE_CHECKING

from django.db.models import Count, Exists, OuterRef, Q, QuerySet
from django.utils import timezone

from bakeoff_site.jobs.choices import JobState
from bakeoff_site.jobs.models import Job

if TYPE_CHECKING:
    from bakeoff_site.campaigns.models import Campaign

_OVERDUE = timedelta(minutes=10)


def overdue_jobs() -> int:
    """How many jobs nobody has started, or taken up from a dead worker, for ten minutes."""
    before = timezone.now() - _OVERDUE
    waiting = Q(state=JobState.QUEUED, not_before__lt=before) | Q(state=JobState.RUNNING, lease_until__lt=before)
    # Where many wait because the workers are busy, none of them is stuck.
    is_busy = Job.objects.filter(
        Q(state=JobState.RUNNING, lease_until__gte=before) | Q(finished_at__gte=before)
    ).exists()
    return 0 if is_busy else Job.objects.filter(waiting, campaign__archived_at=None).count()


def failed_jobs() -> int:
    """How many jobs failed for good and were not asked for again."""
    later = Job.objects.filter(kind=OuterRef("kind"), subject_id=OuterRef("subject_id"), pk__gt=OuterRef("pk"))
    return Job.objects.filter(~Exists(later), state=JobState.FAILED).count()


def jobs_of(campaign: Campaign, *, state: str = "") -> QuerySet[Job]:
    """The jobs of a campaign, newest first; in a state, or all."""
    jobs = Job.objects.filter(campaign=campaign).order_by("-pk")
    return jobs.filter(state=state) if state else jobs


@dataclass(frozen=True, slots=True, kw_only=True)
class JobCounts:
    """How many jobs of a campaign wait, run, and failed for good without being asked for again."""

    queued: int
    running: int
    failed: int


def job_counts(campaign: Campaign) -> JobCounts:
    later = Job.objects.filter(kind=OuterRef("kind"), subject_id=OuterRef("subject_id"), pk__gt=OuterRef("pk"))
    last = Job.objects.filter(~Exists(later), campaign=campaign)
    states = (JobState.QUEUED, JobState.RUNNING, JobState.FAILED)
    return JobCounts(**last.aggregate(**{state: Count("pk", filter=Q(state=state)) for state in states}))
