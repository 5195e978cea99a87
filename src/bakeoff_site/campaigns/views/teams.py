"""Pages of a team: registration, its steps, agreements, people."""

from __future__ import annotations

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone

from bakeoff.rulebook.participation.registration import may_register
from bakeoff_site.campaigns.forms.administration import (
    AddressForm,
    AttendeeForm,
    ExtensionForm,
    ReasonForm,
    TeamCodeForm,
)
from bakeoff_site.campaigns.forms.registration import RegistrationForm
from bakeoff_site.campaigns.models import Team
from bakeoff_site.campaigns.permissions import (
    CampaignRole,
    may_act_for,
    may_change_consent,
    may_change_registration,
    may_join_team,
    may_manage_people,
    may_register_team,
    may_say_who_attends,
)
from bakeoff_site.campaigns.selectors.teams import team_page as everything_about
from bakeoff_site.campaigns.services.consents import set_consent
from bakeoff_site.campaigns.services.teams import change_registration, register_team, sign_agreement
from bakeoff_site.campaigns.views.access import campaign_page, carry_out, person, require, team_page
from bakeoff_site.core.refusals import RefusedError


def address_of(team: Team) -> str:
    return reverse("campaigns:team", args=[team.campaign.slug, team.pk])


@campaign_page
def register(request: HttpRequest, role: CampaignRole) -> HttpResponse:
    if role.team is not None and not may_join_team(role.campaign, role.teams).allowed:
        return redirect(address_of(role.team))
    now = timezone.now()
    answer = may_register_team(role, now)
    is_open = may_register(role.campaign.rules, now).allowed
    context = {"campaign": role.campaign, "role": role, "answer": answer, "is_open": is_open}
    if not answer.allowed:
        return render(request, "campaigns/register_refused.html", context, status=403)
    form = RegistrationForm(role.campaign, request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            team = register_team(role.campaign, form.registration(), by=person(role))
        except RefusedError as refusal:
            form.add_error(None, str(refusal))
        else:
            messages.success(request, "Your team is registered. The next steps are listed below.")
            return redirect(address_of(team))
    return render(request, "campaigns/register.html", {**context, "form": form})


@team_page
def team(request: HttpRequest, role: CampaignRole, team: Team) -> HttpResponse:
    now = timezone.now()
    context = {
        "campaign": role.campaign,
        "role": role,
        "team": team,
        "page": everything_about(team, now),
        "may_change": may_change_registration(role, team, now),
        "may_say_who_attends": may_say_who_attends(role, team, now).allowed,
        "may_act": may_act_for(role, team).allowed,
        "may_manage_people": may_manage_people(role, team).allowed,
        "is_member": role.belongs_to(team),
        "attendee_form": AttendeeForm(initial={"attendee": team.attendee}),
        "invitation_form": AddressForm(),
        "code_form": TeamCodeForm(initial={"code": team.code}),
        "extension_form": ExtensionForm(role.campaign),
        "reason_form": ReasonForm(auto_id="withdraw_%s"),
    }
    return render(request, "campaigns/organised_team.html" if role.is_organiser else "campaigns/team.html", context)


@team_page
def registration(request: HttpRequest, role: CampaignRole, team: Team) -> HttpResponse:
    require(may_change_registration(role, team, timezone.now()))
    form = RegistrationForm(role.campaign, request.POST or None, team=team)
    if request.method == "POST" and form.is_valid():
        try:
            change_registration(team, form.registration(), by=person(role))
        except RefusedError as refusal:
            form.add_error(None, str(refusal))
        else:
            messages.success(request, "The registration is changed.")
            return redirect(address_of(team))
    context = {"campaign": role.campaign, "role": role, "team": team, "form": form}
    return render(request, "campaigns/registration.html", context)


@team_page
def agreement(request: HttpRequest, role: CampaignRole, team: Team, agreement: str) -> HttpResponse:
    """The text of an agreement, to be read by everyone of the team and signed by a contact person."""
    rows = {row.agreement.id: row for row in everything_about(team, timezone.now()).agreements}
    if agreement not in rows:
        raise Http404("The rulebook has no such agreement.")
    answer = may_act_for(role, team)
    context = {
        "campaign": role.campaign,
        "role": role,
        "team": team,
        "row": rows[agreement],
        "answer": answer,
    }
    if request.method != "POST":
        return render(request, "campaigns/agreement.html", context)
    require(answer)
    if request.POST.get("agreed") != "yes":
        return render(request, "campaigns/agreement.html", {**context, "is_unticked": True})
    return carry_out(
        request,
        lambda: sign_agreement(team, agreement, by=person(role)),
        done=f"Signed: {rows[agreement].agreement.label}.",
        then=address_of(team),
    )


@team_page
def consent(request: HttpRequest, role: CampaignRole, team: Team, consent: str) -> HttpResponse:
    """What a consent says and means, given or taken back by a contact person."""
    now = timezone.now()
    rows = {row.consent.id: row for row in everything_about(team, now).consents}
    if consent not in rows:
        raise Http404("The rulebook asks for no such consent.")
    row = rows[consent]
    if request.method == "POST":
        given = request.POST.get("given") == "yes"
        require(may_change_consent(role, team, consent, now, give=given))
        return carry_out(
            request,
            lambda: set_consent(team, consent, given=given, by=person(role)),
            done=f"{'Given' if given else 'Taken back'}: {row.consent.label}.",
            then=address_of(team),
        )
    context = {
        "campaign": role.campaign,
        "role": role,
        "team": team,
        "row": row,
        "answer": may_change_consent(role, team, consent, now, give=row.given is None),
    }
    return render(request, "campaigns/consent.html", context)
