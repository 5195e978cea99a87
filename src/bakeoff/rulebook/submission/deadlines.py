"""The deadline rule: when a package is in time, late or refused; what comes first; until when runs are withdrawn."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime

from bakeoff.rulebook.calendar import FOREVER, Period, clock_time, schedule
from bakeoff.rulebook.release.grants import first_release
from bakeoff.rulebook.schema import Package, Rulebook
from bakeoff.rulebook.state import Submitted, TeamState
from bakeoff.rulebook.submission.verdicts import Refusal


@dataclass(frozen=True, slots=True)
class Timing:
    """Whether a package comes in time; no refusal where it is taken."""

    refusal: Refusal | None = None
    late: bool = False


def timing_of(rulebook: Rulebook, when: datetime, team: TeamState, package: Package) -> Timing:
    """Whether the phase is open for the team, and whether the package is late."""
    periods = _periods(rulebook, team, package.id)
    if any(period.holds(when) for period in periods):
        return Timing()
    coming = [period.start for period in periods if period.start > when]
    past = [period.end for period in periods if period.end <= when]
    if not past:
        opens = min(coming, default=None)
        until = "yet" if opens is None else f"before {clock_time(opens, rulebook.campaign)}"
        return Timing(Refusal("not-open", f"{package.label} packages are not taken {until}", opens))
    if package.late != "refused" and when < late_until(rulebook, package):
        return Timing(late=package.late != "accepted")
    deadline = clock_time(max(past), rulebook.campaign, last=True)
    return Timing(Refusal("closed", f"the deadline for {package.label} packages was {deadline}"), late=True)


def late_until(rulebook: Rulebook, package: Package) -> datetime:
    """Until when late packages are accepted."""
    starts = [period.start for period in schedule(rulebook) if period.phase.id == package.late_until]
    return starts[0] if starts else FOREVER


def missed_phases(rulebook: Rulebook, team: TeamState, run: Submitted, when: datetime) -> Iterator[Refusal]:
    """Phases that the team must have taken part in before this one, with this language pair where it is known."""
    for phase in _phases_for(rulebook, team, run, when):
        for earlier in phase.phase.requires:
            opened = {
                opening.partition(":")[2] for opening in rulebook.phases[earlier].opens if opening.startswith("submit:")
            }
            if not any(
                done.package in opened
                and not done.withdrawn
                and (run.language_pair is None or done.language_pair in (None, run.language_pair))
                for done in team.submitted
            ):
                yield Refusal("earlier-phase", f"{team.code} did not take part in {rulebook.phases[earlier].label}")


def _phases_for(rulebook: Rulebook, team: TeamState, run: Submitted, when: datetime) -> Sequence[Period]:
    """The phase in which a package is submitted: that which is open, or the one that was."""
    periods = _periods(rulebook, team, run.package)
    return [period for period in periods if period.holds(when)] or periods[-1:]


def _periods(rulebook: Rulebook, team: TeamState, package: str) -> list[Period]:
    """When packages of a kind are taken from a team."""
    return [
        period for period in schedule(rulebook, extensions=team.extensions) if f"submit:{package}" in period.phase.opens
    ]


def withdrawal_closed(rulebook: Rulebook, when: datetime, test_sets: Iterable[str]) -> datetime | None:
    """Since when a team may no longer take back runs on test sets: scores on one of them are public, which ranks all.

    Organisers may still withdraw them, with a reason.

    >>> from datetime import UTC, datetime
    >>> from bakeoff.rulebook import read_rulebook
    >>> rules = read_rulebook("openmt2012")
    >>> withdrawal_closed(rules, datetime(2012, 4, 1, tzinfo=UTC), ["current"]) is None
    True
    >>> withdrawal_closed(rules, datetime(2013, 4, 1, tzinfo=UTC), ["current"]).year
    2012
    """
    grants = [first_release(rulebook, "scores", test_set=each, role="stranger") for each in test_sets]
    return min((grant.when for grant in grants if grant is not None and grant.when <= when), default=None)
