"""When systems are described."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from types import MappingProxyType

from bakeoff.rulebook.calendar import FOREVER, clock_time, schedule
from bakeoff.rulebook.schema import Rulebook

_NO_EXTENSIONS: Mapping[str, datetime] = MappingProxyType({})


@dataclass(frozen=True, slots=True, kw_only=True)
class DescribingVerdict:
    """Whether a team may submit a description, and whether it is late."""

    allowed: bool = True
    late: bool = False
    reason: str = ""
    due: datetime | None = None
    """The end of the phase, where it has one."""
    opens: datetime | None = None


def may_describe(
    rulebook: Rulebook, when: datetime, *, extensions: Mapping[str, datetime] = _NO_EXTENSIONS
) -> DescribingVerdict:
    """Whether descriptions are taken at a time. Late ones are, and flagged; without a phase for them all are in time.

    >>> from datetime import UTC, datetime
    >>> from bakeoff.rulebook import read_rulebook
    >>> may_describe(read_rulebook("openmt2012"), datetime(2012, 5, 1, tzinfo=UTC)).late
    True
    """
    periods = [period for period in schedule(rulebook, extensions=extensions) if "describe" in period.phase.opens]
    if not periods:
        return DescribingVerdict()
    due = max(period.end for period in periods)
    opens = min(period.start for period in periods)
    known = None if due == FOREVER else due
    if when < opens:
        said = f"descriptions are not taken before {clock_time(opens, rulebook.campaign)}"
        return DescribingVerdict(allowed=False, reason=said, due=known, opens=opens)
    return DescribingVerdict(late=when >= due, due=known)
