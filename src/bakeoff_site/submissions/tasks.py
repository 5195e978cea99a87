"""What workers do about submissions."""

from __future__ import annotations

from datetime import datetime, timedelta

from bakeoff_site.jobs.choices import JobKind
from bakeoff_site.jobs.execution import Report, every, task
from bakeoff_site.submissions.models import Submission
from bakeoff_site.submissions.services import clear_uploads
from bakeoff_site.submissions.services.checks import check_submission


@task(JobKind.CHECK_SUBMISSION)
def check(submission_id: int, report: Report) -> None:
    """Checks a package that was submitted."""
    report(0, 1)
    check_submission(Submission.objects.select_related("campaign", "team").get(pk=submission_id))


@every(timedelta(hours=1))
def uploads_given_up(now: datetime) -> None:
    """The disk is freed of files that came in part."""
    clear_uploads(now)
