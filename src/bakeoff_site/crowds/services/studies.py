"""Organisers make studies, close them, and open them again."""

from __future__ import annotations

import re
import secrets
from collections.abc import Mapping
from datetime import datetime

from django.db import transaction

from bakeoff.rulebook.schema.crowds import Crowd
from bakeoff_site.accounts.models import User
from bakeoff_site.campaigns.services.locks import lock_open_campaign
from bakeoff_site.core.audit import record
from bakeoff_site.core.refusals import RefusedError
from bakeoff_site.crowds.choices import Outcome
from bakeoff_site.crowds.models import Study
from bakeoff_site.judging.models import Task

MOST_WORKERS = 10_000
_CODE = re.compile(r"[A-Za-z0-9_-]{4,40}")


def new_codes() -> dict[str, str]:
    """A code for each outcome that nobody can guess."""
    return {str(outcome): f"C{secrets.token_hex(4).upper()}" for outcome in Outcome}


def make_study(
    task: Task, crowd: Crowd, *, title: str, most_workers: int, by: User, codes: Mapping[str, str] | None = None
) -> Study:
    """A study of a task; codes that are not given are drawn."""
    if not title.strip():
        raise RefusedError("Give the study a title.")
    if not 1 <= most_workers <= MOST_WORKERS:
        raise RefusedError(f"A study has between 1 and {MOST_WORKERS:,} workers.")
    known = new_codes()
    known |= {outcome: code for outcome, code in (codes or {}).items() if outcome in known and code}
    _require_codes(known)
    with transaction.atomic():
        lock_open_campaign(task.campaign_id)
        study = Study.objects.create(
            task=task,
            title=title.strip(),
            rules=crowd.model_dump(mode="json"),
            codes=known,
            most_workers=most_workers,
            made_by=by,
        )
        _note("crowds.make", study, by)
    return study


def close_study(study: Study, *, by: User, now: datetime) -> None:
    """Lets nobody new in; who has started can finish."""
    _set_closed(study, now, "crowds.close", by)


def reopen_study(study: Study, *, by: User) -> None:
    _set_closed(study, None, "crowds.reopen", by)


def _set_closed(study: Study, closed_at: datetime | None, act: str, by: User) -> None:
    with transaction.atomic():
        row = Study.objects.select_for_update().get(pk=study.pk)
        if (row.closed_at is None) == (closed_at is None):
            raise RefusedError(f"The study is {'open' if closed_at is None else 'closed'} already.")
        row.closed_at = study.closed_at = closed_at
        row.save(update_fields=["closed_at"])
        _note(act, study, by)


def _require_codes(codes: Mapping[str, str]) -> None:
    for code in codes.values():
        if not _CODE.fullmatch(code):
            raise RefusedError(f"A code has 4 to 40 letters, digits, - or _, not {code[:50]!r}.")
    if len({code.lower() for code in codes.values()}) < len(codes):
        raise RefusedError(
            "Two outcomes have the same code. Give each its own, so that the platform can tell them apart."
        )


def _note(act: str, study: Study, by: User) -> None:
    record(act, actor=by, campaign=study.task.campaign, subject=study.title, task=study.task.title)
