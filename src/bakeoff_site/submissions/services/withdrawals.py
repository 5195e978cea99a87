"""Submissions are withdrawn; what they were stays on record."""

from __future__ import annotations

from django.db import transaction
from django.utils import timezone

from bakeoff_site.accounts.models import User
from bakeoff_site.campaigns.services.outputs import repack
from bakeoff_site.core.audit import record
from bakeoff_site.core.refusals import RefusedError
from bakeoff_site.submissions.choices import SubmissionState
from bakeoff_site.submissions.models import Board, Run, Submission
from bakeoff_site.submissions.services.runs import compare_again


def withdraw_submission(submission: Submission, *, by: User, reason: str) -> Submission:
    """The runs of a submission no longer count; what they had replaced counts again."""
    if not reason.strip():
        raise RefusedError("Say why it is withdrawn.")
    with transaction.atomic():
        locked = Submission.objects.select_for_update().get(pk=submission.pk)
        if locked.state == SubmissionState.WITHDRAWN:
            raise RefusedError("It is withdrawn already.")
        if locked.state == SubmissionState.INVALID:
            raise RefusedError("It was rejected and will not be scored anyway.")
        locked.state = SubmissionState.WITHDRAWN
        locked.withdrawn_at = timezone.now()
        locked.withdrawn_by = by
        locked.withdrawal_reason = reason.strip()
        locked.save()
        runs = list(locked.runs.all())
        for run in runs:
            Run.objects.filter(replaced_by=run).update(replaced_by=run.replaced_by_id)
        locked.runs.update(withdrawn_at=locked.withdrawn_at)
        boards = Board.objects.filter(pk__in={run.board_id for run in runs}).select_related("campaign")
        compare_again(boards)
        if locked.team is not None:
            repack(locked.team)
        record("submission.withdraw", actor=by, campaign=locked.campaign, subject=str(locked), reason=reason.strip())
    return locked
