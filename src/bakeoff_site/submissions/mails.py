"""The mail with the receipt."""

from __future__ import annotations

import logging

from django.core.mail import EmailMessage

from bakeoff_site.accounts.models import User
from bakeoff_site.campaigns.mails import campaign_mail, page_address
from bakeoff_site.submissions.models import Submission
from bakeoff_site.submissions.selectors.people import recipients_of

_log = logging.getLogger("bakeoff.mail")


def send_receipts(submission: Submission) -> None:
    """Tells the team's contact persons, and who handed it in; the receipt stands even if they cannot be told."""
    for user in recipients_of(submission):
        try:
            receipt_mail(submission, user).send()
        except OSError:
            _log.exception("the receipt %d could not be mailed to %s", submission.number, user.email)


def receipt_mail(submission: Submission, user: User) -> EmailMessage:
    campaign = submission.campaign
    link = page_address("submissions:receipt", slug=campaign.slug, team_id=submission.team_id, number=submission.number)
    context = {"submission": submission, "user": user, "link": link}
    subject = f"Receipt {submission.number}: {submission.name}"
    return campaign_mail(campaign, subject, "submissions/mail/receipt.txt", context, to=user.email)
