"""Boards and runs, as much of them as the schedule shows."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal

from django.http import Http404, HttpResponse
from django.utils import timezone
from ninja import Query, Router

from bakeoff.rulebook.release.publication import stage_of_results
from bakeoff.rulebook.schema import InputType
from bakeoff_site.api.authentication import TokenRequest, shown
from bakeoff_site.api.pagination import MOST, Limit, Offset, cut_page, page_of
from bakeoff_site.api.schemas.evaluation.progress import ProgressOut, progress_out
from bakeoff_site.api.schemas.evaluation.results import BoardOut, BoardRow, PairOut, board_out, board_row, pair_out
from bakeoff_site.api.schemas.evaluation.runs import RunResultOut, SegmentOut, run_result_out, segment_out
from bakeoff_site.api.schemas.shared import Page
from bakeoff_site.api.views.access import role_in
from bakeoff_site.campaigns.permissions import CampaignRole
from bakeoff_site.results.conversions.boards import BoardView
from bakeoff_site.results.conversions.downloads import FORMATS
from bakeoff_site.results.conversions.runs import RunView
from bakeoff_site.results.conversions.titles import Kind
from bakeoff_site.results.selectors import SegmentQuery, board_for, board_of, overview_for, run_for
from bakeoff_site.results.selectors.progress import progress_for
from bakeoff_site.results.views.boards import table_file
from bakeoff_site.results.views.progress import progress_file

router = Router(tags=["results"])
TABLE_ANSWER: dict[str, Any] = {
    "responses": {
        200: {
            "description": "The table",
            "content": {media: {"schema": {"type": "string"}} for _, media in FORMATS.values()},
        }
    }
}
_RUN = "/campaigns/{slug}/runs/{key}"
Specification = Annotated[str, Query(description="Evaluation specification; without it the official one.")]
Group = Annotated[str, Query(description="A group of segments, such as genre=nw.")]
Kinds = Annotated[list[Kind], Query([], description="Only systems of this kind; repeat it for several kinds.")]
Inputs = Annotated[list[InputType], Query([], description="Only systems that started from this; may be repeated.")]
Sort = Annotated[
    str, Query(description="Key of a metric, name, team, type or input; with a minus sign before it, reversed.")
]
Format = Literal["tsv", "csv", "json", "markdown", "latex"]


@router.get("/campaigns/{slug}/boards", response=Page[BoardRow], auth=shown, summary="Boards that you can see")
def list_boards(request: TokenRequest, slug: str, limit: Limit, offset: Offset) -> dict[str, Any]:
    overview = overview_for(role_in(request, slug), timezone.now())
    return page_of(request, overview.boards, limit, offset, board_row)


@router.get(
    "/campaigns/{slug}/boards/{int:board_id}",
    response=BoardOut,
    auth=shown,
    summary="A board: systems ranked, with intervals and what is significant",
)
def show_board(
    request: TokenRequest,
    slug: str,
    board_id: int,
    *,
    specification: Specification = "",
    group: Group = "",
    kind: Kinds,
    input: Inputs,
    sort: Sort = "",
    limit: Annotated[int, Query(MOST, ge=1, le=MOST, description="How many systems at most.")],
    offset: Offset,
) -> BoardOut:
    asked = {
        "specification": specification or None,
        "group": group or None,
        "kinds": kind,
        "inputs": input,
        "sort": sort or None,
    }
    role = role_in(request, slug)
    view = _board(role, board_id, asked)
    stage = stage_of_results(role.campaign.rules, timezone.now(), test_set=view.place.test_set_id)
    return board_out(view, offset=offset, limit=limit, stage=stage)


@router.get(
    "/campaigns/{slug}/boards/{int:board_id}/pairs",
    response=Page[PairOut],
    auth=shown,
    summary="Which differences between systems of a board are significant",
)
def list_pairs(
    request: TokenRequest,
    slug: str,
    board_id: int,
    limit: Limit,
    offset: Offset,
    *,
    specification: Specification = "",
    group: Group = "",
    metric: Annotated[str, Query(description="Key of the metric; without it the official one.")] = "",
) -> dict[str, Any]:
    asked = {"specification": specification or None, "group": group or None, "sort": metric or None}
    view = _board(role_in(request, slug), board_id, asked)
    significance = view.significance if view.seen == "all" else None
    if significance is None:
        return cut_page(request, [], 0, limit, offset)
    return page_of(request, list(significance.pairs()), limit, offset, lambda each: pair_out(each, significance.metric))


@router.get(
    "/campaigns/{slug}/boards/{int:board_id}/table",
    auth=shown,
    summary="A board as a file: tsv, csv, json, markdown or latex",
    openapi_extra=TABLE_ANSWER,
)
def fetch_table(
    request: TokenRequest,
    slug: str,
    board_id: int,
    *,
    format: Format = "tsv",
    specification: Specification = "",
    group: Group = "",
    kind: Kinds,
    input: Inputs,
    sort: Sort = "",
) -> HttpResponse:
    asked = {
        "specification": specification or None,
        "group": group or None,
        "kinds": kind,
        "inputs": input,
        "sort": sort or None,
    }
    return table_file(_board(role_in(request, slug), board_id, asked), slug, format)


def _board(role: CampaignRole, board_id: int, asked: Mapping[str, Any]) -> BoardView:
    board = board_of(role.campaign, board_id)
    view = board_for(role, board, timezone.now(), **asked) if board is not None else None
    if view is None or view.seen == "nothing":  # that there is a board says that somebody submitted
        raise Http404
    return view


@router.get(
    "/campaigns/{slug}/progress",
    response=ProgressOut,
    auth=shown,
    summary="This year's systems against earlier years, and the best against baselines",
)
def show_progress(request: TokenRequest, slug: str) -> ProgressOut:
    return progress_out(progress_for(role_in(request, slug), timezone.now()))


@router.get(
    "/campaigns/{slug}/progress/table",
    auth=shown,
    summary="Progress as a file: tsv, csv, json, markdown or latex",
    openapi_extra=TABLE_ANSWER,
)
def fetch_progress(request: TokenRequest, slug: str, *, format: Format = "tsv") -> HttpResponse:
    return progress_file(progress_for(role_in(request, slug), timezone.now()), slug, format)


@router.get(_RUN, response=RunResultOut, auth=shown, summary="A run and its scores")
def show_run(request: TokenRequest, slug: str, key: str) -> RunResultOut:
    return run_result_out(_run(request, slug, key, specification="", wanted=SegmentQuery()))


@router.get(
    f"{_RUN}/segments",
    response=Page[SegmentOut],
    auth=shown,
    summary="The segments of a run: scores, and texts where you may read them",
)
def list_segments(
    request: TokenRequest,
    slug: str,
    key: str,
    limit: Limit,
    offset: Offset,
    *,
    specification: Specification = "",
    metric: Annotated[str, Query(description="By which segments are ordered.")] = "",
    order: Literal["text", "worst", "best"] = "text",
    document: Annotated[str, Query(description="Only segments of this document.")] = "",
) -> dict[str, Any]:
    wanted = SegmentQuery(metric=metric, order=order, document=document, offset=offset, most=limit)
    segments = _run(request, slug, key, specification=specification, wanted=wanted).segments
    lines, count = (segments.lines, segments.pages.found) if segments is not None else ((), 0)
    return cut_page(request, [segment_out(line) for line in lines], count, limit, offset)


def _run(request: TokenRequest, slug: str, key: str, *, specification: str, wanted: SegmentQuery) -> RunView:
    role = role_in(request, slug)
    view = run_for(role, key, timezone.now(), specification=specification or None, wanted=wanted)
    if view is None:
        raise Http404
    return view
