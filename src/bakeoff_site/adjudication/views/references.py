"""Pages of references: all of a campaign, scores before and after; and how every page of a reference finds it."""

from __future__ import annotations

from functools import wraps
from typing import Any

from django.contrib.auth.views import redirect_to_login
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import render
from django.utils import timezone

from bakeoff_site.accounts.access import costly_page
from bakeoff_site.adjudication.selectors.places import Place, adjudication_periods, place_for, places_for
from bakeoff_site.adjudication.selectors.scores import score_changes_for
from bakeoff_site.campaigns.permissions import CampaignRole
from bakeoff_site.campaigns.views.access import Page, campaign_page, require
from bakeoff_site.datasets.selectors.overview import versions_in


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


@campaign_page
def references(request: HttpRequest, role: CampaignRole) -> HttpResponse:
    context = context_of(role, places=places_for(role, timezone.now()), periods=adjudication_periods(role))
    return render(request, "adjudication/list.html", context)


@costly_page
@campaign_page
def scores(request: HttpRequest, role: CampaignRole, file_id: int) -> HttpResponse:
    """Every run by the first references and by those in force; who may see scores sees it."""
    place = found_place(role, file_id)
    boards = score_changes_for(role, place, timezone.now())
    # That there are scores says that somebody submitted: nothing is shown where nothing may be seen.
    if not boards and not (role.is_organiser or place.sees_scores):
        raise Http404("There are no scores here that you may see.")
    versions = versions_in(role.campaign, place.slot, place.data_file.name).reverse()
    # What notes say of corrections is for people who may read the reference.
    context = context_of(role, place, boards=boards, versions=versions if place.reads.allowed else ())
    return render(request, "adjudication/scores.html", context)
