"""What was submitted in a campaign as a table, for organisers."""

from __future__ import annotations

from bakeoff.reports import Column, Table
from bakeoff_site.campaigns.models import Campaign
from bakeoff_site.submissions.models import Submission
from bakeoff_site.submissions.selectors.submissions import Filters, all_submissions

_COLUMNS = (
    "receipt",
    "received",
    "team",
    "submitted by",
    "file",
    "package",
    "version",
    "state",
    "late",
    "runs",
    "sha256",
)


def submission_table(campaign: Campaign, filters: Filters) -> Table:
    """A row for each package of teams and each run that organisers entered, newest first."""
    return Table(
        columns=tuple(Column(heading) for heading in _COLUMNS),
        rows=tuple(_row(campaign, submission) for submission in all_submissions(campaign, filters)),
        title="Submissions",
        empty="Nothing has been submitted yet.",
    )


def _row(campaign: Campaign, submission: Submission) -> tuple[str | int | None, ...]:
    return (
        submission.number,
        submission.received_at.astimezone(campaign.rules.campaign.zone).isoformat(timespec="seconds"),
        submission.team.name if submission.team else "(entered by the organisers)",
        submission.submitted_by.name,
        submission.name,
        submission.package,
        submission.version,
        submission.state,
        "late" if submission.late else "",
        ", ".join(run.name for run in submission.runs.all()),
        submission.sha256,
    )
