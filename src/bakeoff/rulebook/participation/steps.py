"""The mandatory steps of a team: what is done, what is still missing, and until when."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime

from bakeoff.rulebook.calendar import FOREVER, schedule
from bakeoff.rulebook.participation.workshop import workshops
from bakeoff.rulebook.schema import Package, Rulebook
from bakeoff.rulebook.schema.registration import Step
from bakeoff.rulebook.schema.tracks import Track
from bakeoff.rulebook.state import TeamState
from bakeoff.rulebook.submission.descriptions import missing_descriptions

_OPENINGS: Mapping[Step, str] = {
    "described": "describe",
    "judged": "judge",
    "registered": "register",
    "signed": "register",
}


@dataclass(frozen=True, slots=True)
class StepState:
    """One step of a team. `due` is None where the schedule names no end."""

    step: Step
    done: bool
    due: datetime | None
    missing: str = ""
    """What is missing, where that can be said."""


def binding_steps(rulebook: Rulebook) -> tuple[Step, ...]:
    """The mandatory steps in the order of the rulebook; nobody signs where there is no agreement."""
    registration = rulebook.registration
    return tuple(step for step in registration.steps if step != "signed" or registration.agreements)


def steps_of(rulebook: Rulebook, team: TeamState) -> tuple[StepState, ...]:
    """All mandatory steps of a team in the order of the rulebook; judging only binds teams that consented to it."""
    states, owed = [], _owed(rulebook, team)
    for step in binding_steps(rulebook):
        if step == "judged" and not team.consents_to(rulebook, "judging"):
            continue
        missing = owed[step]
        states.append(StepState(step, not missing, _due(rulebook, team, step), missing))
    return tuple(states)


def _owed(rulebook: Rulebook, team: TeamState) -> Mapping[Step, str]:
    """What a team still owes for every step; nothing for one that is done."""
    tracks = [track for track in rulebook.tracks if team.takes_part(rulebook, track)]
    unsigned = [agreement.label for agreement in rulebook.agreements_about(tracks) if agreement.id not in team.signed]
    return {
        "registered": _missing_registration(rulebook, team),
        "signed": ", ".join(unsigned),
        "dry-run": _missing_packages(rulebook, team, role="dry-run"),
        "submitted": _missing_packages(rulebook, team, role="current"),
        "described": missing_descriptions(rulebook, team),
        "judged": _missing_judgments(team),
        "attends": "" if team.attends else "someone who attends the workshop",
    }


def _missing_judgments(team: TeamState) -> str:
    if team.judged:
        return ""
    return f"judgments ({team.judgments_done} done)" if team.judgments_done else "judgments"


def _missing_registration(rulebook: Rulebook, team: TeamState) -> str:
    """What a team has to register for and did not: where only some tracks need it, it may do without them."""
    needs_track = len(rulebook.tracks_to_register) == len(rulebook.tracks)
    missing = [
        *(["tracks"] if needs_track and not team.tracks else []),
        *(["language pairs"] if rulebook.registration.by_language_pair and not team.language_pairs else []),
    ]
    return " and ".join(missing)


def _packages(rulebook: Rulebook, role: str) -> set[str]:
    """Kinds of package whose runs are on test sets of a role."""
    packages = set()
    for package in rulebook.submission.packages.values():
        named = [rulebook.test_sets[test_set].role for test_set in package.test_sets]
        if role in (named or ["current"]):
            packages.add(package.id)
    return packages


def _packages_owed(rulebook: Rulebook, role: str, team: TeamState) -> set[str]:
    """The same, with those of combined systems for a team that registered for their track."""
    kinds = _packages(rulebook, role)
    if role != "current":
        return kinds
    combined = _packages(rulebook, "combination")
    return kinds | {kind for kind in combined if _own_tracks(rulebook, team, [rulebook.submission.packages[kind]])}


def _own_tracks(rulebook: Rulebook, team: TeamState, packages: Iterable[Package]) -> list[Track]:
    """The tracks of kinds of package that the team registered for."""
    offered = {track for package in packages for track in package.tracks or rulebook.tracks}
    return [rulebook.tracks[each] for each in rulebook.tracks_to_register if each in team.tracks & offered]


def _missing_packages(rulebook: Rulebook, team: TeamState, *, role: str) -> str:
    """Language pairs and tracks that a team registered for and submitted nothing to."""
    kinds = _packages_owed(rulebook, role, team)
    runs = [run for run in team.submitted if run.package in kinds and not run.withdrawn]
    own_tracks = _own_tracks(rulebook, team, [rulebook.submission.packages[kind] for kind in kinds])
    missing = [track.label for track in own_tracks if all(run.track != track.id for run in runs)]
    if rulebook.registration.by_language_pair:
        of_role = _packages(rulebook, role)
        pairs = team.language_pairs - {run.language_pair for run in runs if run.package in of_role}
        missing += [pair.label for pair in rulebook.language_pairs.values() if pair.id in pairs]
    elif not own_tracks and not runs:
        return "a submission"
    return ", ".join(missing)


def _due(rulebook: Rulebook, team: TeamState, step: Step) -> datetime | None:
    if step == "attends":
        return min((period.start for period in workshops(rulebook)), default=None)
    wanted = {_OPENINGS[step]} if step in _OPENINGS else set()
    if step in ("dry-run", "submitted"):
        role = "dry-run" if step == "dry-run" else "current"
        wanted = {f"submit:{package}" for package in _packages_owed(rulebook, role, team)}
    ends = [
        period.end
        for period in schedule(rulebook, extensions=team.extensions)
        if any(opening in wanted or opening.partition(":")[0] in wanted for opening in period.phase.opens)
    ]
    return max((end for end in ends if end < FOREVER), default=None)
