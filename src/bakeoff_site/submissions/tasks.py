"""Jobs about submissions."""

from __future__ import annotations

from bakeoff_site.jobs.choices import JobKind
from bakeoff_site.jobs.registry import Report, task
from bakeoff_site.submissions.models import Submission
from bakeoff_site.submissions.services.checking import check_submission


@task(JobKind.CHECK_SUBMISSION)
def check(submission_id: int, report: Report) -> None:
    """Checks a package that was handed in."""
    report(0, 1)
    check_submission(Submission.objects.select_related("campaign", "team").get(pk=submission_id))
