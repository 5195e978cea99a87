"""Outputs of runs that may be released, and why others may not."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import PurePosixPath

from bakeoff.release.content import ReleaseFile, RunOutput
from bakeoff.rulebook.state import TeamState
from bakeoff_site.campaigns.models import Campaign, ConsentGiven
from bakeoff_site.core.storage.files import path_of
from bakeoff_site.publication.selectors.boards import SeenBoard
from bakeoff_site.publication.selectors.results import SeenCampaign
from bakeoff_site.results.permissions import part_of
from bakeoff_site.submissions.models import Run

NOT_RELEASED = "the rulebook does not release outputs"
NAMELESS = "names of systems are not released, and the file has one in it"
ONLY_NAMED = "the run came late or corrects an earlier one, so it is only named"
NO_CONSENT = "the team did not consent to share outputs"


@dataclass(frozen=True, slots=True)
class ReleasedOutputs:
    """Outputs, and by run why others are not here."""

    outputs: tuple[RunOutput, ...]
    left_out: Mapping[str, str]
    sentences: tuple[str, ...]


def released_outputs(seen: SeenCampaign) -> ReleasedOutputs:
    """The outputs of all runs on boards: those that the rulebook releases, of teams that consent."""
    consents = _consents(seen.campaign)
    outputs: list[RunOutput] = []
    left_out: dict[str, str] = {}
    for board, run in _runs(seen):
        if reason := _reason(board, run, consents):
            left_out[board.ids[run.pk]] = reason
        else:
            name = PurePosixPath(run.file_name).name
            outputs.append(RunOutput(run=board.ids[run.pk], file=ReleaseFile.at(path_of(run.sha256), name=name)))
    reasons = {reason: list(left_out.values()).count(reason) for reason in dict.fromkeys(left_out.values())}
    sentences = (
        f"{count} {'output is' if count == 1 else 'outputs are'} left out: {reason}."
        for reason, count in reasons.items()
    )
    return ReleasedOutputs(tuple(outputs), left_out, tuple(sentences))


def _runs(seen: SeenCampaign) -> Iterator[tuple[SeenBoard, Run]]:
    return ((board, run) for board in seen.boards for run in board.runs)


def _reason(board: SeenBoard, run: Run, consents: Mapping[int, frozenset[str]]) -> str:
    """Why an output is left out; empty where it is not."""
    if not board.visibility.outputs.allowed:
        return NOT_RELEASED
    if not board.visibility.knows(run):
        return NAMELESS
    if part_of(run) == "named":
        return ONLY_NAMED
    if run.team_id is None:
        return ""
    state = TeamState(code="", consents=consents.get(run.team_id, frozenset()))
    return "" if state.consents_to(board.rules, "outputs") else NO_CONSENT


def _consents(campaign: Campaign) -> dict[int, frozenset[str]]:
    """What each team consents to now."""
    given: dict[int, set[str]] = {}
    for team, consent in ConsentGiven.objects.filter(team__campaign=campaign).values_list("team_id", "consent"):
        given.setdefault(team, set()).add(consent)
    return {team: frozenset(consents) for team, consents in given.items()}
