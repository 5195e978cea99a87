"""Scores of metrics that are not computed here: uploaded, listed and fetched by organisers."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from django.http import FileResponse
from django.shortcuts import get_object_or_404
from ninja import Query, Router

from bakeoff_site.api.authentication import TokenRequest, organise, read
from bakeoff_site.api.bodies import FILE_ANSWER, FILE_BODY, pieces_of
from bakeoff_site.api.pagination import Limit, Offset, page_of
from bakeoff_site.api.schemas.evaluation.score_files import ScoreFileOut, score_file_out
from bakeoff_site.api.schemas.shared import Page
from bakeoff_site.api.views.access import organiser_of
from bakeoff_site.core.names import PlainName
from bakeoff_site.scoring.models import ScoreUpload
from bakeoff_site.scoring.services.score_files import upload_scores, withdraw_scores
from bakeoff_site.scoring.views.score_files import score_file

router = Router(tags=["results"])


@router.get(
    "/campaigns/{slug}/boards/{int:board_id}/score-files",
    response=Page[ScoreFileOut],
    auth=read,
    summary="Uploaded score files of a board, newest first (organisers)",
)
def list_score_files(request: TokenRequest, slug: str, board_id: int, limit: Limit, offset: Offset) -> dict[str, Any]:
    board = get_object_or_404(organiser_of(request, slug).campaign.boards.all(), pk=board_id)
    return page_of(request, board.score_uploads.select_related("uploaded_by"), limit, offset, score_file_out)


@router.post(
    "/campaigns/{slug}/boards/{int:board_id}/score-files",
    response={201: ScoreFileOut},
    auth=organise,
    summary="Upload scores of a metric that is not computed here (organisers)",
    description="The body is the file itself: a table with the columns `system` and `score`, for scores of segments "
    "also `segment` and perhaps `document`. The rulebook names the metric in `outside`. All of the file is taken, or "
    "nothing.",
    openapi_extra=FILE_BODY,
)
def add_score_file(
    request: TokenRequest,
    slug: str,
    board_id: int,
    *,
    metric: str,
    name: Annotated[PlainName, Query(description="What the file is called.")],
    direction: Literal["higher", "lower"] = "higher",
) -> ScoreFileOut:
    board = get_object_or_404(organiser_of(request, slug).campaign.boards.select_related("campaign"), pk=board_id)
    upload = upload_scores(
        board, metric=metric, name=name, chunks=pieces_of(request), direction=direction, by=request.auth.person
    )
    return score_file_out(upload)


@router.get(
    "/campaigns/{slug}/score-files/{int:upload_id}/content",
    auth=read,
    summary="An uploaded score file (organisers)",
    openapi_extra=FILE_ANSWER,
)
def fetch_score_file(request: TokenRequest, slug: str, upload_id: int) -> FileResponse:
    uploads = ScoreUpload.objects.filter(board__campaign=organiser_of(request, slug).campaign)
    return score_file(get_object_or_404(uploads, pk=upload_id))


@router.post(
    "/campaigns/{slug}/score-files/{int:upload_id}/withdraw",
    response=ScoreFileOut,
    auth=organise,
    summary="Withdraw an uploaded score file: its scores no longer count (organisers)",
)
def withdraw_score_file(request: TokenRequest, slug: str, upload_id: int) -> ScoreFileOut:
    uploads = ScoreUpload.objects.filter(board__campaign=organiser_of(request, slug).campaign)
    upload = get_object_or_404(uploads.select_related("board__campaign", "uploaded_by"), pk=upload_id)
    withdraw_scores(upload, by=request.auth.person)
    upload.refresh_from_db()
    return score_file_out(upload)
