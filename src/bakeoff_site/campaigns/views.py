"""Pages of campaigns."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils import timezone

from bakeoff.rulebook import phases_at, schedule
from bakeoff_site.campaigns.selectors import campaigns_for, is_organiser, team_of


def campaign_list(request: HttpRequest) -> HttpResponse:
    return render(request, "campaigns/list.html", {"campaigns": campaigns_for(request.user)})


def campaign(request: HttpRequest, slug: str) -> HttpResponse:
    found = get_object_or_404(campaigns_for(request.user), slug=slug)
    now = timezone.now()
    context = {
        "campaign": found,
        "schedule": schedule(found.rules),
        "open_phases": phases_at(found.rules, now),
        "now": now,
        "is_organiser": is_organiser(request.user, found),
        "team": team_of(request.user, found),
    }
    return render(request, "campaigns/campaign.html", context)
