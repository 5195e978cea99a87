"""What is read of the outbox, and what is wrong with it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import timedelta
from typing import TYPE_CHECKING

from django.db.models import Count, Q, QuerySet
from django.utils import timezone

from bakeoff_site.mail.models import Mail

if TYPE_CHECKING:
    from bakeoff_site.campaigns.models import Campaign

_OVERDUE = timedelta(minutes=10)
MOVING = Q(campaign=None) | Q(campaign__archived_at=None)
"""Mails of archived campaigns wait until these are open again."""
_FAILED = Q(sent_at=None) & ~Q(error="")


@dataclass(frozen=True, slots=True, kw_only=True)
class MailCounts:
    """How many mails wait to be sent for the first time, will be tried again after a failure, and were given up."""

    waiting: int
    trying: int
    given_up: int


def mail_counts(campaign: Campaign | None) -> MailCounts:
    """Of a campaign, or of mails about accounts."""
    counts = Mail.objects.filter(campaign=campaign, sent_at=None).aggregate(
        waiting=Count("pk", filter=Q(given_up_at=None, error="")),
        trying=Count("pk", filter=_FAILED & Q(given_up_at=None)),
        given_up=Count("pk", filter=~Q(given_up_at=None)),
    )
    return MailCounts(**counts)


def failed_mails(campaign: Campaign | None) -> QuerySet[Mail]:
    """Mails of a campaign, or about accounts, that could not be sent so far, newest first."""
    return Mail.objects.filter(_FAILED, campaign=campaign).order_by("-pk")


def known_keys(keys: Iterable[str]) -> set[str]:
    """The keys that some mail has."""
    return {mail.key for mail in Mail.objects.filter(key__in=list(keys)).only("key") if mail.key}


def overdue_mails() -> int:
    """How many mails no worker has taken up for ten minutes."""
    before = timezone.now() - _OVERDUE
    waiting = Mail.objects.filter(MOVING, sent_at=None, given_up_at=None, not_before__lt=before)
    return waiting.filter(Q(claimed_until=None) | Q(claimed_until__lt=before)).count()


def given_up_mails() -> int:
    """How many mails are tried no more."""
    return Mail.objects.exclude(given_up_at=None).count()
