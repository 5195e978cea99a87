"""Organisers reject work and count it again, upload what the platform says, and let workers in again."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import uuid4

from django.db import transaction

from bakeoff.human_eval.designs.conduct.platform_statuses import PlatformStatus, status_of
from bakeoff_site.accounts.models import User
from bakeoff_site.core.audit import record
from bakeoff_site.core.refusals import RefusedError
from bakeoff_site.crowds.models import Study, Worker
from bakeoff_site.judging.models import Judge
from bakeoff_site.judging.services.judges import block_judge, readmit_judge


@dataclass(frozen=True, slots=True, kw_only=True)
class TakenStatuses:
    """What came of a table of the platform."""

    known: int
    """Workers of the study who are in it."""
    freed: int
    """Of these, whose items are free again."""
    included: int
    """Whose judgments count again, since the platform says something else now."""
    unknown: tuple[str, ...]
    """Ids in the table that never came to the study."""
    missing: tuple[str, ...]
    """Ids of workers who are not in the table: the platform may not have sent them."""


def reject_work(worker: Worker, *, reason: str, category: str, by: User, now: datetime) -> None:
    """Leaves the work of somebody out and unpaid; others judge the items again."""
    asked, reason = worker.study.crowd.rejection, reason.strip()
    if not reason:
        raise RefusedError("Say why: the worker can read it on the platform.")
    if len(reason) < asked.characters:
        raise RefusedError(
            f"The platform asks for a reason of at least {asked.characters} characters; this one has {len(reason)}."
        )
    if asked.categories and category not in asked.categories:
        raise RefusedError(f"Choose a category that the platform knows: {', '.join(asked.categories)}.")
    with transaction.atomic():
        row = _locked(worker)
        if row.judge is None:
            raise RefusedError("This worker was screened out: there is no work to reject.")
        if row.rejected_at is not None:
            raise RefusedError("The work was rejected already.")
        row.rejected_at, row.rejected_reason, row.rejected_category = now, reason, category
        row.save(update_fields=["rejected_at", "rejected_reason", "rejected_category"])
        _leave_out(row.judge, reason=reason, by=by, now=now)
        _note("crowds.reject", row, by, reason=reason, category=category)


def include_work(worker: Worker, *, by: User, now: datetime) -> None:
    """Counts and pays work that was rejected or stopped by a rule."""
    with transaction.atomic():
        row = _locked(worker)
        if row.judge is None or row.judge.blocked_at is None:
            raise RefusedError("The work of this worker counts already.")
        row.rejected_at, row.rejected_reason, row.rejected_category, row.freed_at = None, "", "", None
        row.save(update_fields=["rejected_at", "rejected_reason", "rejected_category", "freed_at"])
        readmit_judge(row.judge, by=by, now=now)
        _note("crowds.include", row, by)


def release_worker(worker: Worker, *, by: User) -> None:
    """Lets somebody come by the link again from any browser, once; where they were before, they are signed out."""
    with transaction.atomic():
        row = _locked(worker)
        row.key, row.is_released = uuid4(), True
        row.save(update_fields=["key", "is_released"])
        if row.judge is not None:
            row.judge.guest_key = uuid4()
            row.judge.save(update_fields=["guest_key"])
        _note("crowds.release", row, by)


def take_statuses(study: Study, statuses: Sequence[PlatformStatus], *, by: User, now: datetime) -> TakenStatuses:
    """Notes what the platform says of each worker; the items of those who left become free. Repeats change nothing."""
    taken: dict[str, str] = {}
    missing = []
    for worker in study.workers.all():
        found = status_of(statuses, worker=worker.worker_id, session=worker.session_id)
        if found is None:
            missing.append(worker.worker_id)
        else:
            # Each in a transaction of its own: whoever deals waits for one worker, not for all.
            with transaction.atomic():
                taken[worker.worker_id] = _take_status(_locked(worker), found, by=by, now=now)
    freed = list(taken.values()).count(_FREED)
    record("crowds.statuses", actor=by, campaign=study.task.campaign, subject=study.title, freed=freed)
    return TakenStatuses(
        known=len(taken),
        freed=freed,
        included=list(taken.values()).count(_INCLUDED),
        unknown=tuple(dict.fromkeys(each.worker for each in statuses if each.worker not in taken)),
        missing=tuple(missing),
    )


_FREED, _INCLUDED, _NOTED = "freed", "included", "noted"


def _take_status(worker: Worker, found: PlatformStatus, *, by: User, now: datetime) -> str:
    """Notes what the platform says of one worker; what came of it."""
    worker.status = found.status[:40]
    is_gone = found.status in {each.upper() for each in worker.study.crowd.statuses.freeing}
    was_gone, worker.freed_at = worker.freed_at is not None, (worker.freed_at or now) if is_gone else None
    worker.save(update_fields=["status", "freed_at"])
    if worker.judge is None or is_gone == was_gone:
        return _NOTED
    if is_gone:
        _leave_out(worker.judge, reason=f"the platform says {found.status}", by=by, now=now)
        return _FREED
    if worker.rejected_at is None and worker.judge.blocked_at is not None:
        readmit_judge(worker.judge, by=by, now=now)
    return _INCLUDED


def _leave_out(judge: Judge, *, reason: str, by: User, now: datetime) -> None:
    """Their judgments are kept and marked, and others judge the items; who is blocked already stays so."""
    if judge.blocked_at is None:
        block_judge(judge, reason=reason, by=by, now=now)


def _locked(worker: Worker) -> Worker:
    rows = Worker.objects.select_for_update(of=("self",)).select_related(
        "study__task__campaign", "judge__task__campaign"
    )
    return rows.get(pk=worker.pk)


def _note(act: str, worker: Worker, by: User, **details: object) -> None:
    study = worker.study
    record(act, actor=by, campaign=study.task.campaign, subject=study.title, worker=worker.worker_id, **details)
