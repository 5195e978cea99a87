"""When a team may give a consent, and when it may take it back."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from types import MappingProxyType

from bakeoff.rulebook.calendar import schedule
from bakeoff.rulebook.release.visibility import Answer
from bakeoff.rulebook.schema import Rulebook

_NO_EXTENSIONS: Mapping[str, datetime] = MappingProxyType({})


def may_consent(
    rulebook: Rulebook, when: datetime, consent: str, *, extensions: Mapping[str, datetime] = _NO_EXTENSIONS
) -> Answer:
    """Whether a team may give a consent at a time: while its `phase` lasts; without one, at any time.

    One that concerns judging is given before judging starts, because it says whose outputs are judged and by whom.
    `extensions` are those of the team.
    """
    rules = rulebook.registration.consents[consent]
    if rules.phase is None:
        return _before_judging(rulebook, when, consent)
    period = next(each for each in schedule(rulebook, extensions=extensions) if each.phase.id == rules.phase)
    if when < period.start:
        return Answer(allowed=False, reason=f"{period.phase.label} has not started yet", opens=period.start)
    if when >= period.end:
        return Answer(allowed=False, reason=f"{period.phase.label} is over")
    return Answer(allowed=True, reason=f"{period.phase.label} is open")


def may_take_back(rulebook: Rulebook, when: datetime, consent: str) -> Answer:
    """Whether a team may take a consent back at a time: at any time, except for judging once that has started."""
    return _before_judging(rulebook, when, consent)


def _before_judging(rulebook: Rulebook, when: datetime, consent: str) -> Answer:
    if rulebook.registration.consents[consent].concerns == "judging":
        for period in schedule(rulebook):
            opens_judging = any(opening.partition(":")[0] == "judge" for opening in period.phase.opens)
            if opens_judging and period.start <= when:
                return Answer(allowed=False, reason=f"{period.phase.label} has started")
    return Answer(allowed=True, reason="no phase is named for it")
