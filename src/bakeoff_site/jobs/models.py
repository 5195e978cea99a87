"""The queue of work, in the same database as what the work is about: what is enqueued is committed with it."""

from __future__ import annotations

from django.db import models

from bakeoff_site.jobs.choices import JobKind, JobState


class Job(models.Model):
    """Work that a worker does, and does again if a worker is killed. The row is all that there is of it."""

    kind = models.CharField(max_length=40, choices=JobKind)
    subject_id = models.PositiveBigIntegerField()
    """The row that it is about, of the table that its kind names."""
    campaign = models.ForeignKey("campaigns.Campaign", on_delete=models.CASCADE, related_name="jobs")
    lane = models.CharField(max_length=80, blank=True)
    """Jobs of one lane are done one after another in the order in which they came; those without one at any time."""
    state = models.CharField(max_length=10, choices=JobState, default=JobState.QUEUED)
    attempts = models.PositiveSmallIntegerField(default=0)
    not_before = models.DateTimeField()
    """When it may be started: at once, or some time after a failure."""
    worker = models.CharField(max_length=120, blank=True)
    lease_until = models.DateTimeField(null=True, blank=True)
    """Until when it belongs to the worker that runs it; who is alive renews it."""
    steps_done = models.PositiveIntegerField(default=0)
    steps = models.PositiveIntegerField(default=0)
    """How many steps there are in all; 0 while that is unknown."""
    log = models.TextField(blank=True)
    """A line for everything that happened to it."""
    error = models.TextField(blank=True)
    """Why it failed, for people."""
    created_at = models.DateTimeField(auto_now_add=True)
    started_at = models.DateTimeField(null=True, blank=True)
    finished_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ("pk",)
        constraints = (
            # Asked for twice before it was started, it is done once.
            models.UniqueConstraint(
                fields=["kind", "subject_id"], condition=models.Q(state=JobState.QUEUED), name="queued_once"
            ),
            models.CheckConstraint(
                condition=models.Q(state=JobState.RUNNING, lease_until__isnull=False)
                | ~models.Q(state=JobState.RUNNING),
                name="running_has_lease",
            ),
            models.CheckConstraint(condition=models.Q(state__in=JobState.values), name="job_state_known"),
            models.CheckConstraint(condition=models.Q(kind__in=JobKind.values), name="job_kind_known"),
        )
        indexes = (
            models.Index(fields=["state", "not_before", "id"], name="job_next"),
            models.Index(fields=["kind", "subject_id"], name="job_of"),
            models.Index(fields=["lane", "state"], name="job_lane"),
        )

    def __str__(self) -> str:
        return f"{self.kind} {self.subject_id} ({self.state})"
