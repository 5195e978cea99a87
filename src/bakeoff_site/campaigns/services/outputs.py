"""Outputs that are shared: when what may be shared changes, they are packed again."""

from __future__ import annotations

from bakeoff_site.campaigns.models import Campaign, Team
from bakeoff_site.jobs.models import Job
from bakeoff_site.jobs.services import request_pack


def repack(team: Team) -> None:
    """Asks for new packs wherever runs of a team are, or may now be, in one: a consent, a run or the team changed.

    Call it in the transaction that changes them. The old packs are handed to nobody from then on.
    """
    campaign = team.campaign
    packed = campaign.data_files.filter(kind="outputs", replaced_at=None).values_list("test_set", "language_pair")
    there = campaign.boards.filter(runs__team=team).values_list("track", "test_set", "language_pair")
    for track, test_set, language_pair in sorted(set(there)):
        if (test_set, language_pair) in set(packed):
            ask_for_pack(campaign, track=track, test_set=test_set, language_pair=language_pair)


def ask_for_pack(campaign: Campaign, *, track: str, test_set: str, language_pair: str) -> Job | None:
    """Asks for the pack of a track's outputs on a test set; the first of its boards stands for all conditions."""
    boards = campaign.boards.filter(track=track, test_set=test_set, language_pair=language_pair)
    board = boards.order_by("pk").first()
    return None if board is None else request_pack(board)
