"""Pages for organisers: teams, people, the log."""

from __future__ import annotations

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone

from bakeoff_site.accounts.access import costly_page
from bakeoff_site.campaigns.choices import MembershipRole
from bakeoff_site.campaigns.forms.administration import RoleInvitationForm
from bakeoff_site.campaigns.permissions import CampaignRole
from bakeoff_site.campaigns.selectors.campaigns import open_invitations, people_of
from bakeoff_site.campaigns.selectors.log import acts_of, log_of
from bakeoff_site.campaigns.selectors.team_table import team_table
from bakeoff_site.campaigns.selectors.teams import progress_of, teams_of
from bakeoff_site.campaigns.services.invitations import (
    VALID_FOR,
    end_membership,
    invite_into_role,
    withdraw_invitation,
)
from bakeoff_site.campaigns.services.undo import undo_event, undoable
from bakeoff_site.campaigns.views.access import carry_out, organiser_page, person
from bakeoff_site.core.forms import LogFilterForm
from bakeoff_site.core.http.addresses import post_only
from bakeoff_site.core.http.table_files import table_file
from bakeoff_site.core.refusals import RefusedError

_EVENTS_ON_A_PAGE = 50
_TEAMS_ON_A_PAGE = 50


@organiser_page
def teams(request: HttpRequest, role: CampaignRole) -> HttpResponse:
    now = timezone.now()
    page = Paginator(teams_of(role.campaign), _TEAMS_ON_A_PAGE).get_page(request.GET.get("page"))
    context = {
        "campaign": role.campaign,
        "role": role,
        "page": page,
        "states": [progress_of(team, now) for team in page],
    }
    return render(request, "campaigns/teams.html", context)


@costly_page
@organiser_page
def team_file(_request: HttpRequest, role: CampaignRole, ending: str) -> HttpResponse:
    """The teams as a table for spreadsheets."""
    return table_file(team_table(role.campaign, timezone.now()), stem=f"{role.campaign.slug}-teams", ending=ending)


@organiser_page
def people(request: HttpRequest, role: CampaignRole) -> HttpResponse:
    form = RoleInvitationForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        email, invited_as = form.cleaned_data["email"], MembershipRole(form.cleaned_data["role"])
        try:
            invite_into_role(role.campaign, email, invited_as, by=person(role))
        except RefusedError as refusal:
            form.add_error("email", str(refusal))
        else:
            messages.success(request, f"An invitation is on its way to {email}.")
            return redirect("campaigns:people", slug=role.campaign.slug)
    context = {
        "campaign": role.campaign,
        "role": role,
        "form": form,
        "people": people_of(role.campaign),
        "invitations": open_invitations(role.campaign, timezone.now()),
        "valid_for": VALID_FOR,
    }
    return render(request, "campaigns/people.html", context)


@post_only
@organiser_page
def end_role(request: HttpRequest, role: CampaignRole, membership_id: int) -> HttpResponse:
    membership = get_object_or_404(people_of(role.campaign), pk=membership_id)
    return carry_out(
        request,
        lambda: end_membership(membership, by=person(role)),
        done=f"{membership.user} is no longer {membership.role} of the campaign.",
        then=reverse("campaigns:people", args=[role.campaign.slug]),
    )


@post_only
@organiser_page
def withdraw_role_invitation(request: HttpRequest, role: CampaignRole, invitation_id: int) -> HttpResponse:
    invitation = get_object_or_404(open_invitations(role.campaign, timezone.now()), pk=invitation_id)
    return carry_out(
        request,
        lambda: withdraw_invitation(invitation, by=person(role)),
        done=f"The invitation of {invitation.email} is withdrawn.",
        then=reverse("campaigns:people", args=[role.campaign.slug]),
    )


@organiser_page
def log(request: HttpRequest, role: CampaignRole) -> HttpResponse:
    form = LogFilterForm(acts_of(role.campaign), request.GET)
    chosen = form.cleaned_data if form.is_valid() else {}
    events = log_of(role.campaign, act=chosen.get("act", ""), text=chosen.get("text", ""))
    page = Paginator(events, _EVENTS_ON_A_PAGE).get_page(request.GET.get("page"))
    context = {
        "campaign": role.campaign,
        "role": role,
        "form": form,
        "page": page,
        "undo_steps": undoable(role.campaign, page),
    }
    return render(request, "campaigns/log.html", context)


@post_only
@organiser_page
def undo(request: HttpRequest, role: CampaignRole, event_id: int) -> HttpResponse:
    event = get_object_or_404(log_of(role.campaign), pk=event_id)
    return carry_out(
        request,
        lambda: undo_event(role.campaign, event, by=person(role)),
        done="It is undone. The log keeps both.",
        then=reverse("campaigns:log", args=[role.campaign.slug]),
    )
