"""What was mailed."""

from __future__ import annotations

from django.core import mail
from django.core.mail import EmailMessage

from bakeoff_site.mail.services.delivery import send_due


def mailed() -> list[EmailMessage]:
    """All mails so far; those of the outbox are sent now if they are due."""
    send_due()
    return mail.outbox
