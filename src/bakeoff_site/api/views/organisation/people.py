"""Organisers, judges and observers: who they are, inviting them, ending roles; and accepting an invitation."""

from __future__ import annotations

from typing import Any

from django.http import Http404
from django.shortcuts import get_object_or_404
from django.utils import timezone
from ninja import Router

from bakeoff_site.api.authentication import Token, TokenRequest, organise, oversee
from bakeoff_site.api.errors import form_mistakes
from bakeoff_site.api.pagination import Limit, Offset, page_of
from bakeoff_site.api.schemas.organisation.people import (
    AcceptanceIn,
    InvitationOut,
    PersonOut,
    RoleInvitationIn,
    invitation_out,
    person_out,
)
from bakeoff_site.api.schemas.participation.teams import CampaignRoleOut, role_out
from bakeoff_site.api.schemas.shared import Page
from bakeoff_site.api.views.access import organiser_of
from bakeoff_site.campaigns.forms.administration import RoleInvitationForm
from bakeoff_site.campaigns.permissions import may_accept_invitations, may_register_team
from bakeoff_site.campaigns.selectors import role_of
from bakeoff_site.campaigns.selectors.campaigns import open_invitations, people_of
from bakeoff_site.campaigns.selectors.invitations import invitation_of
from bakeoff_site.campaigns.services.invitations import (
    accept_invitation,
    end_membership,
    invite_into_role,
    withdraw_invitation,
)
from bakeoff_site.campaigns.views.access import require

router = Router(tags=["people"])


@router.get(
    "/campaigns/{slug}/people",
    response=Page[PersonOut],
    auth=oversee,
    summary="Organisers, judges and observers (organisers)",
)
def list_people(request: TokenRequest, slug: str, limit: Limit, offset: Offset) -> dict[str, Any]:
    return page_of(request, people_of(organiser_of(request, slug).campaign), limit, offset, person_out)


@router.delete(
    "/campaigns/{slug}/people/{int:membership_id}",
    response={204: None},
    auth=organise,
    summary="Take a role from someone (organisers)",
)
def end_role(request: TokenRequest, slug: str, membership_id: int) -> None:
    membership = get_object_or_404(people_of(organiser_of(request, slug).campaign), pk=membership_id)
    end_membership(membership, by=request.auth.person)


@router.get(
    "/campaigns/{slug}/invitations",
    response=Page[InvitationOut],
    auth=oversee,
    summary="Open invitations into a role (organisers)",
)
def list_invitations(request: TokenRequest, slug: str, limit: Limit, offset: Offset) -> dict[str, Any]:
    campaign = organiser_of(request, slug).campaign
    invitations = open_invitations(campaign, timezone.now()).select_related("invited_by")
    return page_of(request, invitations, limit, offset, invitation_out)


@router.post(
    "/campaigns/{slug}/invitations",
    response={201: InvitationOut},
    auth=organise,
    summary="Invite an organiser, judge or observer, by mail (organisers)",
)
def invite_person(request: TokenRequest, slug: str, body: RoleInvitationIn) -> InvitationOut:
    campaign = organiser_of(request, slug).campaign
    form = RoleInvitationForm(body.dict())
    if not form.is_valid():
        raise form_mistakes(form)
    return invitation_out(invite_into_role(campaign, form.cleaned_data["email"], body.role, by=request.auth.person))


@router.delete(
    "/campaigns/{slug}/invitations/{int:invitation_id}",
    response={204: None},
    auth=organise,
    summary="Withdraw an invitation into a role (organisers)",
)
def delete_invitation(request: TokenRequest, slug: str, invitation_id: int) -> None:
    campaign = organiser_of(request, slug).campaign
    invitation = get_object_or_404(open_invitations(campaign, timezone.now()), pk=invitation_id)
    withdraw_invitation(invitation, by=request.auth.person)


@router.post(
    "/invitations/accept",
    response=CampaignRoleOut,
    auth=Token("submit", "judge", "organise"),
    summary="Accept an invitation that you were mailed; what you are in its campaign then",
)
def accept(request: TokenRequest, body: AcceptanceIn) -> CampaignRoleOut:
    invitation = invitation_of(body.token)
    if invitation is None:
        raise Http404
    require(may_accept_invitations(request.auth.person))
    accept_invitation(invitation, by=request.auth.person)
    role = role_of(request.auth.person, invitation.campaign)
    answer = may_register_team(role, timezone.now())
    return role_out(role, may_register=answer.allowed, why_not="" if answer.allowed else answer.reason)
