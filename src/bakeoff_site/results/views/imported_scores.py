"""Human scores that were computed elsewhere: a board without judges."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone

from bakeoff_site.campaigns.permissions import CampaignRole
from bakeoff_site.campaigns.views.access import campaign_page
from bakeoff_site.core.http.cache_headers import public_page
from bakeoff_site.results.selectors.imported_scores import imported_scores_for


@campaign_page
@public_page
def board(request: HttpRequest, role: CampaignRole, import_id: int) -> HttpResponse:
    found = next((each for each in imported_scores_for(role, timezone.now()) if each.imported.pk == import_id), None)
    if found is None:
        raise Http404
    about = role.campaign.rules.campaign
    context = {"campaign": role.campaign, "role": role, "view": found, "zone": about.zone}
    return render(request, "results/imported_scores.html", context)
