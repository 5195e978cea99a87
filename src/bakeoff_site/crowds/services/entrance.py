"""Workers come by the link of a study.

An id in a link is no password: whoever guesses one could act for its owner. So the first browser that comes with an id
gets a key, and from then on the key is asked for: by the cookie of that browser, or by the personal link, which is
signed. Organisers can let somebody in again who lost both.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import datetime
from uuid import UUID, uuid4

from django.db import transaction

from bakeoff.human_eval.designs.conduct.crowd_links import Arrival, is_from, speaks
from bakeoff_site.accounts.choices import Act
from bakeoff_site.accounts.errors import UsedUpError
from bakeoff_site.accounts.throttling import Share, spend
from bakeoff_site.core.refusals import RefusedError, TooOftenError
from bakeoff_site.crowds.choices import Outcome
from bakeoff_site.crowds.models import Study, Worker
from bakeoff_site.crowds.selectors.studies import needed_languages
from bakeoff_site.judging.models import Judge
from bakeoff_site.judging.selectors.contents import is_open_now
from bakeoff_site.judging.selectors.instructions import consent_of

FROM_ADDRESS_A_DAY = 100
"""Times that somebody comes by a link from one network address: a hall of residence may share one."""


class KnownElsewhereError(RefusedError):
    """Somebody comes with an id that another browser has started with."""

    def __init__(self) -> None:
        super().__init__(
            "Somebody has started with this id in another browser. Continue there, or open the personal link that you "
            "saw when you started. If you have neither, ask the organisers to let you in again."
        )


def enter(
    study: Study,
    arrival: Arrival,
    *,
    languages: Sequence[str],
    agrees: bool,
    keys: Collection[UUID],
    address: str,
    now: datetime,
    language: str = "",
) -> Worker:
    """Lets a worker in, or screens them out. `keys` are those that the browser knows, `languages` what they speak."""
    if arrival.is_preview:
        raise RefusedError("This is a preview. Accept the task on the platform before you start.")
    if arrival.problem:
        raise RefusedError(f"{arrival.problem} Open the study from the platform again.")
    _require_share(address)
    with transaction.atomic():
        study = Study.objects.select_for_update(of=("self",)).select_related("task__campaign").get(pk=study.pk)
        if (known := study.workers.filter(worker_id=arrival.worker).first()) is not None:
            return _come_back(known, keys)
        if problem := problem_with(study, now=now):
            raise RefusedError(problem)
        if consent_of(study.task) and not agrees:
            raise RefusedError("Tick that you agree before you start.")
        earlier = Worker.objects.filter(study__task=study.task_id, worker_id=arrival.worker, judge__isnull=False)
        before = earlier.select_related("judge").order_by("pk").last()
        if before is not None and before.key not in keys:
            raise KnownElsewhereError
        worker = Worker(
            study=study,
            worker_id=arrival.worker,
            session_id=arrival.session,
            platform_study=arrival.study,
            languages=list(languages),
            arrived_at=now,
        )
        judge = None if before is None else before.judge
        fits = is_from(study.crowd, arrival.country) and speaks(needed_languages(study), languages)
        if not fits or (judge is not None and judge.blocked_at is not None):
            worker.outcome, worker.ended_at = Outcome.SCREENED_OUT, now
        else:
            _make_judge(worker, judge, language=language, now=now)
        worker.save()
    return worker


def problem_with(study: Study, *, now: datetime) -> str:
    """Why nobody new can come to a study; nothing where they can."""
    sorry = "Return your submission on the platform."
    if study.closed_at is not None:
        return f"This study is closed. {sorry}"
    if not is_open_now(study.task, now=now):
        return f"This study is not open now. {sorry}"
    placed = study.workers.filter(freed_at=None, rejected_at=None).exclude(outcome=Outcome.SCREENED_OUT)
    return f"This study has all the workers it needs. {sorry}" if placed.count() >= study.most_workers else ""


def _come_back(worker: Worker, keys: Collection[UUID]) -> Worker:
    if worker.key in keys:
        return worker
    if not worker.is_released:
        raise KnownElsewhereError
    worker.is_released = False
    worker.save(update_fields=["is_released"])
    return worker


def _make_judge(worker: Worker, judge: Judge | None, *, language: str, now: datetime) -> None:
    """Makes a worker a judge of the task; who judged it in an earlier study continues as the same judge."""
    screens = worker.study.crowd.screens
    if judge is None:
        worker.judge = Judge.objects.create(
            task=worker.study.task, guest_key=uuid4(), most_screens=screens, started_at=now, language=language
        )
        return
    last = judge.screens.order_by("number").last()
    worker.judge, worker.after = judge, 0 if last is None else last.number
    judge.most_screens = None if screens is None or judge.most_screens is None else judge.most_screens + screens
    judge.save(update_fields=["most_screens"])


def _require_share(address: str) -> None:
    try:
        spend(Act.ENTER, [Share("address", address, FROM_ADDRESS_A_DAY)])
    except UsedUpError as error:
        raise TooOftenError(
            f"Too many workers came from your network today. Try again in {error.wait}.", seconds=error.seconds
        ) from error
