"""People of a campaign and of teams, and whom they invite."""

from __future__ import annotations

from datetime import datetime

from ninja import Field, Schema
from pydantic import AwareDatetime

from bakeoff_site.api.schemas.shared import Body
from bakeoff_site.campaigns.choices import MembershipRole
from bakeoff_site.campaigns.models import Invitation, Membership, TeamMember


class ReasonIn(Body):
    reason: str = Field(min_length=1, max_length=500)


class ExtensionIn(ReasonIn):
    until: AwareDatetime
    """The first moment that is too late, with its time zone."""


class JudgedIn(Body):
    judged: bool


class MemberOut(Schema):
    id: int
    name: str
    email: str
    is_contact: bool


class MemberIn(Body):
    is_contact: bool
    """Whether they act for the team."""


class PersonOut(Schema):
    id: int
    """Of the role, not of the person, who may have several."""
    role: str
    name: str
    email: str


class AddressIn(Body):
    email: str


class RoleInvitationIn(AddressIn):
    role: MembershipRole
    """`organiser`, `judge` or `observer`."""


class InvitationOut(Schema):
    id: int
    email: str
    role: str
    """Empty where it is into a team."""
    team: int | None
    invited_by: str
    expires_at: datetime


class AcceptanceIn(Body):
    token: str
    """The last part of the link in the mail."""


def member_out(member: TeamMember) -> MemberOut:
    return MemberOut(id=member.pk, name=member.user.name, email=member.user.email, is_contact=member.is_contact)


def person_out(membership: Membership) -> PersonOut:
    user = membership.user
    return PersonOut(id=membership.pk, role=membership.role, name=user.name, email=user.email)


def invitation_out(invitation: Invitation) -> InvitationOut:
    return InvitationOut(
        id=invitation.pk,
        email=invitation.email,
        role=invitation.role,
        team=invitation.team_id,
        invited_by=str(invitation.invited_by),
        expires_at=invitation.expires_at,
    )
