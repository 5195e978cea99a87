"""What workers do about submissions."""

from __future__ import annotations

from datetime import datetime, timedelta

from bakeoff_site.campaigns.models import Campaign
from bakeoff_site.jobs.choices import JobKind
from bakeoff_site.jobs.execution import Report, every, task
from bakeoff_site.submissions.models import Draft, Submission
from bakeoff_site.submissions.services import clear_uploads
from bakeoff_site.submissions.services.checks import check_submission
from bakeoff_site.submissions.services.draft_checks import check_draft
from bakeoff_site.submissions.services.drafts import clear_drafts
from bakeoff_site.submissions.services.earlier_runs import complete_earlier_runs


@task(JobKind.CHECK_SUBMISSION)
def check(submission_id: int, report: Report) -> None:
    """Checks a package that was submitted."""
    report(0, 1)
    check_submission(Submission.objects.select_related("campaign", "team").get(pk=submission_id))


@task(JobKind.CHECK_DRAFT)
def check_a_draft(draft_id: int, report: Report) -> None:
    """Checks a draft; one that was given up meanwhile needs none."""
    report(0, 1)
    draft = Draft.objects.select_related("campaign", "team__campaign").filter(pk=draft_id).first()
    if draft is not None:
        check_draft(draft)


@every(timedelta(hours=1))
def expired_drafts(now: datetime) -> None:
    """Teams get back the room of drafts that they forgot."""
    clear_drafts(now)


@every(timedelta(hours=1))
def uploads_given_up(now: datetime) -> None:
    """The disk is freed of files that came in part."""
    clear_uploads(now)


@every(timedelta(days=1))
def earlier_runs(_now: datetime) -> None:
    """Fills in what runs of earlier versions lack: a worker starts with this after an upgrade."""
    for campaign in Campaign.objects.all():
        complete_earlier_runs(campaign)
