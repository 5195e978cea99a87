"""Which participants belong to an audience of releases that is not for all of them."""

from __future__ import annotations

from collections.abc import Collection

from bakeoff.rulebook.cache import once_for_each_rulebook
from bakeoff.rulebook.schema import Audience, Rulebook
from bakeoff.rulebook.state import Submitted, TeamState

_PRACTICE = ("dev", "dry-run")
"""Test sets on which everyone tries their system: a run on them is no submission to the evaluation."""


def exclusion_of(
    rulebook: Rulebook,
    audience: Audience,
    team: TeamState,
    *,
    tracks: Collection[str] = (),
    language_pair: str | None = None,
) -> str | None:
    """Why a participating team does not belong to an audience; None where it does.

    `signers` signed every agreement about the tracks. `submitters` submitted a valid run in one of the tracks (none
    named: in any) on a test set that is not for practice, and have not withdrawn it; late and debugged runs count. With
    a language pair, it must be of that pair.

    >>> from bakeoff.rulebook import read_rulebook
    >>> exclusion_of(read_rulebook("openmt2012"), "submitters", TeamState(code="NIST"))
    'NIST has not submitted a run'
    """
    match audience:
        case "signers":
            unsigned = [each.label for each in rulebook.agreements_about(tracks) if each.id not in team.signed]
            return f"{team.code} has not signed: {', '.join(unsigned)}" if unsigned else None
        case "submitters":
            runs = [run for run in team.submitted if _counts(rulebook, run, tracks)]
            if not runs:
                return f"{team.code} has not submitted a run"
            if language_pair is not None and all(run.language_pair not in (None, language_pair) for run in runs):
                return f"{team.code} has not submitted a run for {language_pair}"
    return None


@once_for_each_rulebook
def looks_at_runs(rulebook: Rulebook) -> bool:
    """Whether what a team may see depends on what it submitted."""
    return any("submitters" in phase.releases for phase in rulebook.phases.values())


def _counts(rulebook: Rulebook, run: Submitted, tracks: Collection[str]) -> bool:
    known = rulebook.test_sets.get(run.test_set or "")
    is_practice = known is not None and known.role in _PRACTICE
    return not (run.withdrawn or is_practice) and (not tracks or run.track in tracks)
