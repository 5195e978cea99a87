"""Human evaluation: judges get screens and send what they do, organisers plan and follow tasks."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpResponse, StreamingHttpResponse
from django.shortcuts import get_object_or_404
from django.utils import timezone
from ninja import Router

from bakeoff.formats.judgments.interchange import lines_of
from bakeoff_site.api.authentication import TokenRequest, judge, organise, oversee
from bakeoff_site.api.bodies import FILE_ANSWER
from bakeoff_site.api.errors import NotValidError, form_mistakes
from bakeoff_site.api.pagination import Limit, Offset, page_of
from bakeoff_site.api.schemas.evaluation.judging import (
    ActionsIn,
    EvaluationRankingsOut,
    JudgingProgressOut,
    JudgingScreenOut,
    JudgingTaskOut,
    JudgingTaskRowOut,
    NextScreenOut,
    OpeningIn,
    SavedScreenOut,
    StartIn,
    new_action,
    next_out,
    progress_out,
    rankings_out,
    saved_out,
    screen_out,
    task_out,
    task_row_out,
)
from bakeoff_site.api.schemas.evaluation.live_judging import LiveOut, live_out
from bakeoff_site.api.schemas.shared import Page
from bakeoff_site.api.views.access import organiser_of, role_in
from bakeoff_site.campaigns.permissions import CampaignRole
from bakeoff_site.campaigns.views.access import require
from bakeoff_site.core.finding_codes import FIELD
from bakeoff_site.core.http.chart_files import svg_file
from bakeoff_site.core.refusals import RefusedError
from bakeoff_site.judging.choices import JudgesShown
from bakeoff_site.judging.forms import StartForm
from bakeoff_site.judging.models import Judge, Screen, Task
from bakeoff_site.judging.selectors.contents import shown_screen
from bakeoff_site.judging.selectors.exported_forms import exported_file
from bakeoff_site.judging.selectors.judge_rows import find_judges
from bakeoff_site.judging.selectors.judgments import judgments_of
from bakeoff_site.judging.selectors.live import live_chart, live_view
from bakeoff_site.judging.selectors.progress import progress_of
from bakeoff_site.judging.selectors.rankings import rankings_of
from bakeoff_site.judging.selectors.tasks import OwnTask, choosable_in, judge_at_work, own_task, own_tasks, screen_of
from bakeoff_site.judging.services.analyses import refresh_analyses
from bakeoff_site.judging.services.answers import IncompleteAnswerError, save_actions
from bakeoff_site.judging.services.dealing import give_back, next_screen
from bakeoff_site.judging.services.judges import start_judging
from bakeoff_site.judging.services.opening import open_task
from bakeoff_site.judging.services.showing import note_shown

router = Router(tags=["judging"])
_OWN = "/campaigns/{slug}/judging/{slug:task}"
_SCREEN = "/judging/screens/{uuid:key}"
_TASK = "/campaigns/{slug}/judging-tasks/{slug:task}"


@router.get("/judging", response=Page[JudgingTaskRowOut], auth=judge, summary="Tasks that you judge or may judge")
def list_own_judging(request: TokenRequest, limit: Limit, offset: Offset) -> dict[str, Any]:
    return page_of(request, own_tasks(request.auth.person, now=timezone.now()), limit, offset, task_row_out)


@router.get(_OWN, response=JudgingTaskOut, auth=judge, summary="A task: what to read, agree to and choose first")
def show_own_judging(request: TokenRequest, slug: str, task: str) -> JudgingTaskOut:
    return _task_out(own_judging(role_in(request, slug), task))


@router.post(f"{_OWN}/start", response=JudgingTaskOut, auth=judge, summary="Agree, choose, and start to judge a task")
def start_own_judging(request: TokenRequest, slug: str, task: str, body: StartIn) -> JudgingTaskOut:
    role = role_in(request, slug)
    own = own_judging(role, task)
    require(own.may)
    form = StartForm(own, body.dict())
    if not form.is_valid():
        raise form_mistakes(form)
    if body.chosen and "chosen" not in form.fields:
        raise RefusedError("There is nothing to choose in this task. Leave chosen out.")
    start_judging(role, own.task, now=timezone.now(), **form.choices())
    return _task_out(own_judging(role, task))


@router.post(
    f"{_OWN}/next",
    response=NextScreenOut,
    auth=judge,
    summary="The screen to answer next, or why there is none",
    description="Asked again before it is answered, the same screen.",
)
def next_own_screen(request: TokenRequest, slug: str, task: str) -> NextScreenOut:
    now = timezone.now()
    at_work = judge_at_work(request.auth.person, slug, task, now=now) or started_judge(
        own_judging(role_in(request, slug), task)
    )
    found = next_screen(at_work, now=now, is_shown=True)
    if isinstance(found, Screen):
        note_shown(found, now=now)
    return next_out(found)


@router.get(
    _SCREEN,
    response=JudgingScreenOut,
    auth=judge,
    summary="A screen of yours, held or answered, with what is saved of it",
)
def show_own_screen(request: TokenRequest, key: UUID) -> JudgingScreenOut:
    screen = _own_screen(request, key)
    note_shown(screen, now=timezone.now())
    return screen_out(screen)


@router.post(
    f"{_SCREEN}/actions",
    response=SavedScreenOut,
    auth=judge,
    summary="Save what you do on a screen, each action once however often it is sent",
    description="`answer` changes the answer, `submit` makes a judgment of it; on a screen that was answered before, "
    "that is a correction. Refused on an earlier `version` of the screen, and for other texts than it shows: get the "
    "screen again. An answer that is not complete is `invalid`, with a finding for each output that lacks one.",
)
def save_screen_actions(request: TokenRequest, key: UUID, body: ActionsIn) -> SavedScreenOut:
    screen = _own_screen(request, key)
    try:
        saved = save_actions(
            screen,
            [new_action(each) for each in body.actions],
            version=body.version,
            text_digest=body.text_digest,
            now=timezone.now(),
        )
    except IncompleteAnswerError as refusal:
        raise _incomplete(screen, refusal) from None
    return saved_out(saved)


@router.post(
    f"{_SCREEN}/give-back",
    response={204: None},
    auth=judge,
    summary="Give a screen back that you will not answer; others get what it asks",
)
def give_screen_back(request: TokenRequest, key: UUID) -> None:
    give_back(_own_screen(request, key))


@router.put(
    f"{_TASK}/opening",
    response=JudgingProgressOut,
    auth=organise,
    summary="Open or close a task by hand, or with the phase of the rulebook (organisers)",
)
def change_judging_opening(request: TokenRequest, slug: str, task: str, body: OpeningIn) -> JudgingProgressOut:
    found = _task(organiser_of(request, slug), task)
    open_task(found, body.opening, by=request.auth.person)
    return progress_out(progress_of(found))


@router.get(
    f"{_TASK}/judgments",
    auth=oversee,
    summary="The judgments of a task as JSON Lines, as `bakeoff human analyse` reads them (organisers)",
    description="With `all`, also those that do not count: of judges who were blocked or left out, and answers that "
    "came when others had judged the item.",
    openapi_extra=FILE_ANSWER,
)
def fetch_judgments(request: TokenRequest, slug: str, task: str, *, all: bool = False) -> StreamingHttpResponse:
    found = _task(organiser_of(request, slug), task)
    lines = (
        line
        for each in found.evaluations.select_related("task__campaign")
        for line in lines_of(judgments_of(each, counted=not all))
    )
    return StreamingHttpResponse(lines, content_type="application/jsonl; charset=utf-8")


@router.get(
    f"{_TASK}/evaluations/{{code}}/judgments/{{slug:form}}",
    auth=oversee,
    summary="The judgments of an evaluation as another tool writes them (organisers)",
    description="`appraise`, `pearmut`, `mqm` (TSV of WMT), `wmt-ranking-csv`, or `mtme`: an archive with scores and "
    "ratings of mt-metrics-eval. Each tool has forms for some protocols.",
    openapi_extra=FILE_ANSWER,
)
def fetch_judgments_for_tool(
    request: TokenRequest, slug: str, task: str, code: str, form: str, *, all: bool = False
) -> HttpResponse:
    file = exported_file(_task(organiser_of(request, slug), task), code, form, counted=not all)
    return HttpResponse(file.content, content_type=file.content_type)


@router.get(
    f"{_TASK}/live",
    response=LiveOut,
    auth=oversee,
    summary="How the judging of a task goes: coverage, pace, times, cost and judges (organisers)",
    description="While the task is open, systems have labels in place of their names. `show` and `find` choose among "
    "the judges, as on the page: by what they do, and by words of name, team or label.",
)
def show_live_judging(
    request: TokenRequest, slug: str, task: str, show: JudgesShown = JudgesShown.ALL, find: str = ""
) -> LiveOut:
    found, now = _task(organiser_of(request, slug), task), timezone.now()
    refresh_analyses(found, now=now)
    live = live_view(found, now=now)
    return live_out(live, find_judges(live.judges, shown=show, find=find), currency=found.currency)


@router.get(
    f"{_TASK}/evaluations/{{code}}/figures/{{name}}",
    auth=oversee,
    summary="A chart of the live view as an SVG file: `judgments` over time, or a ranking so far (organisers)",
    description="The live view has the names of the charts that there are.",
    openapi_extra=FILE_ANSWER,
)
def fetch_live_chart(request: TokenRequest, slug: str, task: str, code: str, name: str) -> HttpResponse:
    found = _task(organiser_of(request, slug), task)
    return svg_file(live_chart(found, code, name, now=timezone.now()), f"{slug}-{task}-{code}")


@router.get(
    f"{_TASK}/rankings",
    response=list[EvaluationRankingsOut],
    auth=oversee,
    summary="What the judgments of a task say so far (organisers)",
    description="While the task is open, systems have labels in place of their names.",
)
def show_rankings_so_far(request: TokenRequest, slug: str, task: str) -> list[EvaluationRankingsOut]:
    found, now = _task(organiser_of(request, slug), task), timezone.now()
    refresh_analyses(found, now=now)
    return [rankings_out(each) for each in rankings_of(found, now=now)]


def own_judging(role: CampaignRole, task: str) -> OwnTask:
    """A task for whom it is for: people whom the organisers asked to judge it, and organisers."""
    own = own_task(role, _task(role, task), now=timezone.now())
    if not own.is_asked and not role.is_organiser:
        raise PermissionDenied("This task is for judges whom the organisers invited.")
    return own


def _task(role: CampaignRole, slug: str) -> Task:
    found: Task = get_object_or_404(role.campaign.judging_tasks, slug=slug)
    found.campaign = role.campaign
    return found


def _task_out(own: OwnTask) -> JudgingTaskOut:
    return task_out(own, choosable_in(own.task))


def started_judge(own: OwnTask) -> Judge:
    """Somebody who may judge now and has started."""
    require(own.may)
    if own.judge is None or not own.has_started:
        raise RefusedError("Start the task first: read the instructions, agree and choose.")
    return own.judge


def _own_screen(request: TokenRequest, key: UUID) -> Screen:
    screen = screen_of(request.auth.person, key)
    if screen is None:
        raise Http404
    return screen


def _incomplete(screen: Screen, refusal: IncompleteAnswerError) -> NotValidError:
    letters = shown_screen(screen).letters
    findings = [
        FIELD.finding(found="nothing", expected=f"{letters[number]}: an answer to this output")
        for number in refusal.missing
    ]
    return NotValidError(str(refusal), findings)
