"""What to notify a team about at a time: phases that have opened for it, approaching deadlines."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Literal

from bakeoff.rulebook.calendar import FOREVER, schedule
from bakeoff.rulebook.participation.steps import steps_of
from bakeoff.rulebook.participation.workshop import workshops
from bakeoff.rulebook.release.audiences import exclusion_of
from bakeoff.rulebook.schema import AUDIENCES, Phase, Rulebook
from bakeoff.rulebook.state import TeamState
from bakeoff.rulebook.submission.descriptions import missing_descriptions

REMINDER_DAYS = (7, 1)
"""How many days before a deadline teams are reminded of it."""
NEWS_DAYS = 3
"""How long the opening of a phase is news: what opened earlier is not announced to teams that come later."""
_FILES = frozenset({"training-data", "source", "references", "anonymous-outputs"})


@dataclass(frozen=True, slots=True)
class Notice:
    """A notice that a team gets once: a phase started (`opens`) or its end is near (`due`).

    `when` is the start or the end that it is about; a deadline that is moved is another notice. Who attends a
    workshop is due when it starts.
    """

    kind: Literal["opens", "due"]
    phase: Phase
    when: datetime
    days: int = 0
    """How long before a deadline."""


def notices_due(
    rulebook: Rulebook, team: TeamState, when: datetime, *, reminder_days: Sequence[int] = REMINDER_DAYS
) -> tuple[Notice, ...]:
    """All notices that a team should have got by a time and has not, soonest deadline first.

    Of several reminders of a deadline only the latest is due, so that a server that was down does not send them all.
    """
    notices = list(_notices(rulebook, team, when, reminder_days))
    return tuple(sorted(notices, key=lambda notice: (notice.when, notice.kind)))


def _notices(rulebook: Rulebook, team: TeamState, when: datetime, reminder_days: Sequence[int]) -> Iterator[Notice]:
    if not team.attends and "attends" in rulebook.registration.steps:
        for workshop in workshops(rulebook):
            yield from _reminder(workshop.phase, workshop.start, when, reminder_days)
    for period in schedule(rulebook, extensions=team.extensions):
        if not period.holds(when) or not _is_for(rulebook, team, period.phase):
            continue
        if when - period.start < timedelta(days=NEWS_DAYS) and _brings_something(rulebook, team, period.phase):
            yield Notice("opens", period.phase, period.start)
        if period.end < FOREVER and any(_owes(rulebook, team, opening) for opening in period.phase.opens):
            # A phase shorter than the reminder's days opened only just; its opening said the same.
            due_days = [days for days in reminder_days if period.end - timedelta(days=days) > period.start]
            yield from _reminder(period.phase, period.end, when, due_days)


def days_left(due: datetime, when: datetime, *, reminder_days: Sequence[int] = REMINDER_DAYS) -> int | None:
    """The reminder of a deadline that is due at a time, by its number of days; None: too early, or too late."""
    return min((days for days in reminder_days if due - timedelta(days=days) <= when < due), default=None)


def _reminder(phase: Phase, due: datetime, when: datetime, reminder_days: Sequence[int]) -> Iterator[Notice]:
    if (days := days_left(due, when, reminder_days=reminder_days)) is not None:
        yield Notice("due", phase, due, days)


def _is_for(rulebook: Rulebook, team: TeamState, phase: Phase) -> bool:
    """Whether a phase is for a track that the team takes part in."""
    return not phase.tracks or any(team.takes_part(rulebook, track) for track in phase.tracks)


def _brings_something(rulebook: Rulebook, team: TeamState, phase: Phase) -> bool:
    """Whether a phase releases something to the team, or lets the team do what it has not done.

    Files are not included: the team is notified once they exist, which need not be when the phase starts.
    """
    released = any(
        text.partition(":")[0] not in _FILES
        for audience, what in phase.releases.items()
        if "participant" in AUDIENCES[audience] and exclusion_of(rulebook, audience, team, tracks=phase.tracks) is None
        for text in what
    )
    return released or any(_owes(rulebook, team, opening) for opening in phase.opens if opening != "register")


def _owes(rulebook: Rulebook, team: TeamState, opening: str) -> bool:
    """Whether a team may still want to do what a phase opens."""
    activity, _, scope = opening.partition(":")
    match activity:
        case "register":
            states = steps_of(rulebook, team)
            return any(state.step in ("registered", "signed") and not state.done for state in states)
        case "submit":
            if not _takes_part_in(rulebook, team, scope):
                return False
            done = {run.language_pair for run in team.submitted if run.package == scope and not run.withdrawn}
            return bool(team.language_pairs - done) if rulebook.registration.by_language_pair else not done
        case "describe":
            return bool(missing_descriptions(rulebook, team))
        case "judge":
            is_asked = "judged" in rulebook.registration.steps and team.consents_to(rulebook, "judging")
            return is_asked and not team.judged
    return activity == "adjudicate"


def _takes_part_in(rulebook: Rulebook, team: TeamState, package: str) -> bool:
    """Whether a team registered for a track of a kind of package."""
    tracks = rulebook.submission.packages[package].tracks if package in rulebook.submission.packages else ()
    return not tracks or any(team.takes_part(rulebook, track) for track in tracks)
