"""How often something may be done in a day, whether it goes well or not: counted in the database for all processes.

Who has done it as often as allowed gets it back bit by bit, evenly over the day.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db import transaction
from django.utils import timezone
from django.utils.crypto import salted_hmac

from bakeoff_site.accounts.choices import Act
from bakeoff_site.accounts.errors import UsedUpError
from bakeoff_site.accounts.models import Attempts
from bakeoff_site.accounts.rules import CLOCKS_DIFFER

_DAY = timedelta(days=1)
"""Not longer than rows without news are kept (`rules.FORGOTTEN_AFTER`)."""


@dataclass(frozen=True, slots=True)
class Share:
    """How often a day something may be done by someone, for something or to someone: `kind` and `name` say whose."""

    kind: str
    name: str
    a_day: int

    @property
    def who(self) -> str:
        return salted_hmac(f"bakeoff_site.accounts.shares.{self.kind}", self.name, algorithm="sha256").hexdigest()

    @property
    def interval(self) -> timedelta:
        return _DAY / self.a_day


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


def _credited(act: Act, share: Share, now: datetime) -> Attempts:
    """The row of a share, for us alone, with what has come back since `last_at`, up to which it was credited before."""
    row, _ = Attempts.objects.select_for_update().get_or_create(act=act, who=share.who, defaults={"last_at": now})
    if row.last_at > now + CLOCKS_DIFFER:
        row.last_at = now  # the clock was set back
    came_back = max(0, (now - row.last_at) // share.interval)
    row.count = max(0, row.count - came_back)
    row.last_at = row.last_at + came_back * share.interval if row.count else now
    return row
