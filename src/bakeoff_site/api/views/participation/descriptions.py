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
    SystemDescriptionOut,
    description_out,
    released_description_out,
    system_description_out,
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


@router.get(
    _DESCRIPTION,
    response=DescriptionOut,
    auth=follow,
    summary="A team's last description of its systems, or of one of them",
    description="Where each system is described by itself, `track`, `condition` and `system` say which.",
)
def show_description(
    request: TokenRequest, slug: str, team_id: int, *, track: str = "", condition: str = "", system: str = ""
) -> DescriptionOut:
    _, team = team_in(request, slug, team_id)
    last = description_page(team, timezone.now(), system="/".join((track, condition, system))).last
    if last is None:
        raise Http404
    return description_out(last)


@router.put(_DESCRIPTION, response=DescriptionOut, auth=submit, summary="Describe the systems of a team")
def set_description(request: TokenRequest, slug: str, team_id: int, body: DescriptionIn) -> DescriptionOut:
    role, team = team_in(request, slug, team_id)
    require(may_describe_for(role, team))
    return description_out(submit_description(team, text=body.text, by=request.auth.person))


@router.get(
    "/campaigns/{slug}/teams/{int:team_id}/descriptions",
    response=Page[SystemDescriptionOut],
    auth=follow,
    summary="The systems that a team describes one by one, and their last descriptions",
)
def list_described_systems(
    request: TokenRequest, slug: str, team_id: int, limit: Limit, offset: Offset
) -> dict[str, Any]:
    _, team = team_in(request, slug, team_id)
    systems = description_page(team, timezone.now()).systems
    return page_of(request, systems, limit, offset, system_description_out)


@router.get(
    "/campaigns/{slug}/descriptions",
    response=Page[ReleasedDescriptionOut],
    auth=shown,
    summary="What teams say of their systems, once that is released",
)
def list_descriptions(request: TokenRequest, slug: str, limit: Limit, offset: Offset) -> dict[str, Any]:
    teams = overview_for(role_in(request, slug), timezone.now()).participants or ()
    described = [released_description_out(team, each) for team in teams for each in team.descriptions]
    return page_of(request, described, limit, offset, lambda row: row)
