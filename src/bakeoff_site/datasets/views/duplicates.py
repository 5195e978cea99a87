"""A campaign is duplicated: its rules, and on request its people and files."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone

from bakeoff.rulebook.drafts.models import model_from
from bakeoff.rulebook.files.sources import RulebookError
from bakeoff_site.campaigns.forms.plan import first_plan
from bakeoff_site.campaigns.forms.rulebook import CopiesForm
from bakeoff_site.campaigns.models import Campaign
from bakeoff_site.campaigns.permissions import CampaignRole
from bakeoff_site.campaigns.views.access import organiser_page, person, works_when_archived
from bakeoff_site.campaigns.views.creation import Beginning, planned_campaign
from bakeoff_site.datasets.services.copies import duplicate_campaign


@organiser_page
@works_when_archived
def duplicate(request: HttpRequest, role: CampaignRole) -> HttpResponse:
    """A new campaign in the manner of an earlier one. Its organisers may create it: they know what is in it."""
    source, creator = role.campaign, person(role)
    try:
        model = model_from(source.rulebook_text, name=source.slug)
    except RulebookError:  # it builds on a rulebook that says something else today
        messages.error(request, "The rulebook has mistakes by the rules of today. Correct it here, then duplicate it.")
        return redirect("campaigns:edit-rulebook", slug=source.slug)
    about = model.rulebook.campaign
    plan = first_plan(model, organiser=about.organiser, contact=about.contact, today=timezone.now().date())
    copies = CopiesForm(request.POST)
    chosen = copies.cleaned_data if copies.is_valid() else {}

    def create(text: str, confirm_past: bool) -> Campaign:  # noqa: FBT001 -- as the form calls it
        return duplicate_campaign(
            source,
            text,
            by=creator,
            confirm_past=confirm_past,
            copy_people=chosen.get("copy_people", False),
            copy_files=chosen.get("copy_files", False),
        )

    here = reverse("datasets:duplicate", args=[source.slug])
    return planned_campaign(request, Beginning(model=model, plan=plan, here=here, copied=source), create)
