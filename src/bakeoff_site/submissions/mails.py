"""Mails about packages: the receipt, and that one was found invalid."""

from __future__ import annotations

from bakeoff_site.campaigns.mails import campaign_mail, page_address
from bakeoff_site.post.services.outbox import put
from bakeoff_site.submissions.models import Submission
from bakeoff_site.submissions.selectors.people import recipients_of

_SHOWN = 10
"""Mistakes that the mail itself names."""


def put_receipts(submission: Submission) -> None:
    """Has the team's contact persons told, and who handed it in; call it in the transaction of the receipt."""
    _tell(submission, f"Receipt {submission.number}: {submission.name}", "receipt")


def tell_of_mistakes(submission: Submission) -> None:
    """The same people learn that nothing of a package counts while there is still time to mend it.

    Call it in the transaction that notes so.
    """
    mistakes = [finding for finding in submission.findings if finding["severity"] == "error"]
    context = {"mistakes": mistakes[:_SHOWN], "number": len(mistakes), "more": max(0, len(mistakes) - _SHOWN)}
    _tell(submission, f"Invalid: {submission.name} (receipt {submission.number})", "invalid", **context)


def _tell(submission: Submission, subject: str, template: str, **context: object) -> None:
    campaign = submission.campaign
    template = f"submissions/mail/{template}.txt"
    link = page_address("submissions:receipt", slug=campaign.slug, team_id=submission.team_id, number=submission.number)
    context = {"submission": submission, "link": link, **context}
    put(
        campaign_mail(campaign, subject, template, {"user": user, **context}, to=user.email)
        for user in recipients_of(submission)
    )
