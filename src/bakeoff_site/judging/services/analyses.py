"""Analyses of many judgments, which workers make and keep for those who follow an evaluation."""

from __future__ import annotations

import time
from datetime import datetime, timedelta

from django.utils import timezone

from bakeoff_site.jobs.choices import OPEN_STATES, JobKind
from bakeoff_site.jobs.models import Job
from bakeoff_site.jobs.services import request_analysis
from bakeoff_site.judging.models import CollectedPart, Evaluation, StoredAnalysis, Task
from bakeoff_site.judging.selectors.collected import collected
from bakeoff_site.judging.selectors.judgments import judgments_after, left_out
from bakeoff_site.judging.selectors.rankings import is_of, is_quick, make_content

_PAUSE = timedelta(seconds=30)
"""Between two analyses of the same judgments at least."""
_QUIET_PAUSE = timedelta(minutes=10)
"""The same where nobody looks at the live view."""
_SHARE = 5
"""A worker spends no more than this fraction of its time on them."""


def refresh_analyses(task: Task, *, now: datetime, turned: int | None = None) -> None:
    """Asks workers to analyse again what they analysed before judgments came, or judges were left out.

    Evaluations with few judgments are analysed whenever somebody asks.
    """
    for evaluation in task.evaluations.select_related("task__campaign"):
        _refresh(evaluation, now=now, turned=turned)


def refresh_outdated(now: datetime) -> None:
    """The same for all evaluations with many judgments, less often: boards show what was analysed last."""
    many = Evaluation.objects.filter(pk__in=CollectedPart.objects.values("evaluation"))
    for evaluation in many.select_related("task__campaign"):
        if not _is_known(evaluation):
            _refresh(evaluation, now=now, turned=None, least=_QUIET_PAUSE)


def _is_known(evaluation: Evaluation) -> bool:
    """Whether the stored analysis is of all judgments, without reading them."""
    stored = StoredAnalysis.objects.filter(evaluation=evaluation, turned=None).only("last_judgment", "left_out").first()
    if stored is None or frozenset(stored.left_out) != left_out(evaluation.task):
        return False
    return not judgments_after(evaluation, stored.last_judgment)


def _refresh(evaluation: Evaluation, *, now: datetime, turned: int | None, least: timedelta = _PAUSE) -> None:
    found = collected(evaluation)
    if is_quick(found):
        return
    stored, _ = StoredAnalysis.objects.get_or_create(evaluation=evaluation, turned_id=turned)
    out = _out(evaluation, turned)
    if is_of(stored, found, out):
        return
    pause = max(least, timedelta(seconds=_SHARE * stored.seconds))
    is_due = stored.made_at is None or frozenset(stored.left_out) != out or now - stored.made_at >= pause
    if is_due and not _is_asked(stored):
        request_analysis(stored.pk, evaluation_id=evaluation.pk, campaign_id=evaluation.task.campaign_id)


def _is_asked(stored: StoredAnalysis) -> bool:
    return Job.objects.filter(kind=JobKind.ANALYSE_JUDGMENTS, subject_id=stored.pk, state__in=OPEN_STATES).exists()


def make_analysis(stored: StoredAnalysis) -> None:
    """Analyses the judgments that are there now, and keeps what they say."""
    evaluation = stored.evaluation
    start = time.monotonic()
    found, out = collected(evaluation), _out(evaluation, stored.turned_id)
    now = found.snapshot(out)
    made = make_content(evaluation, found, now, out)
    stored.last_judgment, stored.judgments, stored.left_out = now.last, now.judgments, sorted(out)
    stored.content, stored.reason = made.content, made.reason
    stored.made_at, stored.seconds = timezone.now(), time.monotonic() - start
    stored.save()


def _out(evaluation: Evaluation, turned: int | None) -> frozenset[int]:
    out = left_out(evaluation.task)
    return out if turned is None else out ^ {turned}
