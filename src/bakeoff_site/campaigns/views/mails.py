"""Mails of a campaign that could not be sent, for organisers."""

from __future__ import annotations

from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse

from bakeoff_site.campaigns.permissions import CampaignRole
from bakeoff_site.campaigns.views.access import carry_out, organiser_page, person
from bakeoff_site.core.http.addresses import post_only
from bakeoff_site.mail.forms import TRIED_AGAIN, AgainForm
from bakeoff_site.mail.selectors import failed_mails, mail_counts
from bakeoff_site.mail.services.outbox import try_again

_MAILS_ON_A_PAGE = 50


@organiser_page
def mails(request: HttpRequest, role: CampaignRole) -> HttpResponse:
    campaign = role.campaign
    context = {
        "campaign": campaign,
        "role": role,
        "counts": mail_counts(campaign),
        "page": Paginator(failed_mails(campaign), _MAILS_ON_A_PAGE).get_page(request.GET.get("page")),
    }
    return render(request, "campaigns/mails.html", context)


@post_only
@organiser_page
def try_mails(request: HttpRequest, role: CampaignRole) -> HttpResponse:
    """Sends one of them, or all, again."""
    campaign = role.campaign
    form = AgainForm(failed_mails(campaign), request.POST)
    if not form.is_valid():
        raise Http404("There is no such mail that could not be sent.")
    return carry_out(
        request,
        lambda: try_again(form.chosen, campaign=campaign, by=person(role)),
        done=TRIED_AGAIN,
        then=reverse("campaigns:mails", args=[campaign.slug]),
    )
