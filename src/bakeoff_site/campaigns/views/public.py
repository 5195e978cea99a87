"""Pages for everyone: the list of campaigns, a campaign, its rules."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone

from bakeoff.reports import campaign_tables, conditions_table, tracks_table
from bakeoff.rulebook import events_after
from bakeoff.rulebook.participation.registration import may_register
from bakeoff_site.campaigns.permissions import CampaignRole, may_create_campaigns
from bakeoff_site.campaigns.selectors.campaigns import campaigns_for, listed_campaigns, participants_for, schedule_at
from bakeoff_site.campaigns.views.access import campaign_page
from bakeoff_site.core.http.cache_headers import public_page


@public_page
def campaign_list(request: HttpRequest) -> HttpResponse:
    context = {
        "campaigns": listed_campaigns(request.user, timezone.now()),
        "may_create": may_create_campaigns(request.user),
        "has_archived": may_create_campaigns(request.user) or campaigns_for(request.user, archived=True).exists(),
    }
    return render(request, "campaigns/list.html", context)


@campaign_page
@public_page
def campaign(request: HttpRequest, role: CampaignRole) -> HttpResponse:
    now = timezone.now()
    rules = role.campaign.rules
    context = {
        "campaign": role.campaign,
        "role": role,
        "schedule": schedule_at(role.campaign, now),
        "next": events_after(rules, now)[:3],
        "registration": may_register(rules, now),
        "participants": participants_for(role, now),
        "tables": [table for table in (tracks_table(rules), conditions_table(rules)) if table.rows],
    }
    return render(request, "campaigns/campaign.html", context)


@campaign_page
@public_page
def rules(request: HttpRequest, role: CampaignRole) -> HttpResponse:
    context = {
        "campaign": role.campaign,
        "role": role,
        "tables": campaign_tables(role.campaign.rules),
    }
    return render(request, "campaigns/rules.html", context)
