"""What is done about a team: more time, taking part or not, its people."""

from __future__ import annotations

from typing import Any

from django.shortcuts import get_object_or_404
from django.utils import timezone
from ninja import Router

from bakeoff_site.api.authentication import TokenRequest, follow, organise, propose
from bakeoff_site.api.errors import form_mistakes
from bakeoff_site.api.pagination import Limit, Offset, page_of
from bakeoff_site.api.schemas.organisation.people import (
    AddressIn,
    ExtensionIn,
    InvitationOut,
    JudgedIn,
    MemberIn,
    MemberOut,
    ReasonIn,
    invitation_out,
    member_out,
)
from bakeoff_site.api.schemas.participation.teams import TeamOut, team_out
from bakeoff_site.api.schemas.shared import Page
from bakeoff_site.api.views.access import organiser_of, team_in
from bakeoff_site.campaigns.forms.administration import AddressForm
from bakeoff_site.campaigns.models import Team, TeamMember
from bakeoff_site.campaigns.permissions import may_manage_people
from bakeoff_site.campaigns.selectors.invitations import open_team_invitations
from bakeoff_site.campaigns.selectors.teams import members_of, team_page
from bakeoff_site.campaigns.services.invitations import invite_into_team, withdraw_invitation
from bakeoff_site.campaigns.services.judging_duties import set_judged
from bakeoff_site.campaigns.services.members import remove_member, set_contact
from bakeoff_site.campaigns.services.teams import grant_extension, reinstate_team, revoke_extension, withdraw_team
from bakeoff_site.campaigns.views.access import require

router = Router(tags=["teams"])
_TEAM = "/campaigns/{slug}/teams/{int:team_id}"


@router.put(
    f"{_TEAM}/extensions/{{phase}}",
    response=TeamOut,
    auth=organise,
    summary="Give a team more time in a phase (organisers)",
)
def extend_phase(request: TokenRequest, slug: str, team_id: int, phase: str, body: ExtensionIn) -> TeamOut:
    team = _for_organisers(request, slug, team_id)
    grant_extension(team, phase, body.until, reason=body.reason, by=request.auth.person)
    return _shown(team)


@router.post(
    f"{_TEAM}/extensions/{{phase}}/revoke",
    response=TeamOut,
    auth=organise,
    summary="Revoke more time that a team was given, with the reason (organisers)",
)
def end_extension(request: TokenRequest, slug: str, team_id: int, phase: str, body: ReasonIn) -> TeamOut:
    team = _for_organisers(request, slug, team_id)
    extension = get_object_or_404(team.extensions, phase=phase)
    revoke_extension(extension, reason=body.reason, by=request.auth.person)
    return _shown(team)


@router.put(
    f"{_TEAM}/judged",
    response=TeamOut,
    auth=organise,
    summary="Note that a team has done its share of the judgments, or has not (organisers)",
)
def note_judged(request: TokenRequest, slug: str, team_id: int, body: JudgedIn) -> TeamOut:
    team = _for_organisers(request, slug, team_id)
    set_judged(team, judged=body.judged, by=request.auth.person)
    return _shown(team)


@router.post(
    f"{_TEAM}/withdraw",
    response=TeamOut,
    auth=organise,
    summary="Withdraw a team from the campaign, with the reason (organisers)",
)
def take_out(request: TokenRequest, slug: str, team_id: int, body: ReasonIn) -> TeamOut:
    team = _for_organisers(request, slug, team_id)
    withdraw_team(team, by=request.auth.person, reason=body.reason)
    return _shown(team)


@router.post(
    f"{_TEAM}/reinstate",
    response=TeamOut,
    auth=organise,
    summary="Let a withdrawn team take part again, with the reason (organisers)",
)
def take_back(request: TokenRequest, slug: str, team_id: int, body: ReasonIn) -> TeamOut:
    team = _for_organisers(request, slug, team_id)
    reinstate_team(team, by=request.auth.person, reason=body.reason)
    return _shown(team)


@router.get(f"{_TEAM}/members", response=Page[MemberOut], auth=follow, summary="The people of a team")
def list_members(request: TokenRequest, slug: str, team_id: int, limit: Limit, offset: Offset) -> dict[str, Any]:
    _, team = team_in(request, slug, team_id)
    return page_of(request, members_of(team), limit, offset, member_out)


@router.put(
    f"{_TEAM}/members/{{int:member_id}}",
    response=MemberOut,
    auth=propose,
    summary="Say whether someone is a contact person of a team",
)
def change_member(request: TokenRequest, slug: str, team_id: int, member_id: int, body: MemberIn) -> MemberOut:
    team = _managed(request, slug, team_id)
    set_contact(_member(team, member_id), is_contact=body.is_contact, by=request.auth.person)
    return member_out(_member(team, member_id))


@router.delete(
    f"{_TEAM}/members/{{int:member_id}}",
    response={204: None},
    auth=propose,
    summary="Take someone out of a team, or leave it",
)
def delete_member(request: TokenRequest, slug: str, team_id: int, member_id: int) -> None:
    role, team = team_in(request, slug, team_id)
    member = _member(team, member_id)
    if member.user_id != request.auth.person.pk:
        require(may_manage_people(role, team))
    remove_member(member, by=request.auth.person)


@router.get(
    f"{_TEAM}/invitations",
    response=Page[InvitationOut],
    auth=follow,
    summary="Open invitations into a team",
)
def list_team_invitations(
    request: TokenRequest, slug: str, team_id: int, limit: Limit, offset: Offset
) -> dict[str, Any]:
    _, team = team_in(request, slug, team_id)
    return page_of(request, open_team_invitations(team, timezone.now()), limit, offset, invitation_out)


@router.post(
    f"{_TEAM}/invitations", response={201: InvitationOut}, auth=propose, summary="Invite someone into a team, by mail"
)
def invite_member(request: TokenRequest, slug: str, team_id: int, body: AddressIn) -> InvitationOut:
    team = _managed(request, slug, team_id)
    form = AddressForm(body.dict())
    if not form.is_valid():
        raise form_mistakes(form)
    return invitation_out(invite_into_team(team, form.cleaned_data["email"], by=request.auth.person))


@router.delete(
    f"{_TEAM}/invitations/{{int:invitation_id}}",
    response={204: None},
    auth=propose,
    summary="Withdraw an invitation into a team",
)
def delete_team_invitation(request: TokenRequest, slug: str, team_id: int, invitation_id: int) -> None:
    team = _managed(request, slug, team_id)
    invitation = get_object_or_404(open_team_invitations(team, timezone.now()), pk=invitation_id)
    withdraw_invitation(invitation, by=request.auth.person)


def _for_organisers(request: TokenRequest, slug: str, team_id: int) -> Team:
    organiser_of(request, slug)
    return team_in(request, slug, team_id)[1]


def _managed(request: TokenRequest, slug: str, team_id: int) -> Team:
    """A team whose people the caller looks after."""
    role, team = team_in(request, slug, team_id)
    require(may_manage_people(role, team))
    return team


def _member(team: Team, member_id: int) -> TeamMember:
    return get_object_or_404(members_of(team).select_related("team"), pk=member_id)


def _shown(team: Team) -> TeamOut:
    team.refresh_from_db()
    return team_out(team, team_page(team, timezone.now()))
