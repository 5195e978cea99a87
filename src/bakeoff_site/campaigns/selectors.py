"""What is read about campaigns, teams and the people in them."""

from __future__ import annotations

from django.contrib.auth.models import AnonymousUser
from django.db.models import Q, QuerySet

from bakeoff.rulebook.state import STRANGER, Viewer
from bakeoff_site.accounts.models import User
from bakeoff_site.campaigns.conversions import site_of
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


def viewers_of(user: User | AnonymousUser, campaign: Campaign) -> tuple[Viewer, ...]:
    """Everything that someone is in a campaign, most trusted first; a stranger where they are nothing."""
    if not isinstance(user, User):
        return (STRANGER,)
    found = [Viewer(role="organiser")] if is_organiser(user, campaign) else []
    if (team := team_of(user, campaign)) is not None:
        found.append(Viewer(role="participant", site=site_of(team)))
    roles = set(Membership.objects.filter(campaign=campaign, user=user).values_list("role", flat=True))
    found += [Viewer(role="judge")] if MembershipRole.JUDGE in roles else []
    found += [Viewer(role="observer")] if MembershipRole.OBSERVER in roles else []
    return (*found, STRANGER)
