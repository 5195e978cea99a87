"""The work of the server."""

from __future__ import annotations

from datetime import datetime

from ninja import Schema

from bakeoff_site.api.schemas.shared import Body
from bakeoff_site.jobs.models import Job


class JobOut(Schema):
    id: int
    kind: str
    subject: int
    """The row that it is about, of the table that its kind names."""
    state: str
    attempts: int
    steps_done: int
    steps: int
    error: str
    created_at: datetime
    started_at: datetime | None
    finished_at: datetime | None


class RescoringIn(Body):
    board: int | None = None
    """None for the runs of all boards."""


class RescoringOut(Schema):
    runs: int
    """How many are scored again."""


def job_out(job: Job) -> JobOut:
    return JobOut(
        id=job.pk,
        kind=job.kind,
        subject=job.subject_id,
        state=job.state,
        attempts=job.attempts,
        steps_done=job.steps_done,
        steps=job.steps,
        error=job.error,
        created_at=job.created_at,
        started_at=job.started_at,
        finished_at=job.finished_at,
    )
