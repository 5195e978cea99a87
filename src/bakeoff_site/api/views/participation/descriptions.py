"""System descriptions."""

from __future__ import annotations

from typing import Any

from django.http import Http404
from django.utils import timezone
from ninja import Router

from bakeoff_site.api.authentication import TokenRequest, follow, shown, submit
from bakeoff_site.api.pagination import Limit, Offset, page_of
from bakeoff_site.api.schemas.participation.submissions import (
    DescriptionIn,
    DescriptionOut,
    ReleasedDescriptionOut,
    description_out,
    released_description_out,
)
from bakeoff_site.api.schemas.shared import Page
from bakeoff_site.api.views.access import role_in, team_in
from bakeoff_site.campaigns.views.access import require
from bakeoff_site.results.selectors import overview_for
from bakeoff_site.submissions.permissions import may_describe_for
from bakeoff_site.submissions.selectors.descriptions import description_page
from bakeoff_site.submissions.services import submit_description

router = Router(tags=["descriptions"])
_DESCRIPTION = "/campaigns/{slug}/teams/{int:team_id}/description"


@router.get(_DESCRIPTION, response=DescriptionOut, auth=follow, summary="A team's last description of its systems")
def show_description(request: TokenRequest, slug: str, team_id: int) -> DescriptionOut:
    _, team = team_in(request, slug, team_id)
    last = description_page(team, timezone.now()).last
    if last is None:
        raise Http404
    return description_out(last)


@router.put(_DESCRIPTION, response=DescriptionOut, auth=submit, summary="Describe the systems of a team")
def set_description(request: TokenRequest, slug: str, team_id: int, body: DescriptionIn) -> DescriptionOut:
    role, team = team_in(request, slug, team_id)
    require(may_describe_for(role, team))
    return description_out(submit_description(team, text=body.text, by=request.auth.person))


@router.get(
    "/campaigns/{slug}/descriptions",
    response=Page[ReleasedDescriptionOut],
    auth=shown,
    summary="What teams say of their systems, once that is released",
)
def list_descriptions(request: TokenRequest, slug: str, limit: Limit, offset: Offset) -> dict[str, Any]:
    teams = overview_for(role_in(request, slug), timezone.now()).participants or ()
    described = [team for team in teams if team.description]
    return page_of(request, described, limit, offset, released_description_out)
