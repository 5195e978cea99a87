"""Mails about packages: the receipt, and what the check found."""

from __future__ import annotations

from bakeoff.rulebook.release.visibility import Answer, may_see
from bakeoff.rulebook.state import STRANGER, Viewer
from bakeoff_site.campaigns.conversions import team_state
from bakeoff_site.campaigns.mails import campaign_mail, page_address
from bakeoff_site.mail.services.outbox import put
from bakeoff_site.submissions.models import Run, Submission
from bakeoff_site.submissions.selectors.submissions import outcomes_of, recipients_of, summary_of

_SHOWN = 10
"""Mistakes that the mail itself names."""


def put_receipts(submission: Submission) -> None:
    """Notifies the submitter and the team's contact persons; call it in the transaction of the receipt."""
    _tell(submission, f"Receipt {submission.number}: {submission.name}", "receipt")


def tell_of_mistakes(submission: Submission) -> None:
    """The same people learn that nothing of a package counts while there is still time to fix it.

    Call it in the transaction that notes so.
    """
    mistakes = [finding for finding in submission.findings if finding["severity"] == "error"]
    context = {"mistakes": mistakes[:_SHOWN], "number": len(mistakes), "more": max(0, len(mistakes) - _SHOWN)}
    _tell(submission, f"Rejected: {submission.name} (receipt {submission.number})", "rejected", **context)


def tell_of_runs(submission: Submission) -> None:
    """The same people learn that a package is valid, what its runs count as, and what happens next.

    Call it in the transaction that notes so.
    """
    runs = list(submission.runs.all())
    outcomes = outcomes_of(runs, submission.campaign.rules)
    team = Viewer(role="participant", team=team_state(submission.team)) if submission.team else STRANGER
    rows = [{"run": run, "outcome": outcomes[run.pk], "scores": _own_scores(submission, run, team)} for run in runs]
    is_scored = any(submission.campaign.rules.is_scored(run.board.track) for run in runs)
    warnings = sum(finding["severity"] == "warning" for finding in submission.findings)
    subject = f"Valid: {submission.name} (receipt {submission.number})"
    summary = summary_of(submission)
    _tell(submission, subject, "valid", summary=summary, rows=rows, is_scored=is_scored, warnings=warnings)


def _own_scores(submission: Submission, run: Run, team: Viewer) -> Answer:
    """Whether the team may see the scores of a run, or when it will."""
    board, when = run.board, submission.checked_at or submission.received_at
    return may_see(
        submission.campaign.rules,
        when,
        team,
        "own-scores",
        test_set=board.test_set,
        language_pair=board.language_pair,
        owner=team.team,
    )


def _tell(submission: Submission, subject: str, template: str, **context: object) -> None:
    campaign = submission.campaign
    template = f"submissions/mail/{template}.txt"
    link = page_address("results:receipt", slug=campaign.slug, team_id=submission.team_id, number=submission.number)
    context = {"submission": submission, "link": link, **context}
    put(
        campaign_mail(campaign, subject, template, {"user": user, **context}, to=user.email)
        for user in recipients_of(submission)
    )
