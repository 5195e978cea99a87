"""Who takes part in what."""

from __future__ import annotations

from django.utils import timezone
from ninja import Router

from bakeoff_site.api.authentication import TokenRequest, shown
from bakeoff_site.api.schemas.evaluation.participation import ParticipationOut, participation_out
from bakeoff_site.api.views.access import role_in
from bakeoff_site.results.conversions.participation import participation_tables
from bakeoff_site.results.selectors import overview_for

router = Router(tags=["results"])


@router.get(
    "/campaigns/{slug}/participation",
    response=ParticipationOut,
    auth=shown,
    summary="Participants and submissions by track, language pair and condition, as far as you may see them",
)
def show_participation(request: TokenRequest, slug: str) -> ParticipationOut:
    role = role_in(request, slug)
    overview = overview_for(role, timezone.now())
    return participation_out(overview.systems, participation_tables(role.campaign.rules, overview))
