"""From rows of the database to what the rules of a campaign understand."""

from __future__ import annotations

from django.contrib.auth.models import AnonymousUser

from bakeoff.rulebook.state import STRANGER, Site, Viewer
from bakeoff_site.accounts.models import User
from bakeoff_site.campaigns.models import Campaign, Membership, MembershipRole, Team
from bakeoff_site.campaigns.selectors import is_organiser, team_of


def site_of(team: Team) -> Site:
    """A team as the rules see it."""
    return Site(
        id=team.site_id or team.name,
        language_pairs=frozenset(team.language_pairs),
        signed=frozenset(team.signatures.values_list("agreement", flat=True)),
        consents=frozenset(team.consents.values_list("consent", flat=True)),
        extensions=dict(team.extensions.values_list("phase", "until")),
    )


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
