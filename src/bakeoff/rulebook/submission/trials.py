"""Who may have a text scored on the evaluation server without submitting it, and when."""

from __future__ import annotations

from datetime import datetime

from bakeoff.rulebook.calendar import schedule
from bakeoff.rulebook.release.visibility import Answer, may_see
from bakeoff.rulebook.schema import Phase, Rulebook, TestSetRules
from bakeoff.rulebook.state import Viewer


def may_try(
    rulebook: Rulebook,
    when: datetime,
    viewer: Viewer,
    *,
    test_set: str,
    language_pair: str,
    track: str | None = None,
) -> Answer:
    """Whether someone may have a text scored on a test set; without a track, in any track of the set.

    Organisers may at any time. Teams that registered for it may on development sets at any time, on
    others while a phase opens that (`score:current`) or once their own scores on the set are released: before, scores
    would reveal what they must not know.
    """
    if viewer.role == "organiser":
        return Answer(allowed=True, reason="at any time")
    if viewer.role != "participant" or viewer.team is None:
        return Answer(allowed=False, reason="the evaluation server is for teams that take part")
    tracks = (track,) if track else rulebook.test_sets[test_set].tracks or tuple(rulebook.tracks)
    if missing := viewer.team.unregistered(rulebook, tracks=tracks, language_pair=language_pair):
        return Answer(allowed=False, reason=f"{viewer.team.code} did not register for {missing}")
    if rulebook.test_sets[test_set].role == "dev":
        return Answer(allowed=True, reason="development sets are scored at any time")
    for period in schedule(rulebook):
        if period.holds(when) and opens_trials(period.phase, rulebook.test_sets[test_set]):
            return Answer(allowed=True, reason=f"the phase {period.phase.id} is open")
    return may_see(
        rulebook,
        when,
        viewer,
        "own-scores",
        test_set=test_set,
        language_pair=language_pair,
        owner=viewer.team,
    )


def opens_trials(phase: Phase, test_set: TestSetRules) -> bool:
    """Whether the server scores a test set in a phase for any team that asks."""
    return not {"score", f"score:{test_set.id}", f"score:{test_set.role}"}.isdisjoint(phase.opens)
