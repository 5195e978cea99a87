"""Drafts: files are added, replaced and removed, fixes asked for and undone. Every change has the draft checked."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from uuid import UUID

from django.db import transaction
from django.utils import timezone

from bakeoff.submissions.archives.kinds import HEAD, kind_of_content, kind_of_name
from bakeoff.submissions.packages.entries import NOTHING_STATED, StatedInput
from bakeoff.submissions.packages.run_files import group_of
from bakeoff_site.accounts.models import User
from bakeoff_site.campaigns.models import Team
from bakeoff_site.campaigns.services.locks import lock_open_campaign
from bakeoff_site.core.refusals import RefusedError
from bakeoff_site.core.storage import part_files
from bakeoff_site.core.storage.files import KeptFile, keep, keep_path
from bakeoff_site.jobs.services import request_draft_check
from bakeoff_site.submissions.choices import DraftRole, SubmissionState
from bakeoff_site.submissions.draft_reports import keys_of, report_of
from bakeoff_site.submissions.models import Draft, DraftFile, Submission, Upload
from bakeoff_site.submissions.selectors.quotas import check_room
from bakeoff_site.submissions.services.packages import check_beforehand, within_limit, within_room
from bakeoff_site.submissions.services.uploads import complete_upload, part_of

VALID_FOR = timedelta(days=7)
"""How long a draft is kept after its last change."""
MOST_FILES = 50
"""That a team may have in its drafts."""
_GONE = "This draft was submitted or removed meanwhile. Load the page again."


@dataclass(frozen=True, slots=True)
class _Said:
    """What a team said of a file."""

    name: str
    package: str
    stated: StatedInput


def add_draft_file(
    team: Team,
    *,
    name: str,
    chunks: Iterable[bytes],
    package: str = "",
    stated: StatedInput = NOTHING_STATED,
    by: User,
) -> Draft:
    """Takes a file that came in one request into a draft."""
    name = check_beforehand(team, name=name, package=package, stated=stated)
    _check_number(team, name)
    kept = keep(within_room(team, within_limit(chunks)))
    return _add(team, kept, _Said(name, package, stated), by=by)


def draft_of_submission(submission: Submission, *, by: User) -> Draft:
    """Takes a package that was rejected into a draft, so that it can be fixed and submitted again."""
    team = submission.team
    if team is None or submission.state != SubmissionState.INVALID:
        raise RefusedError("Only a package that was rejected can be fixed and submitted again.")
    check_beforehand(team, name=submission.name, package="")
    stated = StatedInput(submission.input or None, tuple(submission.released_runs.splitlines()))
    kept = KeptFile(submission.sha256, submission.size)
    return _add(team, kept, _Said(submission.name, "", stated), by=by, is_counted=True)


def finish_as_draft(team: Team, upload_id: UUID) -> Draft:
    """Takes a complete upload into a draft; asked again, the same one."""
    if (done := _draft_of(team, upload_id)) is not None:
        return done
    upload = team.uploads.filter(pk=upload_id).first()
    if upload is None:
        raise RefusedError("This upload has expired, or its file was removed. Send the file again.")
    try:
        with part_files.held(part_of(upload)):
            draft = _draft_of(team, upload_id) or _taken(upload)
    except part_files.FileLockedError:
        raise RefusedError("The file is being finished already; ask again in a moment.") from None
    part_files.remove(part_of(upload))
    return draft


def _draft_of(team: Team, upload_id: UUID) -> Draft | None:
    return team.drafts.filter(files__upload=upload_id).first()


def _taken(announced: Upload) -> Draft:
    upload = complete_upload(announced)
    name = check_beforehand(upload.team, name=upload.name, package=upload.package)
    kept = keep_path(part_files.path_of(part_of(upload)))
    stated = StatedInput(upload.input or None, tuple(upload.released_runs.splitlines()))
    said = _Said(name, upload.package, stated)
    return _add(upload.team, kept, said, by=upload.user, upload=upload, is_counted=True)


def _add(
    team: Team, kept: KeptFile, said: _Said, *, by: User, upload: Upload | None = None, is_counted: bool = False
) -> Draft:
    """Adds a file to a draft; `is_counted` where the team has its room already, as that of an upload that started."""
    group = _group_of(team, kept, said)
    with transaction.atomic():
        lock_open_campaign(team.campaign_id)
        _check_number(team, said.name)
        draft = _draft_for(team, said, group)
        if not is_counted:
            check_room(team, kept.size)
        DraftFile.objects.create(
            draft=draft,
            name=said.name,
            sha256=kept.sha256,
            size=kept.size,
            upload=upload.pk if upload else None,
            added_by=by,
        )
        if upload is not None:
            Upload.objects.filter(pk=upload.pk).delete()
        _changed(draft)
    return draft


def _group_of(team: Team, kept: KeptFile, said: _Said) -> str:
    """What a run belongs to that is no archive; empty for one that is submitted by itself."""
    with kept.path.open("rb") as stream:
        start = stream.read(HEAD)
    if kind_of_name(said.name) is not None or kind_of_content(start) is not None:
        return ""
    group = group_of(said.name, team.campaign.rules, team=team.code, package=said.package or None)
    return group.key if group else ""


def _draft_for(team: Team, said: _Said, group: str) -> Draft:
    """The draft that a file goes into: that of its group, or that of a file of the same name, which it replaces."""
    same = DraftFile.objects.filter(
        draft__team=team, draft__submission=None, role=DraftRole.SENT, name=said.name
    ).select_related("draft")
    before = [file.draft for file in same]
    same.delete()
    draft = team.drafts.filter(submission=None, group=group).first() if group else None
    if draft is None:
        draft = next((each for each in before if each.group == group and not each.group), None)
    for emptied in before:
        if draft is None or emptied.pk != draft.pk:
            _changed_or_empty(emptied)
    draft = draft or Draft(campaign=team.campaign, team=team, group=group)
    draft.fixes = [key for key in draft.fixes if key.partition(":")[2] != said.name] if group else []
    draft.package, draft.input = said.package, said.stated.input or ""
    draft.released_runs = "\n".join(said.stated.released_runs)
    draft.expires_at = timezone.now() + VALID_FOR
    draft.save()
    return draft


def _check_number(team: Team, name: str) -> None:
    files = DraftFile.objects.filter(draft__team=team, draft__submission=None, role=DraftRole.SENT).exclude(name=name)
    if files.count() >= MOST_FILES:
        raise RefusedError(f"Your team has {MOST_FILES} files in its drafts. Submit or remove some first.")


def remove_draft_file(draft: Draft, file_id: int) -> None:
    """Removes a file from a draft; with the last one goes the draft."""
    with transaction.atomic():
        locked = _locked(draft)
        locked.files.filter(pk=file_id, role=DraftRole.SENT).delete()
        _changed_or_empty(locked)


def discard_draft(draft: Draft) -> None:
    """Gives a draft up."""
    with transaction.atomic():
        _locked(draft).delete()


def apply_fixes(draft: Draft, keys: Sequence[str] | None = None) -> Draft:
    """Has changes made in a draft, of those that the last check offers; all of them where none is named."""
    with transaction.atomic():
        locked = _locked(draft)
        offered = keys_of(report_of(locked).possible)
        wanted = offered if keys is None else [key for key in keys if key in offered]
        if not wanted:
            raise RefusedError("This can no longer be fixed for you: the files changed. Load the page again.")
        locked.fixes = list(dict.fromkeys([*locked.fixes, *wanted]))
        _changed(locked)
    return locked


def undo_fix(draft: Draft, key: str) -> Draft:
    """Takes a change back: the file is again as it was sent."""
    with transaction.atomic():
        locked = _locked(draft)
        if key not in locked.fixes:
            raise RefusedError("This change was undone already.")
        locked.fixes = [each for each in locked.fixes if each != key]
        _changed(locked)
    return locked


def check_again(draft: Draft) -> Draft:
    """Has a draft checked again, because rules, dates or earlier submissions changed."""
    with transaction.atomic():
        locked = _locked(draft)
        _changed(locked)
    return locked


def clear_drafts(now: datetime) -> int:
    """Removes drafts that nobody has changed for long; how many. Their files leave the disk with the next sweep."""
    expired = Draft.objects.filter(submission=None, expires_at__lte=now)
    return expired.delete()[1].get("submissions.Draft", 0)


def _locked(draft: Draft) -> Draft:
    """The draft as it is now; nobody else changes or submits it until the transaction ends."""
    lock_open_campaign(draft.campaign_id)
    locked = Draft.objects.select_for_update().filter(pk=draft.pk, submission=None).first()
    if locked is None:
        raise RefusedError(_GONE)
    return locked


def _changed(draft: Draft) -> None:
    draft.revision += 1
    draft.expires_at = timezone.now() + VALID_FOR
    draft.save()
    draft.files.filter(role=DraftRole.PACKAGE).delete()  # made of what is no longer so
    request_draft_check(draft)


def _changed_or_empty(draft: Draft) -> None:
    if draft.files.filter(role=DraftRole.SENT).exists():
        _changed(draft)
    else:
        draft.delete()
