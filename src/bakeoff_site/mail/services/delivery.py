"""Mails are sent: by workers from the outbox, again and again until they are out or given up."""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from urllib.parse import urlsplit

from django.conf import settings
from django.core.mail import EmailMessage, get_connection
from django.core.mail.backends.base import BaseEmailBackend
from django.db import connection as database
from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from bakeoff_site.mail.links import LINK, SecretLink
from bakeoff_site.mail.models import Mail
from bakeoff_site.mail.selectors import MOVING

CLAIM = timedelta(minutes=5)
"""How long a mail stays with a process that no longer says anything: longer than it can take to send one, where
each step ends after `EMAIL_TIMEOUT`."""
MOST_ATTEMPTS = 100
"""With the pauses between them, about four days: as long as mail servers try it among themselves."""
_FIRST_PAUSE = timedelta(seconds=10)
_LONGEST_PAUSE = timedelta(hours=1)

_log = logging.getLogger("bakeoff.mail")


@dataclass(frozen=True, slots=True)
class Delivery:
    """What came of sending all that was due."""

    sent: int = 0
    failed: int = 0


def send_due(*, stop: Callable[[], bool] = lambda: False) -> Delivery:
    """Sends what is due until nothing is, or until it is to stop, all by one connection."""
    outcomes = []
    server: BaseEmailBackend = get_connection()
    try:
        while not stop() and (mail := _claim()) is not None:
            outcomes.append(_send(mail, server))
    finally:
        server.close()
    return Delivery(outcomes.count(True), outcomes.count(False))


def _claim() -> Mail | None:
    """The next mail, which is this process's own for a while: no other sends it. None where none is due."""
    now = timezone.now()
    due = Mail.objects.filter(
        Q(claimed_until=None) | Q(claimed_until__lt=now), MOVING, sent_at=None, given_up_at=None, not_before__lte=now
    ).order_by("not_before", "pk")
    if not due.exists():
        return None  # as most of the time: a look, no transaction
    if database.features.has_select_for_update_skip_locked:
        due = due.select_for_update(skip_locked=True, of=("self",))
    while True:
        with transaction.atomic():
            mail = due.first()
            if mail is None:
                return None
            if reason := _why_vain(mail, now):
                _give_up(mail, reason, now)
                continue
            mail.attempts += 1
            mail.claimed_until = now + CLAIM
            mail.save(update_fields=["attempts", "claimed_until"])
            return mail


def _why_vain(mail: Mail, now: datetime) -> str:
    """Why a mail is not to be tried; nothing for one that is."""
    if mail.not_after is not None and mail.not_after <= now:
        return f"Of no use after {mail.not_after:%Y-%m-%d %H:%M} UTC. {mail.error}".strip()
    if mail.attempts >= MOST_ATTEMPTS:  # else the last attempt gave it up: its process was killed
        return mail.error or "The processes that were to send it died."
    return ""


def _send(mail: Mail, server: BaseEmailBackend) -> bool:
    """Whether a mail went out. What keeps it from that is noted, whatever it is, and keeps back no other."""
    try:
        server.open()
        message = _message(mail, server)
        # The same each time, so that readers show it once even if we died before we noted that it was sent.
        host = urlsplit(settings.BASE_URL).hostname
        message.extra_headers["Message-ID"] = f"<{mail.created_at:%Y%m%d%H%M%S%f}.{mail.pk}@{host}>"
        message.send()
    except Exception as error:
        _log.warning("a mail could not be sent to %s, attempt %d: %s", mail.to, mail.attempts, error)
        server.close()  # which may be what is broken
        _note_failure(mail, f"{type(error).__name__}: {error}")
        return False
    Mail.objects.filter(pk=mail.pk).update(
        sent_at=timezone.now(), claimed_until=None, given_up_at=None, error="", text="", link=None
    )
    return True


def _note_failure(mail: Mail, reason: str) -> None:
    now = timezone.now()
    if mail.attempts >= MOST_ATTEMPTS:
        _give_up(mail, reason, now)
        return
    pause = min(_FIRST_PAUSE * 2 ** min(mail.attempts - 1, 20), _LONGEST_PAUSE)
    # Of its own attempt alone: another process may have taken it up since.
    Mail.objects.filter(pk=mail.pk, attempts=mail.attempts, sent_at=None).update(
        claimed_until=None, not_before=now + pause, error=reason
    )


def _give_up(mail: Mail, reason: str, now: datetime) -> None:
    Mail.objects.filter(pk=mail.pk, attempts=mail.attempts, sent_at=None).update(
        claimed_until=None, given_up_at=now, error=reason
    )


def _message(mail: Mail, server: BaseEmailBackend) -> EmailMessage:
    subject = " ".join(mail.subject.split())  # old names may hold line breaks, headers may not
    text = mail.text if mail.link is None else mail.text.replace(LINK, SecretLink(**mail.link).address)
    return EmailMessage(subject, text, to=[mail.to], connection=server)
