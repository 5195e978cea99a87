"""What is read about campaigns, teams and the people in them."""

from __future__ import annotations

from django.contrib.auth.models import AnonymousUser
from django.db.models import Q, QuerySet

from bakeoff_site.accounts.models import User
from bakeoff_site.campaigns.models import Campaign, Membership, MembershipRole, Team


def campaigns_for(user: User | AnonymousUser) -> QuerySet[Campaign]:
    """The campaigns that someone may know of: listed ones and those they have a part in."""
    if not isinstance(user, User):
        return Campaign.objects.filter(listed=True)
    if user.is_superuser:
        return Campaign.objects.all()
    mine = Q(memberships__user=user) | Q(teams__members__user=user)
    return Campaign.objects.filter(Q(listed=True) | mine).distinct()


def is_organiser(user: User | AnonymousUser, campaign: Campaign) -> bool:
    """Whether someone runs the campaign."""
    if not isinstance(user, User):
        return False
    return user.is_superuser or has_role(user, campaign, MembershipRole.ORGANISER)


def has_role(user: User, campaign: Campaign, role: MembershipRole) -> bool:
    return Membership.objects.filter(campaign=campaign, user=user, role=role).exists()


def team_of(user: User | AnonymousUser, campaign: Campaign) -> Team | None:
    """The team of a person in a campaign."""
    if not isinstance(user, User):
        return None
    return Team.objects.filter(campaign=campaign, members__user=user, withdrawn_at=None).first()
