"""Rulebooks of campaigns are read, changed and compared with earlier ones."""

from __future__ import annotations

from dataclasses import asdict

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone

from bakeoff.rulebook.files.toml_writer import write_toml
from bakeoff.rulebook.reference import rulebook_reference
from bakeoff_site.campaigns.forms.rulebook import RulebookForm
from bakeoff_site.campaigns.models import EarlierRulebook
from bakeoff_site.campaigns.permissions import CampaignRole
from bakeoff_site.campaigns.selectors.rulebook_changes import (
    changed_lines,
    earlier_rulebook,
    earlier_rulebooks,
    planned_change,
)
from bakeoff_site.campaigns.services.campaigns import change_rulebook, set_listed, version_of
from bakeoff_site.campaigns.views.access import campaign_page, carry_out, organiser_page, person
from bakeoff_site.core.http.addresses import post_only
from bakeoff_site.core.http.cache_headers import public_page
from bakeoff_site.core.refusals import RefusedError

_SAVE = "save"
_VERSIONS_ON_A_PAGE = 50


@organiser_page
def edit(request: HttpRequest, role: CampaignRole) -> HttpResponse:
    """The editor. With `earlier` it holds an earlier rulebook, compared with the one in force."""
    campaign = role.campaign
    now_in_force = {"text": campaign.rulebook_text, "version": version_of(campaign.rulebook_text)}
    earlier = _earlier(request, role)
    if earlier is not None and request.method != "POST":
        form = RulebookForm({**now_in_force, "text": earlier.text})
    else:
        form = RulebookForm(request.POST or None, request.FILES or None, initial=now_in_force)
    planned = planned_change(campaign, form.written, timezone.now()) if form.is_right else None
    ended = planned.ended if planned is not None else ()
    is_meant = not ended or request.POST.get("ended") == "yes"
    if form.is_right and is_meant and request.POST.get("action") == _SAVE:
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
        "earlier": earlier,
        "changes": planned.changes if planned is not None else None,
        "lines": changed_lines(campaign.rulebook_text, form.shown_text) if planned is not None else (),
        "lost": planned.lost if planned is not None else (),
        "ended": ended,
        "is_held_back": not is_meant and request.POST.get("action") == _SAVE,
        "zone": campaign.rules.campaign.zone,
    }
    return render(request, "campaigns/edit_rulebook.html", context)


def _earlier(request: HttpRequest, role: CampaignRole) -> EarlierRulebook | None:
    number = request.GET.get("earlier", "")
    return earlier_rulebook(role.campaign, int(number)) if number.isdecimal() else None


@organiser_page
def history(request: HttpRequest, role: CampaignRole) -> HttpResponse:
    versions = Paginator(earlier_rulebooks(role.campaign), _VERSIONS_ON_A_PAGE).get_page(request.GET.get("page"))
    context = {"campaign": role.campaign, "role": role, "page": versions, "zone": role.campaign.rules.campaign.zone}
    return render(request, "campaigns/rulebook_history.html", context)


@campaign_page
@public_page
def download(_request: HttpRequest, role: CampaignRole) -> HttpResponse:
    """The rules as everyone may read them, for `bakeoff check --rules`; comments are the organisers' own."""
    campaign = role.campaign
    heading = f"# The rules of {campaign.title}, joined with those that they build on.\n"
    response = HttpResponse(heading + write_toml(campaign.rulebook_content), content_type="application/toml")
    response["Content-Disposition"] = f'attachment; filename="{campaign.slug}.toml"'
    return response


@public_page
def keys(request: HttpRequest) -> HttpResponse:
    """Every table and key of rulebooks, and what it means."""
    return render(request, "campaigns/rulebook_keys.html", {"tables": rulebook_reference()})


@public_page
def keys_data(_request: HttpRequest) -> HttpResponse:
    """The same for the editor, which completes keys and values."""
    return JsonResponse({"tables": [asdict(table) for table in rulebook_reference()]})


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
