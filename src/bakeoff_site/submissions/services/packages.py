"""Packages are accepted: first the bytes are stored on the disk, then come rows and notifications."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import datetime
from pathlib import PurePosixPath

from django.conf import settings
from django.db import transaction
from django.db.models import Max
from django.utils import timezone

from bakeoff.submissions.packages.entries import NOTHING_STATED, StatedInput
from bakeoff_site.accounts.models import User
from bakeoff_site.campaigns.models import Campaign, Team
from bakeoff_site.campaigns.services.locks import lock_open_campaign
from bakeoff_site.core.audit import record
from bakeoff_site.core.refusals import EmptyFileError, RefusedError
from bakeoff_site.core.storage.files import KeptFile, keep
from bakeoff_site.jobs.services import request_check
from bakeoff_site.submissions.draft_reports import report_of
from bakeoff_site.submissions.mails import put_receipts
from bakeoff_site.submissions.models import Draft, Submission, Upload
from bakeoff_site.submissions.permissions import may_receive_from
from bakeoff_site.submissions.selectors.quotas import NoRoomError, check_queue, check_room

_LONGEST_NAME = 255


def receive_submission(
    team: Team,
    *,
    name: str,
    chunks: Iterable[bytes],
    package: str = "",
    stated: StatedInput = NOTHING_STATED,
    by: User,
    arrived_at: datetime | None = None,
) -> Submission:
    """Takes a package and gives a receipt; what is wrong with it is found out afterwards.

    Its time is `arrived_at`, when the last byte was here; where nobody knows that, when all were on the disk.
    """
    name = check_beforehand(team, name=name, package=package, stated=stated)
    kept = keep(within_room(team, within_limit(chunks)))
    received_at = arrived_at or timezone.now()
    return receipt_for(team, kept, name=name, package=package, stated=stated, by=by, received_at=received_at)


def check_beforehand(team: Team, *, name: str, package: str, stated: StatedInput = NOTHING_STATED) -> str:
    """The name of a file without folders, or a refusal of what cannot be taken at all."""
    answer = may_receive_from(team)
    if not answer.allowed:
        raise RefusedError(answer.sentence)
    packages = team.campaign.rules.submission.packages
    if package and package not in packages:
        raise RefusedError(f"There is no kind of package {package}; there are: {', '.join(packages)}.")
    offered = dict.fromkeys(each for track in team.campaign.rules.tracks.values() for each in track.inputs)
    if stated.input and stated.input not in offered:
        raise RefusedError(f"There is no input {stated.input}; there are: {', '.join(offered)}.")
    check_queue(team)
    return plain_name(name)


def plain_name(name: str) -> str:
    """The name of a file as it is kept: some browsers send folders with it."""
    base = PurePosixPath(name.replace("\\", "/")).name
    if base in ("", "..") or not base.isprintable() or len(base) > _LONGEST_NAME:
        raise RefusedError(f"Expected a file name of at most {_LONGEST_NAME} visible characters, found {base[:80]!r}.")
    return base


def within_limit(chunks: Iterable[bytes]) -> Iterator[bytes]:
    """The bytes of a file, as long as there are not too many, and some."""
    most, size = settings.MAX_UPLOAD_BYTES, 0
    for chunk in chunks:
        size += len(chunk)
        if size > most:
            raise RefusedError(too_large())
        yield chunk
    if not size:
        raise EmptyFileError


def within_room(team: Team, chunks: Iterable[bytes]) -> Iterator[bytes]:
    """The bytes of a file, as long as there is room for them."""
    room, size = check_room(team, 1), 0
    for chunk in chunks:
        size += len(chunk)
        if not room.takes(size):
            raise NoRoomError(room, size)
        yield chunk


def too_large() -> str:
    return f"The file is too large: at most {settings.MAX_UPLOAD_BYTES:,} bytes are taken."


def receipt_for(
    team: Team,
    kept: KeptFile,
    *,
    name: str,
    package: str,
    stated: StatedInput = NOTHING_STATED,
    by: User,
    received_at: datetime,
    upload: Upload | None = None,
    draft: Draft | None = None,
) -> Submission:
    """The receipt of a file that is on the disk, the job to check it and the mails about it, or none of them."""
    with transaction.atomic():
        number = next_number(team.campaign)
        # Room for one that came in pieces was set aside when it started; files of drafts are counted already.
        if upload is None and draft is None:
            check_room(team, kept.size)
        check_queue(team)
        submission = Submission.objects.create(
            campaign=team.campaign,
            team=team,
            number=number,
            name=name,
            sha256=kept.sha256,
            size=kept.size,
            submitted_by=by,
            received_at=received_at,
            package=package,
            input=stated.input or "",
            released_runs="\n".join(stated.released_runs),
        )
        if upload is not None:
            Upload.objects.filter(pk=upload.pk).update(submission=submission)
        request_check(submission)
        record(
            "submission.receive",
            actor=by,
            campaign=team.campaign,
            subject=str(submission),
            team=team.name,
            sha256=kept.sha256,
            size=kept.size,
            **_fixed(draft),
        )
        put_receipts(submission)
    return submission


def _fixed(draft: Draft | None) -> dict[str, list[str]]:
    """What the log says of changes that the server made for a team."""
    changes = report_of(draft).changes if draft is not None else ()
    return {"fixed": [str(change) for change in changes]} if changes else {}


def next_number(campaign: Campaign) -> int:
    """The number of the next receipt. Who asks holds the campaign until the end of the transaction."""
    lock_open_campaign(campaign.pk)
    return (Submission.objects.filter(campaign=campaign).aggregate(last=Max("number"))["last"] or 0) + 1
