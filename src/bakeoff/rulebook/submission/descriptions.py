"""When systems are described, and which descriptions a team owes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from types import MappingProxyType

from bakeoff.rulebook.calendar import FOREVER, clock_time, schedule
from bakeoff.rulebook.schema import Rulebook
from bakeoff.rulebook.state import DescribedSystem, TeamState
from bakeoff.rulebook.titles import title_of

_REHEARSED = ("dry-run", "dev")
"""Roles of test sets whose runs nobody asks about."""
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
        said = f"you can submit descriptions from {clock_time(opens, rulebook.campaign)}"
        return DescribingVerdict(allowed=False, reason=said, due=known, opens=opens)
    return DescribingVerdict(late=when >= due, due=known)


def owed_descriptions(rulebook: Rulebook, team: TeamState) -> tuple[DescribedSystem, ...]:
    """The systems that a team has to describe one by one: all that it has runs of, except in rehearsals."""
    if rulebook.description.each == "team":
        return ()
    rehearsed = {each.id for each in rulebook.test_sets.values() if each.role in _REHEARSED}
    owed = {run.described_as for run in team.submitted if not run.withdrawn and run.test_set not in rehearsed}
    return tuple(sorted(owed))


def missing_descriptions(rulebook: Rulebook, team: TeamState) -> str:
    """What a team has not described yet, in words; nothing once all is described.

    >>> from bakeoff.rulebook import read_rulebook
    >>> missing_descriptions(read_rulebook("wmt2008"), TeamState(code="A"))
    'a system description'
    """
    if rulebook.description.each == "team":
        return "" if team.described else "a system description"
    owed = owed_descriptions(rulebook, team)
    if not owed:
        return "" if team.described_systems else "a description of each system"
    return "; ".join(system_title(rulebook, each) for each in owed if each not in team.described_systems)


def system_title(rulebook: Rulebook, system: DescribedSystem) -> str:
    """What people call a described system: `contrast2, Constrained`; with its track where there are several."""
    parts = (
        system.system,
        title_of(system.condition, rulebook.conditions) if system.condition else "",
        title_of(system.track, rulebook.tracks) if system.track and len(rulebook.tracks) > 1 else "",
    )
    return ", ".join(filter(None, parts))
