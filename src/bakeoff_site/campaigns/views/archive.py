"""Archived campaigns, and what is left of deleted ones."""

from __future__ import annotations

from datetime import UTC

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse

from bakeoff_site.campaigns.forms.administration import DeleteForm
from bakeoff_site.campaigns.permissions import CampaignRole, may_create_campaigns, may_delete_campaigns
from bakeoff_site.campaigns.selectors.archive import deleted_campaigns, log_of_deleted, reasons_to_keep
from bakeoff_site.campaigns.selectors.campaigns import campaigns_for
from bakeoff_site.campaigns.services.archive import delete_campaign, set_archived
from bakeoff_site.campaigns.views.access import carry_out, organiser_page, person, require, works_when_archived
from bakeoff_site.core.forms import LogFilterForm
from bakeoff_site.core.http.addresses import post_only
from bakeoff_site.core.refusals import RefusedError
from bakeoff_site.core.selectors import acts_in

_EVENTS_ON_A_PAGE = 50


def archived_list(request: HttpRequest) -> HttpResponse:
    may_see_deleted = may_create_campaigns(request.user)
    context = {
        "campaigns": campaigns_for(request.user, archived=True),
        "may_see_deleted": may_see_deleted,
        "deleted": deleted_campaigns() if may_see_deleted else (),
    }
    return render(request, "campaigns/archived.html", context)


@login_required
def deleted_log(request: HttpRequest, deleted_id: int) -> HttpResponse:
    """What was done in a campaign that is gone."""
    if not may_create_campaigns(request.user):
        raise PermissionDenied("The logs of deleted campaigns are for administrators of this site.")
    deleted = get_object_or_404(deleted_campaigns(), pk=deleted_id)
    form = LogFilterForm(acts_in(deleted.events.all()), request.GET)
    chosen = form.cleaned_data if form.is_valid() else {}
    events = log_of_deleted(deleted, act=chosen.get("act", ""), text=chosen.get("text", ""))
    page = Paginator(events, _EVENTS_ON_A_PAGE).get_page(request.GET.get("page"))
    return render(request, "campaigns/deleted_log.html", {"deleted": deleted, "form": form, "page": page, "zone": UTC})


@post_only
@organiser_page
@works_when_archived
def archive(request: HttpRequest, role: CampaignRole) -> HttpResponse:
    archived = request.POST.get("archived") == "yes"
    return carry_out(
        request,
        lambda: set_archived(role.campaign, actor=person(role), archived=archived),
        done="The campaign is archived." if archived else "The campaign is open again.",
        then=reverse("campaigns:dashboard", args=[role.campaign.slug]),
    )


@organiser_page
@works_when_archived
def delete(request: HttpRequest, role: CampaignRole) -> HttpResponse:
    require(may_delete_campaigns(person(role)))
    form = DeleteForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            delete_campaign(role.campaign, actor=person(role), title=form.cleaned_data["title"])
        except RefusedError as refusal:
            form.add_error("title", str(refusal))
        else:
            messages.success(request, f"{role.campaign.title} is deleted. Its log is kept.")
            return redirect("campaigns:archived")
    context = {
        "campaign": role.campaign,
        "role": role,
        "form": form,
        "reasons": reasons_to_keep(role.campaign),
    }
    return render(request, "campaigns/delete.html", context)
