"""Limits of accounts: how often something may be tried, and how long links, sessions and tokens are valid."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta

from bakeoff_site.accounts.choices import Act, Purpose

FORGOTTEN_AFTER = timedelta(days=1)
"""Attempts are forgotten when there was none for this time."""

CLOCKS_DIFFER = timedelta(minutes=1)
"""How far the clocks of machines that serve together may be apart."""

BURST_GAP = timedelta(hours=1)
"""Failed attempts are reported as one as long as there is no longer pause between them."""
NOTIFIED_EVERY = timedelta(days=1)
"""How often someone is mailed about attempts on their account, for each step."""
FAILURES_KEPT = timedelta(days=180)
UNKNOWN_KEPT = timedelta(days=14)
"""How long attempts are kept: on accounts, and on such as do not exist."""
MOST_NAMES = 10
"""Of accounts that do not exist, in a row."""

LINK_AGE = {
    Purpose.VERIFY: timedelta(days=3),
    Purpose.RESET: timedelta(hours=2),
    Purpose.CHANGE_ADDRESS: timedelta(days=1),
}
SECOND_STEP_AGE = timedelta(minutes=10)
"""How long after the password the code may be given."""
REMEMBERED_FOR = timedelta(days=30)
TOKEN_MAX_AGE = timedelta(days=365)


@dataclass(frozen=True)
class Patience:
    """Some attempts are free; each further one doubles the pause, up to the longest."""

    free: int
    first: timedelta
    longest: timedelta

    def pause_after(self, count: int) -> timedelta:
        """How long to wait after a number of attempts."""
        if count < self.free:
            return timedelta(0)
        doublings = min(count - self.free, 30)  # beyond that, no duration is long enough
        return min(self.first * (1 << doublings), self.longest)


# Strangers can make the owner of an account wait by trying passwords, so that pause stays short. Codes are only asked
# for after the right password, and there are few of them.
WITH_ACCOUNT = {
    Act.SIGN_IN: Patience(5, timedelta(seconds=30), timedelta(minutes=15)),
    Act.CODE: Patience(5, timedelta(minutes=1), timedelta(hours=4)),
    Act.MAIL: Patience(4, timedelta(minutes=2), timedelta(hours=4)),
}
# A complete laboratory may share one address.
FROM_ADDRESS = {
    Act.SIGN_IN: Patience(30, timedelta(seconds=30), timedelta(minutes=15)),
    Act.CODE: Patience(30, timedelta(minutes=1), timedelta(hours=1)),
    Act.MAIL: Patience(30, timedelta(minutes=1), timedelta(hours=1)),
}
