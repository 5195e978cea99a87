"""Who may propose and decide on corrections. Pure: what someone is has been looked up before."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from bakeoff.rulebook import Rulebook
from bakeoff.rulebook.participation.adjudication import may_adjudicate
from bakeoff.rulebook.release.test_data import tracks_of
from bakeoff.rulebook.release.visibility import Answer
from bakeoff.rulebook.state import Viewer
from bakeoff_site.campaigns.models import Team
from bakeoff_site.campaigns.permissions import CampaignRole
from bakeoff_site.datasets.permissions import Slot

MOST_ROWS = 2_000
"""Of a file of corrections."""
MOST_BYTES = 4 * 2**20
MOST_OPEN = 5_000
"""Proposals of a team that nobody has decided on yet."""


def may_propose(role: CampaignRole, viewers: Sequence[Viewer], when: datetime, slot: Slot) -> Answer:
    """Whether someone may propose corrections of a reference at a time, by anything that they are in the campaign."""
    if role.user is None:
        return Answer(allowed=False, reason="sign in to propose corrections")
    if not role.user.is_verified:
        return Answer(allowed=False, reason="confirm your address first: follow the link in the mail that we sent you")
    answers = [
        may_adjudicate(
            role.campaign.rules, when, viewer, test_set=slot.test_set, language_pair=slot.language_pair or None
        )
        for viewer in viewers
    ]
    return next((answer for answer in answers if answer.allowed), answers[0])


def may_decide(role: CampaignRole, viewers: Sequence[Viewer], when: datetime, slot: Slot) -> Answer:
    """Whether someone may decide on corrections and apply them: organisers, as long as they may propose any."""
    if not role.is_organiser:
        return Answer(allowed=False, reason="organisers decide on corrections")
    return may_propose(role, viewers, when, slot)


def is_own(role: CampaignRole, team: Team | None) -> bool:
    """Whether a proposal is somebody's own: that of a team is its people's, that of organisers every organiser's."""
    return role.is_organiser if team is None else role.belongs_to(team)


def is_of_speech(rules: Rulebook, slot: Slot) -> bool:
    """Whether a reference is a transcript, and not a translation."""
    tracks = tracks_of(rules, rules.test_sets[slot.test_set], slot.language_pair)
    return {track.kind for track in tracks} == {"asr"}
