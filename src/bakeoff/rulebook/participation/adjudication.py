"""Who may propose corrections of references, and when."""

from __future__ import annotations

from datetime import datetime

from bakeoff.rulebook.calendar import Period, schedule
from bakeoff.rulebook.release.grants import first_release
from bakeoff.rulebook.release.visibility import Answer, may_see
from bakeoff.rulebook.schema import Phase, Rulebook
from bakeoff.rulebook.state import Viewer
from bakeoff.rulebook.titles import title_of


def may_adjudicate(
    rulebook: Rulebook, when: datetime, viewer: Viewer, *, test_set: str, language_pair: str | None = None
) -> Answer:
    """Whether someone may propose corrections of the references of a test set.

    Organisers may until the scores on it are public: what is published is final. Sites may while a phase opens
    `adjudicate` (or `adjudicate:TEST_SET`, `adjudicate:ROLE`) for its tracks, once the references are released to them;
    an extension of that phase is theirs too. Without a language pair it is about a file that serves all of them.
    """
    if viewer.role == "organiser":
        return _until_published(rulebook, when, test_set)
    if viewer.role != "participant" or viewer.team is None:
        return Answer(allowed=False, reason="corrections are proposed by teams that take part, and by organisers")
    seen = may_see(rulebook, when, viewer, "references", test_set=test_set, language_pair=language_pair)
    if not seen.allowed:
        return seen
    periods = [
        period
        for period in schedule(rulebook, extensions=viewer.team.extensions)
        if opens_adjudication(rulebook, period.phase, test_set)
    ]
    if not periods:
        return Answer(
            allowed=False, reason=f"no phase opens the adjudication of {title_of(test_set, rulebook.test_sets)}"
        )
    return _within(periods, when)


def opens_adjudication(rulebook: Rulebook, phase: Phase, test_set: str) -> bool:
    """Whether teams may propose corrections of a test set while a phase lasts."""
    rules = rulebook.test_sets[test_set]
    openings = {"adjudicate", f"adjudicate:{test_set}", f"adjudicate:{rules.role}"}
    is_about = not phase.tracks or not rules.tracks or not set(phase.tracks).isdisjoint(rules.tracks)
    return is_about and not openings.isdisjoint(phase.opens)


def is_adjudicated(rulebook: Rulebook) -> bool:
    """Whether some phase lets teams propose corrections."""
    openings = (opening for phase in rulebook.phases.values() for opening in phase.opens)
    return any(opening.partition(":")[0] == "adjudicate" for opening in openings)


def _until_published(rulebook: Rulebook, when: datetime, test_set: str) -> Answer:
    published = first_release(rulebook, "scores", test_set=test_set, role="stranger")
    if published is not None and published.when <= when:
        phase, label = title_of(published.phase, rulebook.phases), title_of(test_set, rulebook.test_sets)
        return Answer(allowed=False, reason=f"the phase {phase} has made the scores on {label} public")
    return Answer(allowed=True, reason="the scores are not public yet")


def _within(periods: list[Period], when: datetime) -> Answer:
    for period in periods:
        if period.holds(when):
            return Answer(allowed=True, reason=f"the phase {period.phase.label} is open")
    coming = [period for period in periods if period.start > when]
    if coming:
        return Answer(
            allowed=False, reason=f"the phase {coming[0].phase.label} will open the adjudication", opens=coming[0].start
        )
    return Answer(allowed=False, reason=f"the phase {periods[-1].phase.label} is over")
