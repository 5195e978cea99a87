"""Mails about accounts: plain text, to the person whose account it is.

All go through the outbox: how long an answer takes does not say whether there is an account, and a mail server that is
away loses nothing.
"""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from django.conf import settings
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone

from bakeoff_site.accounts.choices import Purpose
from bakeoff_site.accounts.limits import LINK_AGE
from bakeoff_site.mail.links import LINK, SecretLink
from bakeoff_site.mail.models import Mail
from bakeoff_site.mail.services.outbox import put

_TEMPLATES = {Purpose.VERIFY: "verify", Purpose.RESET: "reset", Purpose.CHANGE_ADDRESS: "change_address"}


def mail_link(purpose: Purpose, subject: str, link: SecretLink, *, to: str) -> None:
    """Mails someone a link that lets them in. One that cannot be sent for as long as it would last is given up."""
    mail = _mail(_TEMPLATES[purpose], subject, to, {"link": LINK})
    mail.link = asdict(link)
    mail.not_after = timezone.now() + LINK_AGE[purpose]
    put([mail])


def notify(template: str, subject: str, to: str, **context: Any) -> None:
    """Says someone what happened to their account; call it in the transaction in which it happens. No secrets."""
    put([_mail(template, subject, to, context)])


def _mail(template: str, subject: str, to: str, context: dict[str, Any]) -> Mail:
    site = settings.BASE_URL.rstrip("/")
    pages = {name: site + reverse(f"accounts:{name}") for name in ("sign-in", "sign-up", "reset", "profile")}
    text = render_to_string(
        f"accounts/mail/{template}.txt",
        {"site": site, "pages": {name.replace("-", "_"): page for name, page in pages.items()}, **context},
    )
    return Mail(to=to, subject=f"[Bakeoff] {subject}", text=text)
