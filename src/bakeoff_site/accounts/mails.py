"""The mails about accounts. What a stranger typed goes into no mail to an address that may not be theirs."""

from __future__ import annotations

import logging
from typing import Any

from django.conf import settings
from django.core.mail import send_mail
from django.template.loader import render_to_string
from django.urls import reverse

from bakeoff_site.accounts.errors import MailNotSentError

_log = logging.getLogger(__name__)


def send(template: str, subject: str, to: str, **context: Any) -> None:
    """Sends a mail that someone waits for, or says that it could not be sent. Call it after the transaction."""
    site = settings.BASE_URL.rstrip("/")
    pages = {name: site + reverse(f"accounts:{name}") for name in ("sign-in", "sign-up", "reset", "profile")}
    text = render_to_string(
        f"accounts/mails/{template}.txt",
        {"site": site, "pages": {name.replace("-", "_"): page for name, page in pages.items()}, **context},
    )
    try:
        send_mail(f"[Bakeoff] {subject}", text, None, [to])
    except OSError as error:  # SMTP's own errors are among them
        _log.exception("a mail (%s) could not be sent", template)
        raise MailNotSentError from error


def notify(template: str, subject: str, to: str, **context: Any) -> None:
    """Tells someone what happened to their account; what happened stands even if they cannot be told."""
    try:
        send(template, subject, to, **context)
    except MailNotSentError:
        return
