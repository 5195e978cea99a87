"""Corrections of references: proposed and withdrawn by teams, decided on and applied by organisers."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, Any, Literal

from django.core.exceptions import PermissionDenied
from django.http import Http404
from django.shortcuts import get_object_or_404
from django.utils import timezone
from ninja import Query, Router

from bakeoff_site.adjudication.choices import CorrectionState
from bakeoff_site.adjudication.models import Correction
from bakeoff_site.adjudication.permissions import is_own
from bakeoff_site.adjudication.selectors import proposals
from bakeoff_site.adjudication.selectors.places import Place, place_for, places_for
from bakeoff_site.adjudication.selectors.proposals import corrections_at, in_state
from bakeoff_site.adjudication.selectors.scores import score_changes_for
from bakeoff_site.adjudication.services.decisions import Verdict, apply_accepted, decide_corrections
from bakeoff_site.adjudication.services.proposals import propose_correction, propose_file
from bakeoff_site.adjudication.services.withdrawals import withdraw_correction
from bakeoff_site.api.authentication import TokenRequest, organise, propose, shown
from bakeoff_site.api.bodies import FILE_BODY, pieces_of
from bakeoff_site.api.pagination import Limit, Offset, cut_page, page_of
from bakeoff_site.api.schemas.evaluation.adjudication import (
    BoardChangeOut,
    CorrectionOut,
    CorrectionWithdrawal,
    DecidedOut,
    NewCorrection,
    ReferenceOut,
    VerdictsIn,
    board_change_out,
    correction_out,
    reference_out,
)
from bakeoff_site.api.schemas.shared import Page
from bakeoff_site.api.views.access import organiser_of, role_in
from bakeoff_site.campaigns.permissions import CampaignRole
from bakeoff_site.campaigns.views.access import require

router = Router(tags=["adjudication"])
_REFERENCE = "/campaigns/{slug}/references/{int:file_id}"
_CORRECTIONS = f"{_REFERENCE}/corrections"


@router.get(
    "/campaigns/{slug}/references",
    response=Page[ReferenceOut],
    auth=shown,
    summary="References that you can read or see scores of",
)
def list_references(request: TokenRequest, slug: str, limit: Limit, offset: Offset) -> dict[str, Any]:
    places = places_for(role_in(request, slug), timezone.now())
    return page_of(request, places, limit, offset, reference_out)


@router.get(
    _CORRECTIONS,
    response=Page[CorrectionOut],
    auth=shown,
    summary="What was proposed for a reference, and what became of it",
)
def list_corrections(
    request: TokenRequest,
    slug: str,
    file_id: int,
    limit: Limit,
    offset: Offset,
    *,
    state: CorrectionState | Literal[""] = "",
) -> dict[str, Any]:
    role, place = _read(request, slug, file_id)
    rows = in_state(corrections_at(place), state)
    return cut_page(request, _corrections_out(role, place, rows[offset : offset + limit]), rows.count(), limit, offset)


@router.post(_CORRECTIONS, response={201: CorrectionOut}, auth=propose, summary="Propose another text for a segment")
def add_correction(request: TokenRequest, slug: str, file_id: int, body: NewCorrection) -> CorrectionOut:
    role, place = _proposing(request, slug, file_id)
    row = propose_correction(place.data_file, by=request.auth.person, **body.dict())
    return _corrections_out(role, place, [row])[0]


@router.post(
    f"{_CORRECTIONS}/file",
    response={201: list[CorrectionOut]},
    auth=propose,
    summary="Propose all corrections of a file, or none",
    description="The body is the table that `bakeoff asr --corrections` reads; whatever is wrong with it is a finding.",
    openapi_extra=FILE_BODY,
)
def add_corrections(
    request: TokenRequest,
    slug: str,
    file_id: int,
    part: Annotated[int, Query(ge=1, le=2**31 - 1, description="Of several references in the file, which.")] = 1,
    team: Annotated[int | None, Query(description="Your team that proposes, where you are in several.")] = None,
) -> list[CorrectionOut]:
    role, place = _proposing(request, slug, file_id)
    rows = propose_file(place.data_file, chunks=pieces_of(request), part=part, by=request.auth.person, team_id=team)
    return _corrections_out(role, place, rows)


@router.post(
    f"{_CORRECTIONS}/{{int:correction_id}}/withdraw",
    response=CorrectionOut,
    auth=propose,
    summary="Withdraw one of your own proposals that nobody has decided on",
)
def withdraw_proposal(
    request: TokenRequest, slug: str, file_id: int, correction_id: int, body: CorrectionWithdrawal
) -> CorrectionOut:
    role, place = _read(request, slug, file_id)
    correction = get_object_or_404(corrections_at(place), pk=correction_id)
    if not is_own(role, correction.team):
        raise PermissionDenied("Only the person who proposed a correction, or their team, can withdraw it.")
    row = withdraw_correction(correction, by=request.auth.person, reason=body.reason)
    return _corrections_out(role, place, [row])[0]


@router.post(
    f"{_REFERENCE}/decide",
    response=DecidedOut,
    auth=organise,
    summary="Accept or refuse proposals with reasons, all or none (organisers)",
)
def decide(request: TokenRequest, slug: str, file_id: int, body: VerdictsIn) -> DecidedOut:
    place = _place(organiser_of(request, slug), file_id)
    verdicts = [Verdict(each.correction, each.decision, each.reason) for each in body.verdicts]
    return DecidedOut(changed=decide_corrections(place.data_file, verdicts, by=request.auth.person))


@router.post(
    f"{_REFERENCE}/apply",
    response={201: ReferenceOut},
    auth=organise,
    summary="Make a new version of a reference of all accepted corrections (organisers)",
    description="All runs on the test set are then scored again.",
)
def apply_corrections(request: TokenRequest, slug: str, file_id: int) -> ReferenceOut:
    role = organiser_of(request, slug)
    added = apply_accepted(_place(role, file_id).data_file, by=request.auth.person)
    return reference_out(_place(role, added.pk))


@router.get(
    f"{_REFERENCE}/scores",
    response=list[BoardChangeOut],
    auth=shown,
    summary="Preliminary and final scores: by the first references and by those in force",
)
def list_score_changes(request: TokenRequest, slug: str, file_id: int) -> list[BoardChangeOut]:
    role = role_in(request, slug)
    place = _place(role, file_id)
    boards = score_changes_for(role, place, timezone.now())
    # That there are scores says that somebody submitted: nothing is shown where nothing may be seen.
    if not boards and not (role.is_organiser or place.sees_scores):
        raise Http404
    return [board_change_out(board) for board in boards]


def _place(role: CampaignRole, file_id: int) -> Place:
    place = place_for(role, file_id, timezone.now())
    if place is None:
        raise Http404
    return place


def _read(request: TokenRequest, slug: str, file_id: int) -> tuple[CampaignRole, Place]:
    """A reference, for people who may read it."""
    role = role_in(request, slug)
    place = _place(role, file_id)
    require(place.reads)
    return role, place


def _proposing(request: TokenRequest, slug: str, file_id: int) -> tuple[CampaignRole, Place]:
    role, place = _read(request, slug, file_id)
    require(place.proposes)
    return role, place


def _corrections_out(role: CampaignRole, place: Place, rows: Iterable[Correction]) -> list[CorrectionOut]:
    return [correction_out(proposal) for proposal in proposals.shown(role, place, rows, timezone.now())]
