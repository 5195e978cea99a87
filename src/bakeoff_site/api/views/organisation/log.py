"""The log of consequential acts, for organisers."""

from __future__ import annotations

from typing import Annotated, Any

from ninja import Query, Router

from bakeoff_site.api.authentication import TokenRequest, oversee
from bakeoff_site.api.pagination import Limit, Offset, page_of
from bakeoff_site.api.schemas.organisation.log import ActOut, act_out
from bakeoff_site.api.schemas.shared import Page
from bakeoff_site.api.views.access import organiser_of
from bakeoff_site.campaigns.selectors.log import log_of

router = Router(tags=["log"])


@router.get(
    "/campaigns/{slug}/log", response=Page[ActOut], auth=oversee, summary="Who did what, newest first (organisers)"
)
def list_acts(
    request: TokenRequest,
    slug: str,
    limit: Limit,
    offset: Offset,
    *,
    act: Annotated[str, Query(description="Only acts of this kind, such as team.withdraw.")] = "",
    text: Annotated[str, Query(description="In the subject or the name of the person.", max_length=200)] = "",
) -> dict[str, Any]:
    events = log_of(organiser_of(request, slug).campaign, act=act, text=text)
    return page_of(request, events, limit, offset, act_out)
