"""Invitations: sent by mail, accepted once."""

from __future__ import annotations

import secrets
from datetime import timedelta

from django.db import transaction
from django.utils import timezone

from bakeoff_site.accounts.choices import Act
from bakeoff_site.accounts.errors import UsedUpError
from bakeoff_site.accounts.models import User
from bakeoff_site.accounts.throttling import Share, spend
from bakeoff_site.campaigns.choices import MembershipRole
from bakeoff_site.campaigns.mails import invitation_mail
from bakeoff_site.campaigns.models import Campaign, Invitation, Membership, Team
from bakeoff_site.campaigns.permissions import may_change
from bakeoff_site.campaigns.selectors.invitations import token_hash
from bakeoff_site.campaigns.services.locks import lock_open_campaign
from bakeoff_site.campaigns.services.teams import add_member
from bakeoff_site.core.audit import record
from bakeoff_site.core.refusals import RefusedError, TooOftenError
from bakeoff_site.mail.links import SecretLink
from bakeoff_site.mail.models import Mail
from bakeoff_site.mail.services.outbox import put_once, take_back

VALID_FOR = timedelta(days=14)
PERSON_A_DAY = 50
TEAM_A_DAY = 30
CAMPAIGN_A_DAY = 200
"""For roles in the campaign, no matter which organiser invites."""
RECIPIENT_A_DAY = 5
"""No matter who invites them, and to what."""
_SALT = "bakeoff_site.campaigns.invitation"
_TOO_MANY = {
    "person": f"You can send {PERSON_A_DAY} invitations a day, and have sent them.",
    "team": f"A team can send {TEAM_A_DAY} invitations a day, and this one has sent them.",
    "campaign": f"A campaign can send {CAMPAIGN_A_DAY} invitations a day, and this one has sent them.",
    "recipient": f"An address can be invited {RECIPIENT_A_DAY} times a day, and this one was.",
}


def invite_into_team(team: Team, email: str, *, by: User) -> Invitation:
    return _invite(team.campaign, email, by=by, team=team)


def invite_into_role(campaign: Campaign, email: str, role: MembershipRole, *, by: User) -> Invitation:
    return _invite(campaign, email, by=by, role=role)


def _invite(campaign: Campaign, email: str, *, by: User, team: Team | None = None, role: str = "") -> Invitation:
    """Has the link mailed; an earlier invitation of the same address into the same is void from then on."""
    _require_share(campaign, team, email, by)
    link = SecretLink(page="campaigns:invitation", salt=_SALT, said=secrets.token_urlsafe(32), is_dated=False)
    with transaction.atomic():
        lock_open_campaign(campaign.pk)
        for earlier in campaign.invitations.filter(email__iexact=email, team=team, role=role, accepted_at=None):
            _delete(earlier)
        invitation = Invitation.objects.create(
            campaign=campaign,
            team=team,
            role=role,
            email=email,
            token_hash=token_hash(link.token),
            invited_by=by,
            expires_at=timezone.now() + VALID_FOR,
        )
        put_once(invitation_mail(invitation, link), key=_mail_key(invitation))
        _record("invitation.send", invitation, by)
    return invitation


def _require_share(campaign: Campaign, team: Team | None, email: str, by: User) -> None:
    """Mails to strangers that say what somebody chose are few: by a person, for a team, and to an address."""
    group = Share("team", str(team.pk), TEAM_A_DAY) if team else Share("campaign", str(campaign.pk), CAMPAIGN_A_DAY)
    shares = [
        Share("person", str(by.pk), PERSON_A_DAY),
        group,
        Share("recipient", email.strip().lower(), RECIPIENT_A_DAY),
    ]
    try:
        spend(Act.INVITE, shares)
    except UsedUpError as error:
        raise TooOftenError(
            f"{_TOO_MANY[error.kind]} Nobody was invited. Try again in {error.wait}.", seconds=error.seconds
        ) from error


def withdraw_invitation(invitation: Invitation, *, by: User) -> None:
    """Makes the link of an invitation void; a mail that was not sent yet is not sent."""
    with transaction.atomic():
        _record("invitation.withdraw", invitation, by)
        _delete(invitation)


def _delete(invitation: Invitation) -> None:
    take_back(Mail.objects.filter(key=_mail_key(invitation)))
    Invitation.objects.filter(pk=invitation.pk, accepted_at=None).delete()


def _mail_key(invitation: Invitation) -> str:
    return f"invitation {invitation.pk}"


def accept_invitation(invitation: Invitation, *, by: User) -> None:
    """Someone takes up an invitation: they join the team, or get the role."""
    if problem := problem_with(invitation):
        raise RefusedError(problem)
    with transaction.atomic():
        lock_open_campaign(invitation.campaign_id)
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
    if not (answer := may_change(invitation.campaign)).allowed:
        return answer.sentence
    if invitation.team is not None and invitation.team.withdrawn_at is not None:
        return f"{invitation.team.name} no longer takes part in the campaign."
    return ""


def end_membership(membership: Membership, *, by: User) -> None:
    """Takes a role from someone; one organiser always stays."""
    campaign = membership.campaign
    with transaction.atomic():
        lock_open_campaign(campaign.pk)
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
    record(act, actor=by, campaign=invitation.campaign, subject=into, email=invitation.email, **details)
