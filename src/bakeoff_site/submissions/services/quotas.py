"""Teams take no more of the server than is theirs: room on its disk, places in its queue."""

from __future__ import annotations

from django.conf import settings
from django.template.defaultfilters import filesizeformat

from bakeoff_site.campaigns.models import Campaign, Team
from bakeoff_site.campaigns.services.locks import lock_open_campaign
from bakeoff_site.core.refusals import RefusedError
from bakeoff_site.submissions.selectors.quotas import Room, room_of, waiting_packages


class NoRoomError(RefusedError):
    """A team has used up what is kept of it."""

    def __init__(self, room: Room, size: int) -> None:
        super().__init__(
            f"Your team uses {filesizeformat(room.used)} of the {filesizeformat(room.most or 0)} that it may use in "
            f"this campaign, and this takes {filesizeformat(size)} more. Submissions stay on record, withdrawn or not; "
            "unfinished uploads are deleted after a day. Send less, or ask the organisers for more room."
        )


def hold(campaign: Campaign) -> None:
    """Counts of a campaign change by nobody else until the transaction ends.

    Before any other row: all rows that are written speak of the campaign, and who holds another one would wait for it.
    """
    lock_open_campaign(campaign.pk)


def check_room(team: Team, size: int) -> Room:
    """What a team has left, where bytes of it may still be kept."""
    room = room_of(team)
    if not room.takes(size):
        raise NoRoomError(room, size)
    return room


def check_queue(team: Team) -> None:
    """Refuses a package where too many of the team wait to be checked."""
    most = settings.MAX_WAITING_PACKAGES
    if most and (waiting := waiting_packages(team)) >= most:
        raise RefusedError(
            f"{waiting} packages of your team wait to be checked, and {most} may. That mostly takes seconds: wait "
            "until some of them are checked, then hand this one in."
        )
