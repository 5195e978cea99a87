"""What operations have in common: whose campaign and team it is, and who is turned away."""

from __future__ import annotations

from django.core.exceptions import PermissionDenied
from django.shortcuts import get_object_or_404

from bakeoff_site.api.authentication import TokenRequest
from bakeoff_site.campaigns.models import Campaign, Team
from bakeoff_site.campaigns.permissions import CampaignRole, may_change
from bakeoff_site.campaigns.selectors import role_of
from bakeoff_site.campaigns.views.access import team_for
from bakeoff_site.core.refusals import RefusedError

_READING = ("GET", "HEAD", "OPTIONS")


def role_in(request: TokenRequest, slug: str, *, works_when_archived: bool = False) -> CampaignRole:
    """What the caller is in a campaign. One that is archived is only read, but for what takes it out of the archive."""
    campaign = get_object_or_404(Campaign, slug=slug)
    answer = may_change(campaign)
    if request.method not in _READING and not works_when_archived and not answer.allowed:
        raise RefusedError(answer.sentence)
    return role_of(request.auth.user, campaign)


def organiser_of(request: TokenRequest, slug: str, *, works_when_archived: bool = False) -> CampaignRole:
    """The same, for organisers alone."""
    role = role_in(request, slug, works_when_archived=works_when_archived)
    if not role.is_organiser:
        raise PermissionDenied(f"This is for organisers of {role.campaign.title}.")
    return role


def team_in(request: TokenRequest, slug: str, team_id: int) -> tuple[CampaignRole, Team]:
    """A team, for its people and for organisers."""
    role = role_in(request, slug)
    return role, team_for(role, team_id)
