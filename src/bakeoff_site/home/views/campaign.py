"""The first page of a campaign, and its schedule as a calendar file."""

from __future__ import annotations

from urllib.parse import urlsplit

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone

from bakeoff.reports import render_calendar
from bakeoff_site.campaigns.permissions import CampaignRole
from bakeoff_site.campaigns.views.access import campaign_page
from bakeoff_site.core.http.cache_headers import public_page
from bakeoff_site.home.selectors.campaign_page import extensions_for, first_page


@campaign_page
@public_page
def campaign(request: HttpRequest, role: CampaignRole) -> HttpResponse:
    context = {"campaign": role.campaign, "role": role, "page": first_page(role, timezone.now())}
    return render(request, "home/campaign.html", context)


@campaign_page
@public_page
def calendar(_request: HttpRequest, role: CampaignRole) -> HttpResponse:
    """For calendar programs; someone of a team with more time gets the schedule of the team."""
    slug = role.campaign.slug
    content = render_calendar(
        role.campaign.rules,
        address=settings.BASE_URL.rstrip("/") + reverse("campaigns:campaign", args=[slug]),
        host=urlsplit(settings.BASE_URL).hostname or "localhost",
        now=timezone.now(),
        extensions=extensions_for(role),
    )
    response = HttpResponse(content, content_type="text/calendar; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="{slug}.ics"'
    return response
