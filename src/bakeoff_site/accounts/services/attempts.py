"""Passwords and codes are tried: counted before, and noted where they fail, without what was typed."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from django.db import transaction
from django.db.models import F, Q, QuerySet
from django.utils import timezone

from bakeoff_site.accounts import mails
from bakeoff_site.accounts.choices import Step
from bakeoff_site.accounts.errors import TooManyAttemptsError
from bakeoff_site.accounts.limits import BURST_GAP, FAILURES_KEPT, MOST_NAMES, NOTIFIED_EVERY, UNKNOWN_KEPT
from bakeoff_site.accounts.models import FailedSignIns, User
from bakeoff_site.accounts.throttling import Attempt, pauses_after, start_attempt, succeed

Found = TypeVar("Found")
_DIGITS = 8
"""Of the hash of a name that no account has."""
_NOTED = ("count", "last_at", "names", "paused_at", "told_at")
"""What an attempt that fails changes of a row."""


def tried(attempt: Attempt, step: Step, user: User | None, check: Callable[[], Found]) -> Found:
    """What a check finds, nothing where it fails. `user` is whose account was named, None where there is none."""
    try:
        start_attempt(attempt)
    except TooManyAttemptsError:
        _row(attempt, step, user).update(turned_away=F("turned_away") + 1, last_at=timezone.now())
        raise
    outcome = check()
    if outcome:
        succeed(attempt)
    else:
        _note_failure(attempt, step, user)
    return outcome


def _note_failure(attempt: Attempt, step: Step, user: User | None) -> None:
    with transaction.atomic():
        pauses, now = pauses_after(attempt), timezone.now()
        row = _row(attempt, step, user).first() or FailedSignIns(
            user=user, step=step, address=attempt.address, first_at=now
        )
        row.count += 1
        row.last_at = now
        if user is None and (name := attempt.by_account[:_DIGITS]) not in row.names:
            row.names = [*row.names, name][:MOST_NAMES]
        if pauses.account or pauses.address:
            row.paused_at = row.paused_at or now
        is_told = pauses.account and user is not None and _should_be_notified(user, step)
        if is_told:
            row.told_at = now
        # Who is turned away is counted next to this, without waiting for it.
        row.save(update_fields=None if row.pk is None else _NOTED)
        if is_told and user is not None:
            is_code = step == Step.CODE
            mails.notify("failed_sign_ins", "Failed attempts to sign in", user.email, row=row, is_code=is_code)


def _row(attempt: Attempt, step: Step, user: User | None) -> QuerySet[FailedSignIns]:
    """The row of attempts that this one continues with, if there is one."""
    recent = FailedSignIns.objects.filter(
        user=user, step=step, address=attempt.address, last_at__gt=timezone.now() - BURST_GAP
    )
    return FailedSignIns.objects.filter(pk__in=recent.values("pk"))


def _should_be_notified(user: User, step: Step) -> bool:
    """An unverified address may be a stranger's, and repeated attempts must not fill anyone's mailbox."""
    lately = user.failed_sign_ins.filter(step=step, told_at__gt=timezone.now() - NOTIFIED_EVERY)
    return user.is_active and user.is_verified and not lately.exists()


def forget_old_failures() -> None:
    now = timezone.now()
    old = Q(last_at__lt=now - FAILURES_KEPT) | Q(user=None, last_at__lt=now - UNKNOWN_KEPT)
    FailedSignIns.objects.filter(old).delete()
