"""How pages of a reference find it, and turn away whom it is not for."""

from __future__ import annotations

from functools import wraps
from typing import Any

from django.contrib.auth.views import redirect_to_login
from django.http import Http404, HttpRequest, HttpResponseBase
from django.utils import timezone

from bakeoff_site.adjudication.selectors.places import Place, place_for
from bakeoff_site.campaigns.permissions import CampaignRole
from bakeoff_site.campaigns.views.access import Page, campaign_page, require


def reference_page(view: Page) -> Page:
    """A page for everyone who may read a reference."""

    @campaign_page
    @wraps(view)
    def page(request: HttpRequest, role: CampaignRole, file_id: int, **rest: object) -> HttpResponseBase:
        place = found_place(role, file_id)
        if not place.reads.allowed and role.user is None:
            return redirect_to_login(request.get_full_path())
        require(place.reads)
        return view(request, role, place, **rest)

    return page


def found_place(role: CampaignRole, file_id: int) -> Place:
    place = place_for(role, file_id, timezone.now())
    if place is None:
        raise Http404("There is no such reference in force.")
    return place


def context_of(role: CampaignRole, place: Place | None = None, **more: Any) -> dict[str, Any]:
    """What every page of adjudication is given."""
    return {"campaign": role.campaign, "role": role, "place": place, **more}
