"""Pages to look at: references, proposals, scores before and after."""

from __future__ import annotations

from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone

from bakeoff_site.accounts.access import costly_page
from bakeoff_site.adjudication.selectors.places import Place, adjudication_periods, places_for
from bakeoff_site.adjudication.selectors.proposals import STATES, corrections_at, in_state, shown
from bakeoff_site.adjudication.selectors.references import language_code
from bakeoff_site.adjudication.selectors.scores import score_changes_for
from bakeoff_site.adjudication.selectors.suggestions import suggests_for
from bakeoff_site.adjudication.views.access import context_of, found_place, reference_page
from bakeoff_site.campaigns.permissions import CampaignRole
from bakeoff_site.campaigns.views.access import campaign_page
from bakeoff_site.datasets.selectors.overview import versions_in

_ON_A_PAGE = 50


@campaign_page
def references(request: HttpRequest, role: CampaignRole) -> HttpResponse:
    context = context_of(role, places=places_for(role, timezone.now()), periods=adjudication_periods(role))
    return render(request, "adjudication/list.html", context)


@reference_page
def proposals(request: HttpRequest, role: CampaignRole, place: Place) -> HttpResponse:
    """What was proposed for a reference, and what became of it."""
    state = request.GET.get("state", "")
    page = Paginator(in_state(corrections_at(place), state), _ON_A_PAGE).get_page(request.GET.get("page"))
    context = context_of(
        role,
        place,
        state=state if state in STATES else "",
        states=STATES,
        page=page,
        proposals=shown(role, place, page.object_list, timezone.now()),
        language=language_code(place.data_file),
        suggests=place.proposes.allowed and suggests_for(place),
    )
    return render(request, "adjudication/proposals.html", context)


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
    # What notes say of corrections is for those who may read the reference.
    context = context_of(role, place, boards=boards, versions=versions if place.reads.allowed else ())
    return render(request, "adjudication/scores.html", context)
