"""Who proposed a correction withdraws it."""

from __future__ import annotations

from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse

from bakeoff_site.adjudication.forms import WithdrawalForm
from bakeoff_site.adjudication.permissions import is_own
from bakeoff_site.adjudication.selectors.places import Place
from bakeoff_site.adjudication.selectors.proposals import corrections_at
from bakeoff_site.adjudication.services.withdrawals import withdraw_correction
from bakeoff_site.adjudication.views.access import reference_page
from bakeoff_site.campaigns.permissions import CampaignRole
from bakeoff_site.campaigns.views.access import carry_out, person
from bakeoff_site.core.addresses import post_only


@post_only
@reference_page
def withdraw(request: HttpRequest, role: CampaignRole, place: Place, correction_id: int) -> HttpResponse:
    correction = get_object_or_404(corrections_at(place), pk=correction_id)
    if not is_own(role, correction.team):
        raise PermissionDenied("Only the person who proposed a correction, or their team, can withdraw it.")
    form = WithdrawalForm(request.POST)
    reason = form.cleaned_data["reason"] if form.is_valid() else ""
    return carry_out(
        request,
        lambda: withdraw_correction(correction, by=person(role), reason=reason),
        done=f"The proposal for segment {correction.segment} is withdrawn.",
        then=reverse("adjudication:proposals", args=[role.campaign.slug, place.data_file.pk]),
    )
