"""Studies of crowds: made, followed, reviewed and paid by organisers."""

from __future__ import annotations

from typing import Any

from django.http import HttpResponse
from django.shortcuts import get_object_or_404
from django.utils import timezone
from ninja import Router

from bakeoff.human_eval.designs.conduct.platform_statuses import PlatformStatus
from bakeoff_site.api.authentication import TokenRequest, organise, oversee
from bakeoff_site.api.bodies import FILE_ANSWER
from bakeoff_site.api.pagination import Limit, Offset, page_of
from bakeoff_site.api.schemas.evaluation.crowds import (
    RejectionIn,
    StatusesIn,
    StatusesOut,
    StudyIn,
    StudyOpeningIn,
    StudyOut,
    StudyWorkersOut,
    statuses_out,
    study_out,
    study_workers_out,
)
from bakeoff_site.api.schemas.shared import Page
from bakeoff_site.api.views.access import organiser_of
from bakeoff_site.core.http.table_files import table_file
from bakeoff_site.core.refusals import RefusedError
from bakeoff_site.crowds.models import Study, Worker
from bakeoff_site.crowds.selectors.pay_table import pay_table
from bakeoff_site.crowds.selectors.studies import crowds_for, studies_of
from bakeoff_site.crowds.selectors.workers import study_view
from bakeoff_site.crowds.services.reviews import include_work, reject_work, take_statuses
from bakeoff_site.crowds.services.studies import close_study, make_study, reopen_study
from bakeoff_site.judging.models import Task
from bakeoff_site.judging.views.access import task_of

router = Router(tags=["judging"])
_STUDIES = "/campaigns/{slug}/judging-tasks/{slug:task}/studies"
_STUDY = f"{_STUDIES}/{{int:study_id}}"
_REJECTION = f"{_STUDY}/workers/{{int:worker_id}}/rejection"


@router.get(
    _STUDIES,
    response=Page[StudyOut],
    auth=organise,
    summary="Studies of a task on platforms that send workers (organisers)",
)
def list_studies(request: TokenRequest, slug: str, task: str, limit: Limit, offset: Offset) -> dict[str, Any]:
    return page_of(request, studies_of(_task(request, slug, task)), limit, offset, study_out)


@router.post(
    _STUDIES,
    response={201: StudyOut},
    auth=organise,
    summary="Make a study: its link and its codes are for the platform (organisers)",
)
def add_study(request: TokenRequest, slug: str, task: str, body: StudyIn) -> StudyOut:
    found = _task(request, slug, task)
    crowds = crowds_for(found)
    if body.crowd not in crowds:
        raise RefusedError(f"There is no crowd {body.crowd!r}. Choose one of {', '.join(crowds)}.")
    codes = {str(outcome): code for outcome, code in body.codes.items()}
    return study_out(
        make_study(
            found,
            crowds[body.crowd],
            title=body.title,
            most_workers=body.most_workers,
            codes=codes,
            by=request.auth.person,
        )
    )


@router.get(
    _STUDY,
    response=StudyWorkersOut,
    auth=organise,
    summary="A study with its workers: what they did, trust, codes and pay (organisers)",
)
def show_study(request: TokenRequest, slug: str, task: str, study_id: int) -> StudyWorkersOut:
    return study_workers_out(study_view(_study(request, slug, task, study_id)))


@router.put(
    f"{_STUDY}/opening",
    response=StudyOut,
    auth=organise,
    summary="Close a study to new workers, or open it again (organisers)",
)
def change_study_opening(request: TokenRequest, slug: str, task: str, study_id: int, body: StudyOpeningIn) -> StudyOut:
    found, by = _study(request, slug, task, study_id), request.auth.person
    if body.closed:
        close_study(found, by=by, now=timezone.now())
    else:
        reopen_study(found, by=by)
    return study_out(found)


@router.get(
    f"{_STUDY}/pay",
    auth=oversee,
    summary="The pay report of a study as CSV (organisers)",
    openapi_extra=FILE_ANSWER,
)
def fetch_pay_report(request: TokenRequest, slug: str, task: str, study_id: int) -> HttpResponse:
    found = _study(request, slug, task, study_id)
    return table_file(pay_table(study_view(found)), stem=f"{slug}-{task}-study{found.pk}-pay", ending="csv")


@router.put(
    _REJECTION,
    response={204: None},
    auth=organise,
    summary="Reject the work of a worker; others judge its items (organisers)",
)
def reject_crowd_work(
    request: TokenRequest, slug: str, task: str, study_id: int, worker_id: int, *, body: RejectionIn
) -> None:
    worker = _worker(_study(request, slug, task, study_id), worker_id)
    reject_work(worker, reason=body.reason, category=body.category, by=request.auth.person, now=timezone.now())


@router.delete(
    _REJECTION,
    response={204: None},
    auth=organise,
    summary="Count and pay the work of a worker again (organisers)",
)
def include_crowd_work(request: TokenRequest, slug: str, task: str, study_id: int, worker_id: int) -> None:
    worker = _worker(_study(request, slug, task, study_id), worker_id)
    include_work(worker, by=request.auth.person, now=timezone.now())


@router.post(
    f"{_STUDY}/statuses",
    response=StatusesOut,
    auth=organise,
    summary="Say what the platform says of its submissions; items of workers who left become free (organisers)",
)
def add_platform_statuses(request: TokenRequest, slug: str, task: str, study_id: int, body: StatusesIn) -> StatusesOut:
    said = [
        PlatformStatus(worker=each.worker, session=each.session, status=each.status.upper(), line=number)
        for number, each in enumerate(body.statuses, start=1)
    ]
    found = _study(request, slug, task, study_id)
    return statuses_out(take_statuses(found, said, by=request.auth.person, now=timezone.now()))


def _task(request: TokenRequest, slug: str, task: str) -> Task:
    return task_of(organiser_of(request, slug), task)


def _study(request: TokenRequest, slug: str, task: str, study_id: int) -> Study:
    rows = Study.objects.select_related("task__campaign", "made_by")
    return get_object_or_404(rows, task=_task(request, slug, task), pk=study_id)


def _worker(study: Study, worker_id: int) -> Worker:
    worker: Worker = get_object_or_404(study.workers, pk=worker_id)
    worker.study = study
    return worker
