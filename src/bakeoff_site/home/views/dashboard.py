"""The first page of organisers."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone

from bakeoff.rulebook import schedule
from bakeoff_site.campaigns.permissions import CampaignRole, may_delete_campaigns
from bakeoff_site.campaigns.selectors.dashboard import INCOMPLETE, dashboard_of
from bakeoff_site.campaigns.views.access import organiser_page, person
from bakeoff_site.home.conversions.phase_strip import phase_strip
from bakeoff_site.home.selectors.organiser_page import step_titles, todos_of_organiser


@organiser_page
def dashboard(request: HttpRequest, role: CampaignRole) -> HttpResponse:
    now, campaign = timezone.now(), role.campaign
    found = dashboard_of(campaign, now)
    context = {
        "campaign": campaign,
        "role": role,
        "now": now,
        "dashboard": found,
        "phases": phase_strip(schedule(campaign.rules), now),
        "todos": todos_of_organiser(role, found, now),
        "steps": step_titles(campaign),
        "states": found.progress[:INCOMPLETE],
        "may_delete": may_delete_campaigns(person(role)),
    }
    return render(request, "home/dashboard.html", context)
