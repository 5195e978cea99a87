"""What people judged, as much of it as the rulebook releases."""

from __future__ import annotations

from typing import Any, Literal

from django.http import Http404, HttpResponse, StreamingHttpResponse
from django.utils import timezone
from ninja import Router

from bakeoff_site.api.authentication import TokenRequest, shown
from bakeoff_site.api.bodies import FILE_ANSWER
from bakeoff_site.api.pagination import Limit, Offset, page_of
from bakeoff_site.api.schemas.evaluation.human_boards import (
    HumanBoardOut,
    HumanBoardRow,
    human_board_out,
    human_board_row,
)
from bakeoff_site.api.schemas.shared import Page
from bakeoff_site.api.views.access import role_in
from bakeoff_site.api.views.evaluation.results import TABLE_ANSWER, Format
from bakeoff_site.campaigns.permissions import CampaignRole
from bakeoff_site.core.refusals import RefusedError
from bakeoff_site.results.conversions.human_boards import HumanBoardView
from bakeoff_site.results.conversions.human_downloads import tables_of
from bakeoff_site.results.selectors.human_boards import human_board_for, human_boards_for
from bakeoff_site.results.views.human_boards import human_file, judgments_file

router = Router(tags=["results"])
HumanTable = Literal["ranking", "pairs", "agreement", "systems", "editors", "by-system", "edits", "effort", "pauses"]
_BOARD = "/campaigns/{slug}/human-boards/{evaluation}/{language_pair}/{test_set}"


@router.get(
    "/campaigns/{slug}/human-boards",
    response=Page[HumanBoardRow],
    auth=shown,
    summary="Boards of what people judged that you can see",
)
def list_human_boards(request: TokenRequest, slug: str, limit: Limit, offset: Offset) -> dict[str, Any]:
    boards = human_boards_for(role_in(request, slug), timezone.now())
    return page_of(request, boards, limit, offset, human_board_row)


@router.get(
    _BOARD,
    response=HumanBoardOut,
    auth=shown,
    summary="Systems ranked by people, with intervals, clusters, pairs and the agreement of judges",
    description="Until the rulebook releases it (`human-scores`), and while people judge, only organisers see it.",
)
def show_human_board(
    request: TokenRequest, slug: str, evaluation: str, language_pair: str, test_set: str
) -> HumanBoardOut:
    return human_board_out(_board(role_in(request, slug), evaluation, language_pair, test_set))


@router.get(
    f"{_BOARD}/table",
    auth=shown,
    summary="A human board as a file: tsv, csv, json, markdown or latex",
    description="JSON holds all of it, as `bakeoff human analyse --format json` writes it. Post-edits have the tables "
    "`systems` (mTER, HTER, TER), `editors`, `by-system`, `edits`, `effort` and `pauses`, too.",
    openapi_extra=TABLE_ANSWER,
)
def fetch_human_table(
    request: TokenRequest,
    slug: str,
    evaluation: str,
    language_pair: str,
    test_set: str,
    *,
    table: HumanTable = "ranking",
    format: Format = "tsv",
) -> HttpResponse:
    view = _board(role_in(request, slug), evaluation, language_pair, test_set)
    if table not in tables_of(view):
        raise RefusedError(
            f"There is no table {table} here: post-edits have it. There are: {', '.join(tables_of(view))}."
        )
    return human_file(view, slug, table, format)


@router.get(
    f"{_BOARD}/judgments",
    auth=shown,
    summary="The judgments behind a human board as JSON Lines, where they are released",
    description="Of its evaluation in all language pairs; judges have labels. `bakeoff human analyse` reads them.",
    openapi_extra=FILE_ANSWER,
)
def fetch_released_judgments(
    request: TokenRequest, slug: str, evaluation: str, language_pair: str, test_set: str
) -> StreamingHttpResponse:
    role = role_in(request, slug)
    return judgments_file(role, _board(role, evaluation, language_pair, test_set))


def _board(role: CampaignRole, evaluation: str, language_pair: str, test_set: str) -> HumanBoardView:
    view = human_board_for(role, timezone.now(), evaluation=evaluation, language_pair=language_pair, test_set=test_set)
    if view is None:
        raise Http404
    return view
