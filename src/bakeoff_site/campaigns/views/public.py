"""Pages of a campaign for everyone."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from bakeoff.reports import rulebook_tables
from bakeoff_site.campaigns.permissions import CampaignRole
from bakeoff_site.campaigns.views.access import campaign_page
from bakeoff_site.core.http.cache_headers import public_page


@campaign_page
@public_page
def rules(request: HttpRequest, role: CampaignRole) -> HttpResponse:
    context = {
        "campaign": role.campaign,
        "role": role,
        "tables": rulebook_tables(role.campaign.rules),
    }
    return render(request, "campaigns/rules.html", context)
