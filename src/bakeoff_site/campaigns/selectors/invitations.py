"""Invitations by the token of their link."""

from __future__ import annotations

import hashlib

from bakeoff_site.campaigns.models import Invitation


def token_hash(token: str) -> str:
    """What is kept of a token: whoever reads the database cannot accept invitations."""
    return hashlib.sha256(token.encode()).hexdigest()


def invitation_of(token: str) -> Invitation | None:
    return (
        Invitation.objects.select_related("campaign", "team", "invited_by").filter(token_hash=token_hash(token)).first()
    )
