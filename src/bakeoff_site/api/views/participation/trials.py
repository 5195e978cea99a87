"""The evaluation server: texts scored under official conditions without being submitted."""

from __future__ import annotations

from typing import Annotated, Any

from django.shortcuts import get_object_or_404
from ninja import Query, Router

from bakeoff_site.accounts.models import User
from bakeoff_site.api.authentication import TokenRequest, follow, submit
from bakeoff_site.api.bodies import FILE_BODY, pieces_of
from bakeoff_site.api.long_polling import Wait, wait_for
from bakeoff_site.api.pagination import Limit, Offset, cut_page
from bakeoff_site.api.schemas.participation.trials import TrialOut, trial_out
from bakeoff_site.api.schemas.shared import Page
from bakeoff_site.api.views.access import role_in
from bakeoff_site.campaigns.models import Campaign
from bakeoff_site.campaigns.permissions import CampaignRole
from bakeoff_site.campaigns.views.access import require
from bakeoff_site.core.names import PlainName
from bakeoff_site.scoring.permissions import may_use_trials
from bakeoff_site.scoring.selectors.trials import TrialView, trial_views, trials_of
from bakeoff_site.scoring.services.trials import ask_trial

router = Router(tags=["evaluation server"])


@router.post(
    "/campaigns/{slug}/trials",
    response={201: TrialOut},
    auth=submit,
    summary="Score a text on a test set without submitting it",
    description="The body is the text itself. With `wait`, the scores are mostly in the answer.",
    openapi_extra=FILE_BODY,
)
def add_trial(
    request: TokenRequest,
    slug: str,
    wait: Wait,
    *,
    track: str,
    language_pair: str,
    test_set: str,
    name: Annotated[PlainName, Query(description="Name of the file; its ending gives the format.")],
    team: Annotated[int | None, Query(description="Your team that it is for, where you are in several.")] = None,
) -> TrialOut:
    role = _taking_part(request, slug)
    trial = ask_trial(
        role.campaign,
        track=track,
        language_pair=language_pair,
        test_set=test_set,
        name=name,
        chunks=pieces_of(request),
        by=request.auth.person,
        team_id=team,
    )
    return trial_out(_answered(request.auth.person, role.campaign, trial.pk, wait))


@router.get("/campaigns/{slug}/trials", response=Page[TrialOut], auth=follow, summary="Your trials, newest first")
def list_trials(request: TokenRequest, slug: str, limit: Limit, offset: Offset) -> dict[str, Any]:
    campaign = _taking_part(request, slug).campaign
    own = trials_of(request.auth.person, campaign)
    views = trial_views(own[offset : offset + limit], campaign, most=limit)
    return cut_page(request, [trial_out(view) for view in views], own.count(), limit, offset)


@router.get("/campaigns/{slug}/trials/{int:trial_id}", response=TrialOut, auth=follow, summary="One of your trials")
def show_trial(request: TokenRequest, slug: str, trial_id: int, wait: Wait) -> TrialOut:
    campaign = _taking_part(request, slug).campaign
    get_object_or_404(trials_of(request.auth.person, campaign), pk=trial_id)
    return trial_out(_answered(request.auth.person, campaign, trial_id, wait))


def _taking_part(request: TokenRequest, slug: str) -> CampaignRole:
    role = role_in(request, slug)
    require(may_use_trials(role))
    return role


def _answered(user: User, campaign: Campaign, trial_id: int, wait: int) -> TrialView:
    own = trials_of(user, campaign).filter(pk=trial_id)
    return wait_for(lambda: trial_views(own.all(), campaign)[0], lambda view: not view.is_open, wait)
