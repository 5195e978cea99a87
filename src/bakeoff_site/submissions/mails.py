"""Mails about packages: the receipt, and that one was found invalid."""

from __future__ import annotations

import logging
from collections.abc import Mapping

from django.core.mail import EmailMessage

from bakeoff_site.accounts.models import User
from bakeoff_site.campaigns.mails import campaign_mail, page_address
from bakeoff_site.submissions.models import Submission
from bakeoff_site.submissions.selectors.people import recipients_of

_log = logging.getLogger("bakeoff.mail")
_SHOWN = 10
"""Mistakes that the mail itself names."""


def send_receipts(submission: Submission) -> None:
    """Tells the team's contact persons, and who handed it in; the receipt stands even if they cannot be told."""
    _tell(submission, f"Receipt {submission.number}: {submission.name}", "receipt")


def tell_of_mistakes(submission: Submission) -> None:
    """The same people learn that nothing of a package counts while there is still time to mend it."""
    mistakes = [finding for finding in submission.findings if finding["severity"] == "error"]
    context = {"mistakes": mistakes[:_SHOWN], "number": len(mistakes), "more": max(0, len(mistakes) - _SHOWN)}
    _tell(submission, f"Invalid: {submission.name} (receipt {submission.number})", "invalid", **context)


def _tell(submission: Submission, subject: str, template: str, **context: object) -> None:
    for user in recipients_of(submission):
        try:
            _mail(submission, user, subject, template, context).send()
        except OSError:
            _log.exception("a mail (%s) of receipt %d could not be sent to %s", template, submission.number, user.email)


def _mail(submission: Submission, user: User, subject: str, template: str, more: Mapping[str, object]) -> EmailMessage:
    campaign = submission.campaign
    link = page_address("submissions:receipt", slug=campaign.slug, team_id=submission.team_id, number=submission.number)
    context = {"submission": submission, "user": user, "link": link, **more}
    return campaign_mail(campaign, subject, f"submissions/mail/{template}.txt", context, to=user.email)
