"""Campaigns are started from a rulebook, and rulebooks are changed."""

from __future__ import annotations

from datetime import date

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone

from bakeoff.errors import BakeoffError
from bakeoff.reports import Table, campaign_tables
from bakeoff.rulebook import first_day, new_rulebook, parse_rulebook, past_phases
from bakeoff_site.accounts.models import User
from bakeoff_site.campaigns.forms.rulebook import RulebookForm, StartForm
from bakeoff_site.campaigns.permissions import CampaignRole, may_create_campaigns
from bakeoff_site.campaigns.selectors.rulebook_changes import planned_change
from bakeoff_site.campaigns.services.campaigns import change_rulebook, create_campaign, set_listed, version_of
from bakeoff_site.campaigns.views.access import carry_out, organiser_page, person
from bakeoff_site.core.http.addresses import post_only
from bakeoff_site.core.refusals import RefusedError

_SAVE = "save"


@login_required
def create(request: HttpRequest) -> HttpResponse:
    """A new campaign: started from a shipped rulebook, an uploaded file or an empty page; checked, shown, created."""
    if not may_create_campaigns(request.user) or not isinstance(request.user, User):
        raise PermissionDenied("Campaigns are created by administrators of this site. Ask one to create yours.")
    start_form = StartForm(request.GET if "base" in request.GET else None)
    form = RulebookForm(request.POST or None, request.FILES or None)
    past = past_phases(form.written.rulebook, timezone.now()) if form.is_bound and _is_right(form) else ()
    is_meant = not past or request.POST.get("confirm_past") == "yes"
    starts: date | None = None
    if request.method == "POST" and _is_right(form) and is_meant and request.POST.get("action") == _SAVE:
        try:
            campaign = create_campaign(form.cleaned_data["text"], creator=request.user, confirm_past=bool(past))
        except RefusedError as refusal:
            form.add_error(None, str(refusal))
        else:
            messages.success(request, "The campaign is created. Everyone finds it in the list once you list it.")
            return redirect("campaigns:dashboard", slug=campaign.slug)
    elif start_form.is_bound and start_form.is_valid():
        chosen = start_form.cleaned_data
        try:
            text = new_rulebook(**chosen)
        except BakeoffError as error:
            start_form.add_error("start", str(error))
        else:
            form = RulebookForm(initial={"text": text})
            starts = first_day(parse_rulebook(text).rulebook)
    context = {
        "start_form": start_form,
        "form": form,
        "tables": _preview(form),
        "is_written": form.is_bound or start_form.is_bound,
        "starts": starts,
        "past": past,
        "phases": len(form.written.rulebook.phases) if past else 0,
        "is_held_back": not is_meant and request.POST.get("action") == _SAVE,
        "zone": form.written.rulebook.campaign.zone if past else None,
    }
    return render(request, "campaigns/create.html", context)


@organiser_page
def edit(request: HttpRequest, role: CampaignRole) -> HttpResponse:
    campaign = role.campaign
    initial = {"text": campaign.rulebook_text, "version": version_of(campaign.rulebook_text)}
    form = RulebookForm(request.POST or None, request.FILES or None, initial=initial)
    is_right = form.is_bound and _is_right(form)
    planned = planned_change(campaign, form.written, timezone.now()) if is_right else None
    ended = planned.ended if planned is not None else ()
    is_meant = not ended or request.POST.get("ended") == "yes"
    if is_right and is_meant and request.POST.get("action") == _SAVE:
        text, version = form.cleaned_data["text"], form.cleaned_data["version"]
        try:
            changes = change_rulebook(campaign, text, actor=person(role), version=version, ends_phases=bool(ended))
        except RefusedError as refusal:
            form.add_error(None, str(refusal))
        else:
            number = (
                f"{len(changes)} {'rule' if len(changes) == 1 else 'rules'} changed" if changes else "No rule changed"
            )
            messages.success(request, f"The rulebook is saved. {number}; the log says which.")
            return redirect("campaigns:dashboard", slug=campaign.slug)
    context = {
        "campaign": campaign,
        "role": role,
        "form": form,
        "tables": _preview(form),
        "changes": planned.changes if planned is not None else None,
        "lost": planned.lost if planned is not None else (),
        "ended": ended,
        "is_held_back": not is_meant and request.POST.get("action") == _SAVE,
        "zone": form.written.rulebook.campaign.zone if ended else None,
    }
    return render(request, "campaigns/edit_rulebook.html", context)


@post_only
@organiser_page
def listing(request: HttpRequest, role: CampaignRole) -> HttpResponse:
    listed = request.POST.get("listed") == "yes"
    return carry_out(
        request,
        lambda: set_listed(role.campaign, actor=person(role), listed=listed),
        done="Everyone finds the campaign in the list." if listed else "The campaign is no longer in the list.",
        then=reverse("campaigns:dashboard", args=[role.campaign.slug]),
    )


def _is_right(form: RulebookForm) -> bool:
    return form.is_valid() and not form.written.findings


def _preview(form: RulebookForm) -> tuple[Table, ...]:
    """The rules as tables, of a rulebook that was checked and has no mistakes."""
    return campaign_tables(form.written.rulebook) if form.is_bound and _is_right(form) else ()
