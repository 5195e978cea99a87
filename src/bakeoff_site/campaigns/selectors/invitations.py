"""Invitations: by the token of their link, and those into a team."""

from __future__ import annotations

import hashlib
from datetime import datetime

from django.db.models import QuerySet

from bakeoff_site.campaigns.models import Invitation, Team


def token_hash(token: str) -> str:
    """What is stored of a token: a reader of the database cannot accept invitations."""
    return hashlib.sha256(token.encode()).hexdigest()


def invitation_of(token: str) -> Invitation | None:
    return (
        Invitation.objects.select_related("campaign", "team", "invited_by").filter(token_hash=token_hash(token)).first()
    )


def open_team_invitations(team: Team, now: datetime) -> QuerySet[Invitation]:
    """Invitations into a team that were neither accepted nor ran out."""
    pending = team.invitations.filter(accepted_at=None, expires_at__gt=now)
    return pending.select_related("team", "campaign", "invited_by").order_by("email")
