"""Page of organisers: which parts of sentences can be judged."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone

from bakeoff_site.accounts.access import costly_page
from bakeoff_site.campaigns.permissions import CampaignRole
from bakeoff_site.campaigns.views.access import carry_out, organiser_page, person
from bakeoff_site.core.http.addresses import post_only
from bakeoff_site.core.refusals import RefusedError
from bakeoff_site.core.storage.uploads import takes_file
from bakeoff_site.judging.forms import ConstituentsForm
from bakeoff_site.judging.selectors.constituents import constituent_rows
from bakeoff_site.judging.services.constituents import add_constituents, align_again
from bakeoff_site.judging.services.imports import ImportRefusedError


@takes_file
@costly_page
@organiser_page
def constituents(request: HttpRequest, role: CampaignRole) -> HttpResponse:
    """The parts of each source; others are added where everything in a file fits the source."""
    campaign = role.campaign
    form = ConstituentsForm(campaign, request.POST or None, request.FILES or None)
    refused: ImportRefusedError | None = None
    if request.method == "POST" and form.is_valid():
        try:
            add_constituents(campaign, **form.said(), by=person(role), now=timezone.now())
        except ImportRefusedError as refusal:
            refused = refusal
        except RefusedError as refusal:
            form.add_error(None, str(refusal))
        else:
            messages.success(request, "The parts are added. Words of the translations are being aligned now.")
            return redirect("judging:constituents", campaign.slug)
    rows = constituent_rows(campaign)
    context = {
        "campaign": campaign,
        "role": role,
        "form": form,
        "refused": refused,
        "rows": rows,
        "is_waiting": any(each.job is not None for each in rows),
    }
    return render(request, "judging/organise/constituents.html", context, status=422 if refused else None)


@post_only
@organiser_page
def align(request: HttpRequest, role: CampaignRole, source_id: int) -> HttpResponse:
    """Has words aligned again, with the systems that came since."""
    source = get_object_or_404(role.campaign.constituent_sources, pk=source_id)
    source.campaign = role.campaign
    return carry_out(
        request,
        lambda: align_again(source, by=person(role)),
        done="Words are being aligned again.",
        then=reverse("judging:constituents", args=[role.campaign.slug]),
    )
