"""What is done on a team's page: by its contact persons, and by organisers."""

from __future__ import annotations

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.forms import Form
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils import timezone

from bakeoff_site.campaigns.forms.administration import (
    AddressForm,
    AttendeeForm,
    ExtensionForm,
    ReasonForm,
    TeamCodeForm,
)
from bakeoff_site.campaigns.models import Team
from bakeoff_site.campaigns.permissions import CampaignRole, may_manage_people, may_say_who_attends
from bakeoff_site.campaigns.selectors.invitations import open_team_invitations
from bakeoff_site.campaigns.services.attendance import name_attendee
from bakeoff_site.campaigns.services.invitations import invite_into_team, withdraw_invitation
from bakeoff_site.campaigns.services.judging_duties import set_judged
from bakeoff_site.campaigns.services.members import remove_member, set_contact
from bakeoff_site.campaigns.services.teams import (
    assign_team_code,
    grant_extension,
    reinstate_team,
    revoke_extension,
    withdraw_team,
)
from bakeoff_site.campaigns.views.access import carry_out, person, require, team_page
from bakeoff_site.campaigns.views.teams import address_of
from bakeoff_site.core.http.addresses import post_only


@post_only
@team_page
def attendee(request: HttpRequest, role: CampaignRole, team: Team) -> HttpResponse:
    require(may_say_who_attends(role, team, timezone.now()))
    form = AttendeeForm(request.POST)
    if not form.is_valid():
        return _not_understood(request, team, form)
    name = form.cleaned_data["attendee"]
    return carry_out(
        request,
        lambda: name_attendee(team, name, by=person(role)),
        done=f"{name} attends the workshop." if name else "Nobody attends the workshop.",
        then=address_of(team),
    )


@post_only
@team_page
def invite(request: HttpRequest, role: CampaignRole, team: Team) -> HttpResponse:
    require(may_manage_people(role, team))
    form = AddressForm(request.POST)
    if not form.is_valid():
        return _not_understood(request, team, form)
    email = form.cleaned_data["email"]
    return carry_out(
        request,
        lambda: invite_into_team(team, email, by=person(role)),
        done=f"An invitation is on its way to {email}.",
        then=address_of(team),
    )


@post_only
@team_page
def withdraw_team_invitation(request: HttpRequest, role: CampaignRole, team: Team, invitation_id: int) -> HttpResponse:
    require(may_manage_people(role, team))
    invitation = get_object_or_404(open_team_invitations(team, timezone.now()), pk=invitation_id)
    return carry_out(
        request,
        lambda: withdraw_invitation(invitation, by=person(role)),
        done=f"The invitation of {invitation.email} is withdrawn.",
        then=address_of(team),
    )


@post_only
@team_page
def contact(request: HttpRequest, role: CampaignRole, team: Team, member_id: int) -> HttpResponse:
    require(may_manage_people(role, team))
    member = get_object_or_404(team.members.select_related("user", "team"), pk=member_id)
    is_contact = request.POST.get("contact") == "yes"
    return carry_out(
        request,
        lambda: set_contact(member, is_contact=is_contact, by=person(role)),
        done=f"{member.user} is {'now' if is_contact else 'no longer'} a contact person.",
        then=address_of(team),
    )


@post_only
@team_page
def remove(request: HttpRequest, role: CampaignRole, team: Team, member_id: int) -> HttpResponse:
    """Takes someone out of a team, or lets them leave it."""
    member = get_object_or_404(team.members.select_related("user", "team"), pk=member_id)
    leaves = member.user_id == person(role).pk
    if not leaves:
        require(may_manage_people(role, team))
    return carry_out(
        request,
        lambda: remove_member(member, by=person(role)),
        done=f"You have left {team.name}." if leaves else f"{member.user} is no longer in the team.",
        then=reverse("campaigns:campaign", args=[team.campaign.slug])
        if leaves and not role.is_organiser
        else address_of(team),
    )


@post_only
@team_page
def code(request: HttpRequest, role: CampaignRole, team: Team) -> HttpResponse:
    _require_organiser(role)
    form = TeamCodeForm(request.POST)
    if not form.is_valid():
        return _not_understood(request, team, form)
    chosen = form.cleaned_data["code"]
    return carry_out(
        request,
        lambda: assign_team_code(team, chosen, by=person(role)),
        done=f"The code of {team.name} is {chosen}.",
        then=address_of(team),
    )


@post_only
@team_page
def extend(request: HttpRequest, role: CampaignRole, team: Team) -> HttpResponse:
    _require_organiser(role)
    form = ExtensionForm(role.campaign, request.POST)
    if not form.is_valid():
        return _not_understood(request, team, form)
    said = form.cleaned_data
    return carry_out(
        request,
        lambda: grant_extension(team, said["phase"], said["until"], reason=said["reason"], by=person(role)),
        done=f"{team.name} has more time.",
        then=address_of(team),
    )


@post_only
@team_page
def revoke(request: HttpRequest, role: CampaignRole, team: Team, extension_id: int) -> HttpResponse:
    _require_organiser(role)
    extension = get_object_or_404(team.extensions, pk=extension_id)
    form = ReasonForm(request.POST)
    if not form.is_valid():
        return _not_understood(request, team, form)
    return carry_out(
        request,
        lambda: revoke_extension(extension, reason=form.cleaned_data["reason"], by=person(role)),
        done=f"The extension is revoked: {team.campaign.rules.phases[extension.phase].label} ends as for everyone.",
        then=address_of(team),
    )


@post_only
@team_page
def judged(request: HttpRequest, role: CampaignRole, team: Team) -> HttpResponse:
    _require_organiser(role)
    is_done = request.POST.get("judged") == "yes"
    return carry_out(
        request,
        lambda: set_judged(team, judged=is_done, by=person(role)),
        done=f"{team.name} {'has' if is_done else 'has not'} done its share of the judgments.",
        then=address_of(team),
    )


@post_only
@team_page
def take_part(request: HttpRequest, role: CampaignRole, team: Team) -> HttpResponse:
    """Withdraws a team from the campaign, or lets it take part again."""
    _require_organiser(role)
    form = ReasonForm(request.POST)
    if not form.is_valid():
        return _not_understood(request, team, form)
    reinstated = request.POST.get("takes_part") == "yes"
    change = reinstate_team if reinstated else withdraw_team
    return carry_out(
        request,
        lambda: change(team, by=person(role), reason=form.cleaned_data["reason"]),
        done=f"{team.name} takes part again." if reinstated else f"{team.name} is withdrawn.",
        then=address_of(team),
    )


def _require_organiser(role: CampaignRole) -> None:
    if not role.is_organiser:
        raise PermissionDenied("Only organisers may do that.")


def _not_understood(request: HttpRequest, team: Team, form: Form) -> HttpResponse:
    """Back to the team's page, with what was wrong in a small form of it."""
    for name, errors in form.errors.items():
        label = form.fields[name].label if name in form.fields else ""
        for error in errors:
            messages.error(request, f"{label}: {error}" if label else str(error))
    return redirect(address_of(team))
