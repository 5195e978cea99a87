"""The mails about accounts. What a stranger typed goes into no mail to an address that may not be theirs."""

from __future__ import annotations

import logging
from typing import Any

from django.conf import settings
from django.template.loader import render_to_string
from django.urls import reverse

from bakeoff_site.accounts.errors import MailNotSentError
from bakeoff_site.post.models import Mail
from bakeoff_site.post.services.outbox import put
from bakeoff_site.post.services.sending import send_at_once

_log = logging.getLogger(__name__)


def send(template: str, subject: str, to: str, **context: Any) -> None:
    """Sends a mail that someone waits for, or says that it could not be sent. Call it after the transaction.

    These mails hold links that let people in, so they never lie in the outbox: who reads a copy of the database must
    not be able to follow them.
    """
    try:
        send_at_once(_mail(template, subject, to, context))
    except OSError as error:  # SMTP's own errors are among them
        _log.exception("a mail (%s) could not be sent", template)
        raise MailNotSentError from error


def notify(template: str, subject: str, to: str, **context: Any) -> None:
    """Tells someone what happened to their account; call it in the transaction in which it happens. No secrets."""
    put([_mail(template, subject, to, context)])


def _mail(template: str, subject: str, to: str, context: dict[str, Any]) -> Mail:
    site = settings.BASE_URL.rstrip("/")
    pages = {name: site + reverse(f"accounts:{name}") for name in ("sign-in", "sign-up", "reset", "profile")}
    text = render_to_string(
        f"accounts/mails/{template}.txt",
        {"site": site, "pages": {name.replace("-", "_"): page for name, page in pages.items()}, **context},
    )
    return Mail(to=to, subject=f"[Bakeoff] {subject}", text=text)
