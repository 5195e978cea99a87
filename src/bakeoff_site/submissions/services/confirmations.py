"""Drafts are confirmed: they become submissions with their receipts, all that were chosen or none."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db import transaction
from django.utils import timezone

from bakeoff.submissions.packages.entries import StatedInput
from bakeoff_site.accounts.models import User
from bakeoff_site.campaigns.models import Team
from bakeoff_site.campaigns.services.locks import lock_open_campaign
from bakeoff_site.core.refusals import RefusedError
from bakeoff_site.core.storage.files import KeptFile
from bakeoff_site.submissions.choices import DraftRole
from bakeoff_site.submissions.draft_reports import kind_of, report_of
from bakeoff_site.submissions.models import Draft, DraftFile, Submission
from bakeoff_site.submissions.selectors.draft_outcomes import outcome_of
from bakeoff_site.submissions.services.packages import check_beforehand, receipt_for


@dataclass(frozen=True, slots=True)
class SeenDraft:
    """What someone saw of a draft when they confirmed it."""

    revision: int
    late: bool = False
    unchecked: bool = False
    """Whether they submit it without waiting for the check."""


def confirm_drafts(
    team: Team, seen: Mapping[int, SeenDraft], *, by: User, arrived_at: datetime | None = None
) -> Sequence[Submission]:
    """Submits drafts, by their keys. Asked again, the same receipts.

    The time of the submissions is that of the confirmation: `arrived_at`, or now.
    """
    if not seen:
        raise RefusedError("Choose at least one package to submit.")
    with transaction.atomic():
        lock_open_campaign(team.campaign_id)
        drafts = list(team.drafts.select_for_update().filter(pk__in=seen).order_by("pk"))
        if len(drafts) != len(seen):
            raise RefusedError(
                "Someone of your team removed a draft meanwhile. Look at what is left and confirm again."
            )
        if all(draft.submission_id is not None for draft in drafts):
            return [draft.submission for draft in drafts if draft.submission is not None]
        when = arrived_at or timezone.now()
        return [_confirmed(team, draft, seen[draft.pk], by=by, when=when) for draft in drafts]


def _confirmed(team: Team, draft: Draft, seen: SeenDraft, *, by: User, when: datetime) -> Submission:
    if draft.submission_id is not None:
        raise RefusedError("Someone of your team submitted one of these drafts meanwhile. Look at what is left.")
    if draft.revision != seen.revision:
        raise RefusedError("Someone of your team changed a draft meanwhile. Look at it again before you confirm.")
    file = _file_of(draft, seen)
    check_beforehand(team, name=file.name, package=draft.package)
    _check_outcome(team, draft, file, seen, when)
    submission = receipt_for(
        team,
        KeptFile(file.sha256, file.size),
        name=file.name,
        package=kind_of(draft),
        stated=StatedInput(draft.input or None, tuple(draft.released_runs.splitlines())),
        by=by,
        received_at=when,
        draft=draft,
    )
    Draft.objects.filter(pk=draft.pk).update(submission=submission)
    return submission


def _file_of(draft: Draft, seen: SeenDraft) -> DraftFile:
    """What is submitted: the package that was made, or the file as it was sent."""
    files = list(draft.files.all())
    sent = [file for file in files if file.role == DraftRole.SENT]
    if draft.checked_revision == draft.revision:
        made = [file for file in files if file.role == DraftRole.PACKAGE]
        if made or len(sent) == 1:
            return (made or sent)[0]
    elif seen.unchecked and len(sent) == 1 and not draft.fixes:
        return sent[0]
    raise RefusedError(f"{_named(sent)} is still being checked. Wait a moment, then confirm again.")


def _check_outcome(team: Team, draft: Draft, file: DraftFile, seen: SeenDraft, when: datetime) -> None:
    """Refuses what would be rejected, and what counts for less than people saw."""
    if draft.checked_revision != draft.revision:
        return
    report = report_of(draft)
    if not report.is_valid:
        count = len(report.errors)
        problems = f"{count} problem{'' if count == 1 else 's'}" if count else "a problem"
        raise RefusedError(f"{file.name} has {problems}. Fix them first, or remove the file.")
    outcome = outcome_of(report, team, when)
    if outcome.refusals:
        raise RefusedError(f"{file.name} can no longer be submitted: {'; '.join(outcome.refusals)}.")
    if outcome.is_late and not seen.late:
        raise RefusedError(
            f"The deadline of {file.name} has just passed. You can still submit it, but it will be marked as late. "
            "Confirm again if you want that."
        )


def _named(files: Sequence[DraftFile]) -> str:
    return ", ".join(file.name for file in files)
