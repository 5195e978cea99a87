"""Pages of organisers: decisions on proposals, and a new version of the reference."""

from __future__ import annotations

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone

from bakeoff_site.adjudication.choices import VERDICTS, Decision
from bakeoff_site.adjudication.forms import VerdictForm
from bakeoff_site.adjudication.selectors.proposals import STATES, corrections_at, in_state, shown
from bakeoff_site.adjudication.selectors.references import language_code
from bakeoff_site.adjudication.services.decisions import apply_accepted, decide_corrections
from bakeoff_site.adjudication.views.references import context_of, found_place
from bakeoff_site.campaigns.permissions import CampaignRole
from bakeoff_site.campaigns.views.access import carry_out, organiser_page, person
from bakeoff_site.core.http.addresses import post_only
from bakeoff_site.core.refusals import RefusedError

_ON_A_PAGE = 50


@organiser_page
def decide(request: HttpRequest, role: CampaignRole, file_id: int) -> HttpResponse:
    """Several proposals are decided on at once, also by the keyboard alone."""
    place = found_place(role, file_id)
    state = request.GET.get("state", Decision.OPEN)
    state = state if state in VERDICTS else Decision.OPEN
    page = Paginator(in_state(corrections_at(place), state), _ON_A_PAGE).get_page(request.GET.get("page"))
    rows = list(page.object_list)
    if request.method == "POST":
        asked = [key.removeprefix("decision-") for key in request.POST if key.startswith("decision-")]
        rows = list(corrections_at(place).filter(pk__in=[key for key in asked if key.isdecimal() and len(key) < 19]))
    form = VerdictForm(rows, request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            changed = decide_corrections(place.data_file, form.verdicts, by=person(role))
        except RefusedError as refusal:
            form.add_error(None, str(refusal))
        else:
            messages.success(request, f"{changed} proposal{'' if changed == 1 else 's'} decided.")
            return redirect("adjudication:decide", slug=role.campaign.slug, file_id=place.data_file.pk)
    context = context_of(
        role,
        place,
        form=form,
        proposals=[
            (proposal, form[f"decision-{proposal.pk}"].value(), form[f"reason-{proposal.pk}"].value())
            for proposal in shown(role, place, rows, timezone.now())
        ],
        page=page,
        state=state,
        states={each: STATES[each] for each in VERDICTS},
        language=language_code(place.data_file),
    )
    return render(request, "adjudication/decide.html", context)


@post_only
@organiser_page
def apply(request: HttpRequest, role: CampaignRole, file_id: int) -> HttpResponse:
    place = found_place(role, file_id)
    return carry_out(
        request,
        lambda: apply_accepted(place.data_file, by=person(role)),
        done="The accepted corrections are in a new version of the reference; all runs on it are scored again.",
        then=reverse("adjudication:proposals", args=[role.campaign.slug, place.data_file.pk]),
    )
