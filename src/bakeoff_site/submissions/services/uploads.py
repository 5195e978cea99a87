"""Files that come in pieces: started, continued after a lost connection, finished once."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta

from django.conf import settings
from django.db import transaction
from django.db.models import F, QuerySet, Sum
from django.utils import timezone

from bakeoff.rulebook.release.disclosure import disclosed_between
from bakeoff.submissions.packages.entries import NOTHING_STATED, StatedInput
from bakeoff_site.accounts.models import User
from bakeoff_site.campaigns.models import Team
from bakeoff_site.campaigns.services.locks import lock_open_campaign
from bakeoff_site.core.refusals import EmptyFileError, RefusedError
from bakeoff_site.core.storage import part_files
from bakeoff_site.core.storage.disk_space import full_disk_refused, require_space
from bakeoff_site.core.storage.files import keep_path
from bakeoff_site.submissions.models import Submission, Upload
from bakeoff_site.submissions.selectors.quotas import NoRoomError, check_room, room_of
from bakeoff_site.submissions.services.packages import check_beforehand, receipt_for, too_large

VALID_FOR = timedelta(days=1)
"""How long an upload waits for its next piece."""
MOST_OPEN = 10
"""Uploads that a team may have on their way."""
CHOOSING_TAKES = timedelta(minutes=10)
"""How long nobody could have made use of what came out; programs have tried again to finish by then."""


class WrongOffsetError(RefusedError):
    """A piece does not start where the last one ended."""

    def __init__(self, *, offset: int, expected: int) -> None:
        self.expected = expected
        super().__init__(f"Expected the bytes from {expected} on, found those from {offset} on.")


def announce_upload(
    team: Team, *, name: str, size: int, package: str = "", stated: StatedInput = NOTHING_STATED, by: User
) -> Upload:
    """Announces a file of a size."""
    name = check_beforehand(team, name=name, package=package, stated=stated)
    if size < 1:
        raise EmptyFileError
    if size > settings.MAX_UPLOAD_BYTES:
        raise RefusedError(too_large())
    require_space(size)
    now = timezone.now()
    clear_uploads(now)
    _check_room_after(team, size, name=name, by=by)
    if team.uploads.filter(submission=None).count() >= MOST_OPEN and not _give_up_attempt(team, name=name, by=by):
        raise RefusedError(
            f"Your team has {MOST_OPEN} unfinished uploads. Finish one, or wait a day until they expire."
        )
    while not room_of(team).takes(size) and _give_up_attempt(team, name=name, by=by):
        pass  # what was set aside for an attempt that broke off is free again
    with transaction.atomic():
        lock_open_campaign(team.campaign.pk)
        check_room(team, size)
        return Upload.objects.create(
            campaign=team.campaign,
            team=team,
            user=by,
            name=name,
            package=package,
            input=stated.input or "",
            released_runs="\n".join(stated.released_runs),
            size=size,
            expires_at=now + VALID_FOR,
        )


def _check_room_after(team: Team, size: int, *, name: str, by: User) -> None:
    """Refuses a file that has no room even without the attempts before it, so that none is given up for nothing."""
    room = room_of(team)
    freed = _attempts(team, name=name, by=by).aggregate(bytes=Sum("size"))["bytes"] or 0
    if not room.takes(size - freed):
        raise NoRoomError(room, size)


def _attempts(team: Team, *, name: str, by: User) -> QuerySet[Upload]:
    """Unfinished uploads by the same person of a file of this name."""
    return team.uploads.filter(submission=None, user=by, name=name)


def _give_up_attempt(team: Team, *, name: str, by: User) -> bool:
    """Gives up the oldest attempt of the same person to send a file of this name; whether there was one.

    Else a line that breaks off again and again would end in a refusal for a day. One that is complete has a time
    to lose, and goes last.
    """
    attempts = _attempts(team, name=name, by=by)
    before = attempts.order_by(F("complete_at").asc(nulls_first=True), "expires_at", "pk").first()
    if before is None or not Upload.objects.filter(pk=before.pk, submission=None).delete()[0]:
        return False
    part_files.remove(part_of(before))
    return True


def append_chunk(upload: Upload, *, offset: int, chunks: Iterable[bytes], arrived_at: datetime | None = None) -> Upload:
    """Takes the next bytes of a file. What came before a connection was lost stays.

    `arrived_at` is when the last of these bytes was here; where nobody knows that, it is when they were on the disk.
    """
    require_space()
    try:
        with full_disk_refused(), part_files.held(part_of(upload)) as stream:
            current = _open(upload)
            if offset != current.received:
                raise WrongOffsetError(offset=offset, expected=current.received)
            received = offset
            try:
                for received in part_files.append(stream, chunks, offset=offset, size=current.size):  # noqa: B007
                    pass
            finally:
                part_files.sync(stream)
                _note_progress(current, received, arrived_at)
    except part_files.FileLockedError:
        raise RefusedError(
            "Another request sends the same file; wait until it is done, then ask how far it is."
        ) from None
    except part_files.OverfullError:
        raise RefusedError(f"More bytes came than the {upload.size:,} that were announced.") from None
    # Meanwhile the same person may have started to send the same file again.
    return _there(Upload.objects.filter(pk=upload.pk).first())


def _note_progress(upload: Upload, received: int, arrived_at: datetime | None) -> None:
    """What is on the disk now. A file that is complete is so from then on, and no longer waits for a request."""
    if upload.complete_at is not None:
        return
    now = timezone.now()
    complete_at = None
    if received == upload.size:
        # A piece may be here before the one that it follows: the file is not.
        complete_at = max(arrived_at or now, upload.expires_at - VALID_FOR)
    Upload.objects.filter(pk=upload.pk).update(received=received, complete_at=complete_at, expires_at=now + VALID_FOR)


def finish_upload(upload: Upload) -> Submission:
    """Makes a complete file a submission; asked again, the same one."""
    try:
        with part_files.held(part_of(upload)):
            done = Submission.objects.filter(upload=upload).first()
            submission = done or _received(upload)
    except part_files.FileLockedError:
        raise RefusedError("The file is being finished already; ask again in a moment.") from None
    part_files.remove(part_of(upload))
    return submission


def complete_upload(announced: Upload) -> Upload:
    """The upload as it is now, if all of its bytes are here."""
    upload = _open(announced)
    if upload.complete_at is None:
        raise RefusedError(f"The file is not complete: {upload.received:,} of {upload.size:,} bytes were received.")
    return upload


def _received(announced: Upload) -> Submission:
    upload = complete_upload(announced)
    check_beforehand(upload.team, name=upload.name, package=upload.package)
    kept = keep_path(part_files.path_of(part_of(upload)))
    return receipt_for(
        upload.team,
        kept,
        name=upload.name,
        package=upload.package,
        stated=StatedInput(upload.input or None, tuple(upload.released_runs.splitlines())),
        by=upload.user,
        received_at=_time_of(upload),
        upload=upload,
    )


def _time_of(upload: Upload) -> datetime:
    """When the file was complete, however late it is finished.

    Unless something came out meanwhile by which a team could choose which of its uploads it finishes.
    """
    now = timezone.now()
    complete_at = upload.complete_at or now
    chosen = disclosed_between(upload.team.campaign.rules, complete_at, now - CHOOSING_TAKES)
    return complete_at if chosen is None else now


def clear_uploads(now: datetime) -> int:
    """Removes what was given up, and what the disk still holds of uploads that are done; how many were given up."""
    given_up = list(Upload.objects.filter(submission=None, expires_at__lte=now).values_list("pk", flat=True))
    Upload.objects.filter(pk__in=given_up, submission=None).delete()
    # Looked for before the rows are: a file that starts to come meanwhile has a row already.
    if names := part_files.names():
        coming = {str(pk) for pk in Upload.objects.filter(submission=None).values_list("pk", flat=True)}
        for name in set(names) - coming:
            part_files.remove(name)
    return len(given_up)


def _open(upload: Upload) -> Upload:
    """The upload as it is now, if it continues."""
    current = Upload.objects.select_related("team__campaign", "user").filter(pk=upload.pk).first()
    if current is not None and current.submission_id is not None:
        raise RefusedError("This upload is finished; see its receipt.")
    is_over = current is not None and current.expires_at <= timezone.now()
    return _there(None if is_over else current)


def _there(current: Upload | None) -> Upload:
    if current is None:
        raise RefusedError(
            "This upload has expired because nothing arrived for a day, or because the same file was started "
            "again. Start again."
        )
    return current


def part_of(upload: Upload) -> str:
    """What the file is called while it comes."""
    return str(upload.pk)
