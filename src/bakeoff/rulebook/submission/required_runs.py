"""Which runs every team has to submit, which of them it has, and until when."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime

from bakeoff.rulebook.calendar import FOREVER, clock_time, schedule
from bakeoff.rulebook.schema import Package, Rulebook, SystemType
from bakeoff.rulebook.state import Submitted, TeamState
from bakeoff.rulebook.submission.deadlines import late_until, timing_of
from bakeoff.rulebook.submission.permission import type_of


@dataclass(frozen=True, slots=True, kw_only=True)
class RequiredRun:
    """A system of a type that a team has to run in a language pair, while it can submit it."""

    package: Package
    language_pair: str
    kind: SystemType | None
    """None where any system will do."""
    deadline: datetime | None
    is_late: bool
    submitted: tuple[Submitted, ...]
    """The runs that count, newest last; none while it is missing."""


def required_runs(rulebook: Rulebook, when: datetime, team: TeamState) -> Iterator[RequiredRun]:
    """The runs that a team has to submit of all kinds of package that are accepted at a time, submitted or not.

    Under which data condition is the team's choice.
    """
    for package in rulebook.submission.packages.values():
        timing = timing_of(rulebook, when, team, package)
        if timing.refusal is not None:
            continue
        deadline = _deadline(rulebook, when, team, package)
        runs = [run for run in team.submitted if run.package == package.id and not run.withdrawn and not run.replaced]
        for pair in language_pairs_of(rulebook, team, package):
            own = [run for run in runs if run.language_pair == pair]
            for kind in _required_types(rulebook, package) or (None,):
                yield RequiredRun(
                    package=package,
                    language_pair=pair,
                    kind=kind,
                    deadline=deadline,
                    is_late=timing.late,
                    submitted=tuple(run for run in own if kind is None or type_of(rulebook, run.system) is kind),
                )


def language_pairs_of(rulebook: Rulebook, team: TeamState, package: Package) -> Iterator[str]:
    """The language pairs of the package's tracks, as far as the team takes part in them."""
    tracks = [track for track in rulebook.tracks.values() if not package.tracks or track.id in package.tracks]
    for pair in dict.fromkeys(pair for track in tracks for pair in track.all_pairs):
        if any(pair in track.all_pairs and team.takes_part(rulebook, track.id, pair) for track in tracks):
            yield pair


def describe_late_runs(rulebook: Rulebook, package: Package) -> str:
    """What becomes of runs after the deadline, in a few words.

    >>> from bakeoff.rulebook import read_rulebook
    >>> rules = read_rulebook("openmt2012")
    >>> describe_late_runs(rules, rules.submission.packages["eval"])
    'Accepted until Tue 26 June 2012, 23:59 EDT, marked late, not ranked'
    """
    if package.late == "refused":
        return "Not accepted"
    until = late_until(rulebook, package)
    accepted = "Accepted" if until == FOREVER else f"Accepted until {clock_time(until, rulebook.campaign, last=True)}"
    return f"{accepted}, marked late, not ranked" if package.late == "unofficial" else accepted


def _required_types(rulebook: Rulebook, package: Package) -> tuple[SystemType, ...]:
    types = rulebook.submission.system_types
    named = package.system_types or tuple(types)
    return tuple(types[name] for name in named if name in package.requires or types[name].fewest)


def _deadline(rulebook: Rulebook, when: datetime, team: TeamState, package: Package) -> datetime | None:
    """The end of the phase that is open; of a package that is late, the end of the last one."""
    periods = [
        period
        for period in schedule(rulebook, extensions=team.extensions)
        if f"submit:{package.id}" in period.phase.opens
    ]
    ends = [period.end for period in periods if period.holds(when)] or [p.end for p in periods if p.end <= when]
    latest = max(ends, default=FOREVER)
    return None if latest == FOREVER else latest
