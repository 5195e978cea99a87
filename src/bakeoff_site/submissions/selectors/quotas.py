"""How much of the server a team uses, and may use: room on its disk, places in its queue."""

from __future__ import annotations

from dataclasses import dataclass

from django.conf import settings
from django.db.models import Exists, OuterRef, Sum
from django.db.models.functions import Length
from django.template.defaultfilters import filesizeformat

from bakeoff.rulebook.submission.quotas import team_bytes
from bakeoff_site.campaigns.models import Team
from bakeoff_site.core.refusals import RefusedError
from bakeoff_site.jobs.choices import JobKind, JobState
from bakeoff_site.jobs.models import Job
from bakeoff_site.submissions.choices import SubmissionState
from bakeoff_site.submissions.models import DraftFile


class NoRoomError(RefusedError):
    """A team has used up what is kept of it."""

    def __init__(self, room: Room, size: int) -> None:
        super().__init__(
            f"Your team uses {filesizeformat(room.used)} of the {filesizeformat(room.most or 0)} that it may use in "
            f"this campaign, and this takes {filesizeformat(size)} more. Submissions stay on record, withdrawn or not; "
            "drafts are deleted when you remove them, unfinished uploads after a day. Send less, or ask the organisers "
            "for more room."
        )


@dataclass(frozen=True, slots=True)
class Room:
    """The bytes that are kept of a team, and how many may be; None for any number."""

    used: int
    most: int | None

    @property
    def left(self) -> int | None:
        return None if self.most is None else max(self.most - self.used, 0)

    def takes(self, size: int) -> bool:
        return self.most is None or self.used + size <= self.most


def room_of(team: Team) -> Room:
    """Packages whatever became of them, the runs in them, drafts, uploads on their way, descriptions, trials.

    Identical files are stored once, and count once.
    """
    files: dict[str, int] = {}
    drafted = DraftFile.objects.filter(draft__team=team)
    for rows in (team.submissions.all(), team.runs.all(), drafted, team.trials.filter(released_at=None)):
        files.update(rows.values_list("sha256", "size"))
    coming = team.uploads.filter(submission=None).aggregate(bytes=Sum("size"))["bytes"] or 0
    texts = team.descriptions.aggregate(length=Sum(Length("text")))["length"] or 0
    most = team_bytes(team.campaign.rules, installation=settings.MAX_TEAM_BYTES or None)
    return Room(sum(files.values()) + coming + texts, most)


def check_room(team: Team, size: int) -> Room:
    """What a team has left, where bytes of it may still be kept."""
    room = room_of(team)
    if not room.takes(size):
        raise NoRoomError(room, size)
    return room


def waiting_packages(team: Team) -> int:
    """How many packages of a team wait to be checked; a package whose check failed waits for organisers."""
    awaited = Job.objects.filter(
        kind=JobKind.CHECK_SUBMISSION, subject_id=OuterRef("pk"), state__in=[JobState.QUEUED, JobState.RUNNING]
    )
    return team.submissions.filter(Exists(awaited), state=SubmissionState.RECEIVED).count()


def check_queue(team: Team) -> None:
    """Refuses a package where too many of the team wait to be checked."""
    most = settings.MAX_WAITING_PACKAGES
    if most and (waiting := waiting_packages(team)) >= most:
        raise RefusedError(
            f"{waiting} packages of your team wait to be checked, and {most} may. That mostly takes seconds: wait "
            "until some of them are checked, then hand this one in."
        )
