"""Slowing down who tries too often: counted in the database, so that all processes count together."""

from __future__ import annotations

import ipaddress
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.conf import settings
from django.db import transaction
from django.db.models import F, Q, QuerySet
from django.db.models.functions import Greatest
from django.http import HttpRequest
from django.utils import timezone
from django.utils.crypto import salted_hmac

from bakeoff_site.accounts.choices import Act
from bakeoff_site.accounts.errors import TooManyAttemptsError, UsedUpError
from bakeoff_site.accounts.limits import CLOCKS_DIFFER, FORGOTTEN_AFTER, FROM_ADDRESS, WITH_ACCOUNT, Patience
from bakeoff_site.accounts.models import Attempts


@dataclass(frozen=True)
class Attempt:
    """Something that is tried with an account (as it was named; it need not exist) from a network address."""

    act: Act
    account: str
    address: str

    @property
    def by_account(self) -> str:
        return _hashed("account", self.account.strip().lower())

    @property
    def by_address(self) -> str:
        return _hashed("address", self.address)


@dataclass(frozen=True, slots=True)
class Share:
    """How often a day something may be done by someone, for something or to someone: `kind` and `name` say whose."""

    kind: str
    name: str
    a_day: int

    @property
    def who(self) -> str:
        return _hashed(f"share.{self.kind}", self.name)

    @property
    def interval(self) -> timedelta:
        """In which one comes back. All are back when the row is forgotten."""
        return FORGOTTEN_AFTER / self.a_day


@dataclass(frozen=True)
class Pauses:
    """Whether the next attempt has to wait, because of attempts with the account or from the address."""

    account: bool
    address: bool


def start_attempt(attempt: Attempt) -> None:
    """Counts an attempt before it is made, or refuses it with the time to try again.

    It counts as failed until `succeed` is called: many processes that try at once cannot all be the first.
    What is refused does not count, so that nobody is kept out by trying too early.
    """
    with transaction.atomic():
        rows = _both(attempt)
        now = timezone.now()
        until = max(_blocked_until(row, patience, now) for row, patience in rows)
        if until > now:
            raise TooManyAttemptsError(until)
        for row, _ in rows:
            row.count += 1
            row.last_at = now
            row.save(update_fields=["count", "last_at"])


def pauses_after(attempt: Attempt) -> Pauses:
    """What an attempt that failed leads to. Nobody else counts it, or another one, until the transaction ends."""
    now = timezone.now()
    account, address = (_blocked_until(row, patience, now) > now for row, patience in _both(attempt))
    return Pauses(account, address)


def succeed(attempt: Attempt) -> None:
    """Forgets the account's attempts, and takes them off those of the address.

    An address is not forgiven everything; otherwise anyone with an account could try others' without end.
    """
    with transaction.atomic():
        row = _locked(attempt.act, attempt.by_account)
        _rows(attempt.act, attempt.by_address).update(count=Greatest(F("count") - row.count, 0))
        row.delete()


def spend(act: Act, shares: Sequence[Share]) -> None:
    """Takes one off each of the shares, or off none and raises `UsedUpError` where one is used up.

    Give them always in the same order of kinds: rows are held in this order until all are counted.
    """
    with transaction.atomic():
        now = timezone.now()
        rows = [(share, _credited(act, share, now)) for share in shares]
        waits = {share.kind: row.last_at + share.interval for share, row in rows if row.count >= share.a_day}
        if waits:
            kind = max(waits, key=lambda kind: waits[kind])
            raise UsedUpError(kind, waits[kind])
        for _, row in rows:
            row.count += 1
            row.save(update_fields=["count", "last_at"])


def forget_old_attempts() -> None:
    """Deletes the rows that no longer say anything, those of a clock that was set back since among them."""
    now = timezone.now()
    Attempts.objects.filter(Q(last_at__lt=now - FORGOTTEN_AFTER) | Q(last_at__gt=now + FORGOTTEN_AFTER)).delete()


def address_of(request: HttpRequest) -> str:
    """Where a request comes from. Whoever has one IPv6 address has the 2⁶⁴ next to it, too.

    Behind proxies, the address is the one that the outermost of ours wrote; what is before it, anyone may write.
    """
    text = str(request.META.get("REMOTE_ADDR", ""))
    if settings.TRUSTED_PROXIES:
        forwarded = [part.strip() for part in request.headers.get("X-Forwarded-For", "").split(",")]
        text = forwarded[-settings.TRUSTED_PROXIES] if len(forwarded) >= settings.TRUSTED_PROXIES else text
    try:
        address = ipaddress.ip_address(text)
    except ValueError:
        return text
    if address.version == 4:
        return str(address)
    return str(address.ipv4_mapped or ipaddress.ip_network((address, 64), strict=False))


def _rows(act: Act, who: str) -> QuerySet[Attempts]:
    return Attempts.objects.filter(act=act, who=who)


def _both(attempt: Attempt) -> list[tuple[Attempts, Patience]]:
    """The rows of an attempt, and how patient each is.

    Always in this order: the holder of an account's row may wait for an address's, never the other way round.
    """
    return [
        (_locked(attempt.act, attempt.by_account), WITH_ACCOUNT[attempt.act]),
        (_locked(attempt.act, attempt.by_address), FROM_ADDRESS[attempt.act]),
    ]


def _locked(act: Act, who: str) -> Attempts:
    """The row, for us alone until the transaction ends; counting from nothing where it is too old."""
    now = timezone.now()
    row, _ = Attempts.objects.select_for_update().get_or_create(act=act, who=who, defaults={"last_at": now})
    if row.last_at < now - FORGOTTEN_AFTER:
        row.count = 0
    return row


def _credited(act: Act, share: Share, now: datetime) -> Attempts:
    """The row of a share, for us alone, with what has come back since `last_at`, up to which it was credited before."""
    row, _ = Attempts.objects.select_for_update().get_or_create(act=act, who=share.who, defaults={"last_at": now})
    if row.last_at > now + CLOCKS_DIFFER:
        row.last_at = now  # the clock was set back
    came_back = max(0, (now - row.last_at) // share.interval)
    row.count = max(0, row.count - came_back)
    row.last_at = row.last_at + came_back * share.interval if row.count else now
    return row


def _blocked_until(row: Attempts, patience: Patience, now: datetime) -> datetime:
    """Until when the next attempt has to wait.

    An attempt that is still to come was counted before the clock was set back, and could keep people out for as long
    as that: the next one is let through, and counted by the clock as it is now.
    """
    if row.last_at > now + CLOCKS_DIFFER:
        return now
    return row.last_at + patience.pause_after(row.count)


def _hashed(kind: str, name: str) -> str:
    return salted_hmac(f"bakeoff_site.accounts.attempts.{kind}", name, algorithm="sha256").hexdigest()
