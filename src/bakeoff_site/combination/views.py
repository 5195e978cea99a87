"""The page of organisers: who shares outputs, what each pack holds, which number is which team."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse

from bakeoff.rulebook.release.shared_outputs import shared_outputs
from bakeoff_site.campaigns.permissions import CampaignRole
from bakeoff_site.campaigns.services.outputs import ask_for_pack
from bakeoff_site.campaigns.views.access import carry_out, organiser_page, person
from bakeoff_site.combination.forms import PackForm
from bakeoff_site.combination.models import AnonymousSystem
from bakeoff_site.combination.selectors import consents_of, pack_rows
from bakeoff_site.combination.services import clear_system
from bakeoff_site.core.http.addresses import post_only


@organiser_page
def outputs(request: HttpRequest, role: CampaignRole) -> HttpResponse:
    context = {
        "campaign": role.campaign,
        "role": role,
        "shared": shared_outputs(role.campaign.rules),
        "consents": consents_of(role.campaign),
        "rows": pack_rows(role.campaign),
    }
    return render(request, "combination/outputs.html", context)


@post_only
@organiser_page
def pack(request: HttpRequest, role: CampaignRole) -> HttpResponse:
    """Asks for a pack, or for all of them."""
    form = PackForm(role.campaign, request.POST)
    if not form.is_valid():
        messages.error(request, "There is no such pack.")
        return redirect("combination:outputs", slug=role.campaign.slug)
    keys = form.keys
    jobs = [
        ask_for_pack(role.campaign, track=track, test_set=test_set, language_pair=pair)
        for track, test_set, pair in keys
    ]
    asked = len([job for job in jobs if job is not None])
    messages.success(
        request, f"{asked} {'pack is' if asked == 1 else 'packs are'} on the way; this page says when done."
    )
    return redirect("combination:outputs", slug=role.campaign.slug)


@post_only
@organiser_page
def clear(request: HttpRequest, role: CampaignRole, system_id: int) -> HttpResponse:
    system = get_object_or_404(
        AnonymousSystem.objects.filter(campaign=role.campaign).select_related("team", "campaign"), pk=system_id
    )
    return carry_out(
        request,
        lambda: clear_system(system, by=person(role)),
        done=f"{system} will be included as it is.",
        then=reverse("combination:outputs", args=[role.campaign.slug]),
    )
