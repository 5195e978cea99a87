"""Drafts: a file is checked by the server before it is submitted; systems over their versions."""

from __future__ import annotations

from typing import Any

from django.http import Http404
from django.utils import timezone
from ninja import Router

from bakeoff.submissions.packages.entries import StatedInput
from bakeoff_site.api.authentication import TokenRequest, follow, submit
from bakeoff_site.api.bodies import FILE_BODY, pieces_of
from bakeoff_site.api.long_polling import Wait, wait_for
from bakeoff_site.api.pagination import Limit, Offset, page_of
from bakeoff_site.api.schemas.participation.drafts import (
    ConfirmationIn,
    DraftOut,
    FixesIn,
    SystemHistoryOut,
    UndoIn,
    draft_out,
    system_history_out,
)
from bakeoff_site.api.schemas.participation.submissions import SubmissionOut
from bakeoff_site.api.schemas.shared import Page
from bakeoff_site.api.views.access import team_in
from bakeoff_site.api.views.participation.submissions import Input, Name, visible_submission
from bakeoff_site.campaigns.models import Team
from bakeoff_site.campaigns.permissions import CampaignRole
from bakeoff_site.campaigns.views.access import require
from bakeoff_site.core.storage.uploads import arrived_at
from bakeoff_site.results.selectors.system_history import systems_of
from bakeoff_site.submissions.permissions import may_see_drafts, may_submit
from bakeoff_site.submissions.selectors.drafts import DraftView, draft_views
from bakeoff_site.submissions.services.confirmations import SeenDraft, confirm_drafts
from bakeoff_site.submissions.services.drafts import add_draft_file, apply_fixes, discard_draft, undo_fix

router = Router(tags=["drafts"])
_DRAFTS = "/campaigns/{slug}/teams/{int:team_id}/drafts"
_DRAFT = _DRAFTS + "/{int:draft_id}"


@router.post(
    _DRAFTS,
    response={201: DraftOut},
    auth=submit,
    summary="Check a file without submitting it",
    description="The body is a package, or a run that the server packs with others of the same package. It stays a "
    "draft until it is submitted, is removed, or seven days have passed.",
    openapi_extra=FILE_BODY,
)
def add_draft(
    request: TokenRequest, slug: str, team_id: int, *, name: Name, package: str = "", input: Input = ""
) -> DraftOut:
    _, team = _submitting(request, slug, team_id)
    draft = add_draft_file(
        team,
        name=name,
        chunks=pieces_of(request),
        package=package,
        stated=StatedInput(input or None),
        by=request.auth.person,
    )
    return draft_out(_view(team, draft.pk))


@router.get(_DRAFTS, response=Page[DraftOut], auth=submit, summary="The drafts of a team that are not submitted yet")
def list_drafts(request: TokenRequest, slug: str, team_id: int, limit: Limit, offset: Offset) -> dict[str, Any]:
    return page_of(request, draft_views(_own(request, slug, team_id)), limit, offset, draft_out)


@router.get(_DRAFT, response=DraftOut, auth=submit, summary="A draft with its findings and what can be fixed")
def show_draft(request: TokenRequest, slug: str, team_id: int, draft_id: int, wait: Wait) -> DraftOut:
    team = _own(request, slug, team_id)
    return draft_out(wait_for(lambda: _view(team, draft_id), lambda view: view.state != "checking", wait))


@router.post(f"{_DRAFT}/fix", response=DraftOut, auth=submit, summary="Have changes made in a copy of a draft")
def fix_draft(request: TokenRequest, slug: str, team_id: int, draft_id: int, body: FixesIn) -> DraftOut:
    _, team = _submitting(request, slug, team_id)
    apply_fixes(_view(team, draft_id).draft, body.fixes or None)
    return draft_out(_view(team, draft_id))


@router.post(f"{_DRAFT}/undo", response=DraftOut, auth=submit, summary="Take back a change of a draft")
def undo_draft_fix(request: TokenRequest, slug: str, team_id: int, draft_id: int, body: UndoIn) -> DraftOut:
    _, team = _submitting(request, slug, team_id)
    undo_fix(_view(team, draft_id).draft, body.fix)
    return draft_out(_view(team, draft_id))


@router.post(f"{_DRAFT}/submit", response={201: SubmissionOut}, auth=submit, summary="Submit a draft that is ready")
def submit_draft(request: TokenRequest, slug: str, team_id: int, draft_id: int, body: ConfirmationIn) -> SubmissionOut:
    role, team = _submitting(request, slug, team_id)
    if not team.drafts.filter(pk=draft_id).exists():
        raise Http404
    seen = {draft_id: SeenDraft(body.revision, late=body.late)}
    (submission,) = confirm_drafts(team, seen, by=request.auth.person, arrived_at=arrived_at(request))
    return visible_submission(role, submission)


@router.delete(_DRAFT, response={204: None}, auth=submit, summary="Remove a draft")
def remove_draft(request: TokenRequest, slug: str, team_id: int, draft_id: int) -> None:
    _, team = _submitting(request, slug, team_id)
    discard_draft(_view(team, draft_id).draft)


@router.get(
    "/campaigns/{slug}/teams/{int:team_id}/systems",
    response=Page[SystemHistoryOut],
    auth=follow,
    summary="The systems of a team over the versions that it submitted, with their scores",
)
def list_systems(request: TokenRequest, slug: str, team_id: int, limit: Limit, offset: Offset) -> dict[str, Any]:
    role, team = team_in(request, slug, team_id)
    rules = role.campaign.rules
    histories = systems_of(role, team, timezone.now())
    return page_of(request, histories, limit, offset, lambda each: system_history_out(each, rules))


def _submitting(request: TokenRequest, slug: str, team_id: int) -> tuple[CampaignRole, Team]:
    role, team = team_in(request, slug, team_id)
    require(may_submit(role, team))
    return role, team


def _own(request: TokenRequest, slug: str, team_id: int) -> Team:
    """A team, for its people alone."""
    role, team = team_in(request, slug, team_id)
    require(may_see_drafts(role, team))
    return team


def _view(team: Team, draft_id: int) -> DraftView:
    view = next((view for view in draft_views(team) if view.draft.pk == draft_id), None)
    if view is None:
        raise Http404
    return view
