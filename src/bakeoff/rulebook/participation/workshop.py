"""The workshop: when it is, and until when a team says who comes."""

from __future__ import annotations

from datetime import datetime

from bakeoff.rulebook.calendar import Period, schedule
from bakeoff.rulebook.release.visibility import Answer
from bakeoff.rulebook.schema import Rulebook


def workshops(rulebook: Rulebook) -> tuple[Period, ...]:
    """The phases that open `attend`."""
    return tuple(period for period in schedule(rulebook) if "attend" in period.phase.opens)


def may_name_attendee(rulebook: Rulebook, when: datetime) -> Answer:
    """Whether a team may say who attends: until the workshop is over, even after registration has closed.

    >>> from datetime import UTC, datetime
    >>> from bakeoff.rulebook import read_rulebook
    >>> may_name_attendee(read_rulebook("openmt2012"), datetime(2012, 7, 1, tzinfo=UTC)).reason
    'the workshop is over'
    """
    if "attends" not in rulebook.registration.steps:
        return Answer(allowed=False, reason="the rulebook does not ask who attends a workshop")
    periods = workshops(rulebook)
    if periods and all(period.end <= when for period in periods):
        return Answer(allowed=False, reason="the workshop is over")
    return Answer(allowed=True, reason="the workshop is not over")
