"""Jobs that failed are asked for again."""

from __future__ import annotations

from django.db import transaction

from bakeoff_site.accounts.models import User
from bakeoff_site.core.audit import record
from bakeoff_site.jobs.models import Job
from bakeoff_site.jobs.services import retry


def retry_job(job: Job, *, by: User) -> Job:
    """Asks once more for what failed, and notes who did."""
    with transaction.atomic():
        record("job.retry", actor=by, campaign=job.campaign, subject=str(job), error=job.error)
        return retry(job)
