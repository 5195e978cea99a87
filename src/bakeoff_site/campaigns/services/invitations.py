"""Invitations: sent by mail, accepted once."""

from __future__ import annotations

import secrets
from datetime import timedelta

from django.db import transaction
from django.utils import timezone

from bakeoff_site.accounts.models import User
from bakeoff_site.campaigns.choices import MembershipRole
from bakeoff_site.campaigns.mails import invitation_mail
from bakeoff_site.campaigns.models import Campaign, Invitation, Membership, Team
from bakeoff_site.campaigns.selectors.invitations import token_hash
from bakeoff_site.campaigns.services.teams import add_member
from bakeoff_site.core.audit import record
from bakeoff_site.core.refusals import RefusedError
from bakeoff_site.post.services.sending import send_at_once

VALID_FOR = timedelta(days=14)


def invite_into_team(team: Team, email: str, *, by: User) -> Invitation:
    return _invite(team.campaign, email, by=by, team=team)


def invite_into_role(campaign: Campaign, email: str, role: MembershipRole, *, by: User) -> Invitation:
    return _invite(campaign, email, by=by, role=role)


def _invite(campaign: Campaign, email: str, *, by: User, team: Team | None = None, role: str = "") -> Invitation:
    """Sends the link; an earlier invitation of the same address into the same is void from then on."""
    now = timezone.now()
    token = secrets.token_urlsafe(32)
    with transaction.atomic():
        campaign.invitations.filter(email__iexact=email, team=team, role=role, accepted_at=None).delete()
        invitation = Invitation.objects.create(
            campaign=campaign,
            team=team,
            role=role,
            email=email,
            token_hash=token_hash(token),
            invited_by=by,
            expires_at=now + VALID_FOR,
        )
        _record("invitation.send", invitation, by)
    try:  # outside the transaction, because a slow mail server would hold up everyone who writes
        send_at_once(invitation_mail(invitation, token))
    except OSError as error:
        withdraw_invitation(invitation, by=by, reason=str(error))
        raise RefusedError(
            f"The mail to {email} could not be sent ({error}); nobody was invited. Try again later."
        ) from error
    return invitation


def withdraw_invitation(invitation: Invitation, *, by: User, reason: str = "") -> None:
    """Makes the link of an invitation void."""
    with transaction.atomic():
        _record("invitation.withdraw", invitation, by, reason=reason)
        Invitation.objects.filter(pk=invitation.pk, accepted_at=None).delete()


def accept_invitation(invitation: Invitation, *, by: User) -> None:
    """Someone takes up an invitation: they join the team, or get the role."""
    if problem := problem_with(invitation):
        raise RefusedError(problem)
    with transaction.atomic():
        now = timezone.now()
        taken = Invitation.objects.filter(pk=invitation.pk, accepted_at=None, expires_at__gt=now)
        if not taken.update(accepted_at=now):
            raise RefusedError("This invitation was used or withdrawn in the meantime; ask for another.")
        if invitation.team is not None:
            add_member(invitation.team, by)
        else:
            Membership.objects.get_or_create(campaign=invitation.campaign, user=by, role=invitation.role)
        _record("invitation.accept", invitation, by, account=by.email)


def problem_with(invitation: Invitation) -> str:
    """Why an invitation cannot be accepted by anyone; nothing for one that can."""
    if invitation.accepted_at is not None:
        return "This invitation was accepted already; each can be used once."
    if invitation.expires_at <= timezone.now():
        return f"This invitation ran out on {invitation.expires_at:%Y-%m-%d}; ask {invitation.invited_by} for another."
    if invitation.team is not None and invitation.team.withdrawn_at is not None:
        return f"{invitation.team.name} no longer takes part in the campaign."
    return ""


def end_membership(membership: Membership, *, by: User) -> None:
    """Takes a role from someone; one organiser always stays."""
    campaign = membership.campaign
    with transaction.atomic():
        Campaign.objects.select_for_update().get(pk=campaign.pk)
        others = campaign.memberships.filter(role=MembershipRole.ORGANISER).exclude(pk=membership.pk)
        if membership.role == MembershipRole.ORGANISER and not others.exists():
            raise RefusedError(f"{membership.user} is the only organiser; invite another first.")
        record(
            "role.end",
            actor=by,
            campaign=campaign,
            subject=membership.get_role_display(),
            person=membership.user.email,
        )
        membership.delete()


def _record(act: str, invitation: Invitation, by: User, **details: str) -> None:
    into = invitation.team.name if invitation.team else invitation.get_role_display()
    record(act, actor=by, campaign=invitation.campaign, subject=into, address=invitation.email, **details)
