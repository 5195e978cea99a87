"""Who may have texts scored, and how many. Pure: what someone is has been looked up before."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta

from bakeoff.rulebook import Rulebook
from bakeoff.rulebook.release.visibility import Answer
from bakeoff.rulebook.state import Viewer
from bakeoff.rulebook.submission.trials import may_try
from bakeoff_site.campaigns.permissions import YES, CampaignRole

MOST_BYTES = 32 * 2**20
"""Of a text that is tried."""
PER_HOUR = 60
"""Trials of a person on development sets."""
PER_HOUR_ELSEWHERE = 10
"""Trials of a person on other sets, which are not there to be climbed."""
HOUR = timedelta(hours=1)
DAY = timedelta(days=1)
KEPT_ANSWERED, KEPT_OPEN = timedelta(days=1), timedelta(days=7)
"""How long the text of a trial is kept after it was answered; and at most, where that failed and may be tried again."""


def may_use_trials(role: CampaignRole) -> Answer:
    """Whether someone may use the evaluation server at all."""
    if role.is_organiser or role.active_teams:
        return YES
    return Answer(allowed=False, reason="the evaluation server is for teams that take part, and for organisers")


def trial_answer(
    rulebook: Rulebook, when: datetime, viewers: Sequence[Viewer], *, track: str, test_set: str, language_pair: str
) -> Answer:
    """Whether someone may have a text scored on a test set, by anything that they are in the campaign."""
    answers = [
        may_try(rulebook, when, viewer, track=track, test_set=test_set, language_pair=language_pair)
        for viewer in viewers
    ]
    return next((answer for answer in answers if answer.allowed), answers[0])


def trials_an_hour(rulebook: Rulebook, test_set: str) -> int:
    return PER_HOUR if rulebook.test_sets[test_set].role == "dev" else PER_HOUR_ELSEWHERE
