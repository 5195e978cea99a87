"""The mail with the receipt."""

from __future__ import annotations

import logging

from django.conf import settings
from django.core.mail import EmailMessage
from django.template.loader import render_to_string
from django.urls import reverse

from bakeoff_site.accounts.models import User
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
    arguments = {"slug": campaign.slug, "team_id": submission.team_id, "number": submission.number}
    link = settings.BASE_URL.rstrip("/") + reverse("submissions:receipt", kwargs=arguments)
    context = {"campaign": campaign, "submission": submission, "user": user, "link": link}
    text = render_to_string("submissions/mail/receipt.txt", context)
    # Titles may hold line breaks, headers may not.
    subject = " ".join(f"[{campaign.title}] Receipt {submission.number}: {submission.name}".split())
    return EmailMessage(subject, text.strip() + "\n", to=[user.email])
