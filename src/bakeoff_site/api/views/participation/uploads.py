"""Packages sent in pieces, so that a lost connection costs one of them."""

from __future__ import annotations

from typing import Annotated
from uuid import UUID

from django.shortcuts import get_object_or_404
from ninja import Query, Router

from bakeoff.submissions.packages.entries import StatedInput
from bakeoff_site.api.authentication import TokenRequest, submit
from bakeoff_site.api.bodies import FILE_BODY, pieces_of
from bakeoff_site.api.schemas.participation.submissions import NewUpload, SubmissionOut, UploadOut, upload_out
from bakeoff_site.api.views.access import team_in
from bakeoff_site.api.views.participation.submissions import visible_submission
from bakeoff_site.campaigns.permissions import CampaignRole
from bakeoff_site.campaigns.views.access import require
from bakeoff_site.core.storage.uploads import arrived_at
from bakeoff_site.submissions.models import Upload
from bakeoff_site.submissions.permissions import may_submit
from bakeoff_site.submissions.services import announce_upload, append_chunk, finish_upload

router = Router(tags=["uploads"])
_UPLOAD = "/campaigns/{slug}/teams/{int:team_id}/uploads/{uuid:upload_id}"


@router.post(
    "/campaigns/{slug}/teams/{int:team_id}/uploads",
    response={201: UploadOut},
    auth=submit,
    summary="Announce a package that will come in pieces",
)
def start_upload(request: TokenRequest, slug: str, team_id: int, body: NewUpload) -> UploadOut:
    role, team = team_in(request, slug, team_id)
    require(may_submit(role, team))
    return upload_out(
        announce_upload(
            team,
            name=body.name,
            size=body.size,
            package=body.package,
            stated=StatedInput(body.input or None, tuple(body.released_runs)),
            by=request.auth.person,
        )
    )


@router.get(_UPLOAD, response=UploadOut, auth=submit, summary="How far an upload is")
def show_upload(request: TokenRequest, slug: str, team_id: int, upload_id: UUID) -> UploadOut:
    return upload_out(_upload(request, slug, team_id, upload_id)[1])


@router.patch(
    _UPLOAD,
    response=UploadOut,
    auth=submit,
    summary="Send the next bytes",
    description="From `offset` on, which must be what has been received. What came before a connection was lost stays.",
    openapi_extra=FILE_BODY,
)
def continue_upload(
    request: TokenRequest,
    slug: str,
    team_id: int,
    upload_id: UUID,
    offset: Annotated[int, Query(ge=0, le=2**62, description="Position of the first byte in the file.")],
) -> UploadOut:
    _, upload = _upload(request, slug, team_id, upload_id)
    return upload_out(append_chunk(upload, offset=offset, chunks=pieces_of(request), arrived_at=arrived_at(request)))


@router.post(
    f"{_UPLOAD}/finish",
    response={201: SubmissionOut},
    auth=submit,
    summary="Submit what was uploaded; asked again, the same receipt",
)
def end_upload(request: TokenRequest, slug: str, team_id: int, upload_id: UUID) -> SubmissionOut:
    role, upload = _upload(request, slug, team_id, upload_id)
    return visible_submission(role, finish_upload(upload))


def _upload(request: TokenRequest, slug: str, team_id: int, upload_id: UUID) -> tuple[CampaignRole, Upload]:
    role, team = team_in(request, slug, team_id)
    require(may_submit(role, team))
    return role, get_object_or_404(team.uploads.select_related("submission"), pk=upload_id)
