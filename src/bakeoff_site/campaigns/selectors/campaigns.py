"""Campaigns, and what people are in them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from django.contrib.auth.models import AnonymousUser
from django.db.models import F, Q, QuerySet

from bakeoff.reports import ScheduleRow, schedule_rows
from bakeoff.rulebook.release.visibility import may_see
from bakeoff_site.accounts.models import User
from bakeoff_site.campaigns.choices import MembershipRole
from bakeoff_site.campaigns.conversions import viewers_of
from bakeoff_site.campaigns.models import Campaign, Invitation, Membership, Team
from bakeoff_site.campaigns.permissions import CampaignRole


def campaigns_for(user: User | AnonymousUser, *, archived: bool = False) -> QuerySet[Campaign]:
    """The campaigns in someone's list: listed ones and those they have a part in. Archived ones have another."""
    campaigns = Campaign.objects.filter(archived_at__isnull=not archived)
    if not isinstance(user, User):
        return campaigns.filter(listed=True)
    if user.is_superuser:
        return campaigns
    mine = Q(pk__in=user.memberships.values("campaign")) | Q(pk__in=user.team_memberships.values("campaign"))
    return campaigns.filter(Q(listed=True) | mine)


def address_is_taken(slug: str) -> bool:
    """Whether a campaign has the address already."""
    return Campaign.objects.filter(slug=slug).exists()


def role_of(user: User | AnonymousUser, campaign: Campaign) -> CampaignRole:
    """What someone is in a campaign."""
    if not isinstance(user, User):
        return CampaignRole(campaign=campaign)
    roles = Membership.objects.filter(campaign=campaign, user=user).values_list("role", flat=True)
    teams = campaign.teams.filter(members__user=user).annotate(has_contact=F("members__is_contact"))
    return CampaignRole(
        campaign=campaign,
        user=user,
        roles=frozenset(roles),
        teams=tuple(teams),
        contact_of=frozenset(team.pk for team in teams if team.has_contact),
    )


def is_organiser(user: User | AnonymousUser, campaign: Campaign) -> bool:
    """Whether someone runs the campaign."""
    return role_of(user, campaign).is_organiser


@dataclass(frozen=True, slots=True)
class ScheduledPhase:
    """A phase of the schedule as it is at a time."""

    row: ScheduleRow
    is_open: bool
    is_past: bool


def schedule_at(campaign: Campaign, now: datetime) -> tuple[ScheduledPhase, ...]:
    return tuple(
        ScheduledPhase(row, row.period.holds(now), row.period.end <= now) for row in schedule_rows(campaign.rules)
    )


def participants_for(role: CampaignRole, now: datetime) -> Sequence[Team] | None:
    """The teams that take part, once the schedule lets someone see them; None before."""
    rules = role.campaign.rules
    if not any(may_see(rules, now, viewer, "participants").allowed for viewer in viewers_of(role)):
        return None
    return list(role.campaign.teams.filter(withdrawn_at=None))


def people_of(campaign: Campaign) -> QuerySet[Membership]:
    """Organisers, judges and observers."""
    return campaign.memberships.select_related("user").order_by("role", "user__name", "pk")


def organisers_of(campaign: Campaign) -> list[User]:
    """Whom mails about a campaign go to."""
    memberships = campaign.memberships.filter(role=MembershipRole.ORGANISER, user__is_active=True)
    return [membership.user for membership in memberships.select_related("user").order_by("pk")]


def open_invitations(campaign: Campaign, now: datetime) -> QuerySet[Invitation]:
    """Invitations into roles that were neither accepted nor ran out."""
    return campaign.invitations.filter(team=None, accepted_at=None, expires_at__gt=now).order_by("email")
