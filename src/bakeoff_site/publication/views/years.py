"""Progress over years, and the packages of earlier years that organisers import."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone

from bakeoff_site.campaigns.permissions import CampaignRole
from bakeoff_site.campaigns.views.access import campaign_page, carry_out, organiser_page, person
from bakeoff_site.core.http.addresses import post_only
from bakeoff_site.core.http.cache_headers import public_page
from bakeoff_site.core.storage.uploads import takes_file
from bakeoff_site.publication.forms import PackageForm
from bakeoff_site.publication.selectors.years import imported_years, years_for
from bakeoff_site.publication.services.earlier_years import import_year, remove_year


@campaign_page
@public_page
def years(request: HttpRequest, role: CampaignRole) -> HttpResponse:
    context = {"campaign": role.campaign, "role": role, "sets": years_for(role, timezone.now())}
    return render(request, "publication/years.html", context)


@organiser_page
def earlier_years(request: HttpRequest, role: CampaignRole) -> HttpResponse:
    states = imported_years(role.campaign)
    context = {
        "campaign": role.campaign,
        "role": role,
        "states": states,
        "is_busy": any(each.is_waiting for each in states),
        "form": PackageForm(),
        "zone": role.campaign.rules.campaign.zone,
    }
    return render(request, "publication/earlier_years.html", context)


@takes_file
@post_only
@organiser_page
def upload_year(request: HttpRequest, role: CampaignRole) -> HttpResponse:
    form = PackageForm(request.POST, request.FILES)
    if not form.is_valid():
        messages.error(request, "Choose the release package of an earlier year.")
        return redirect("publication:earlier-years", slug=role.campaign.slug)
    file = form.cleaned_data["file"]
    return carry_out(
        request,
        lambda: import_year(role.campaign, name=file.name, chunks=file.chunks(), by=person(role)),
        done="The package is being read. This page shows when that is done.",
        then=reverse("publication:earlier-years", args=[role.campaign.slug]),
    )


@post_only
@organiser_page
def remove(request: HttpRequest, role: CampaignRole, year_id: int) -> HttpResponse:
    year = get_object_or_404(role.campaign.earlier_years.select_related("campaign"), pk=year_id)
    return carry_out(
        request,
        lambda: remove_year(year, by=person(role)),
        done="The earlier year was removed.",
        then=reverse("publication:earlier-years", args=[role.campaign.slug]),
    )
