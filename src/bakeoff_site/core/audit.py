"""Writing to the log of consequential acts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bakeoff_site.core.models import AuditEvent

if TYPE_CHECKING:
    from bakeoff_site.accounts.models import User
    from bakeoff_site.campaigns.models import Campaign


def record(
    act: str, *, actor: User | None, campaign: Campaign | None = None, subject: str = "", **details: object
) -> AuditEvent:
    """Notes that someone did something; call it in the transaction that does it."""
    return AuditEvent.objects.create(act=act, actor=actor, campaign=campaign, subject=subject[:200], details=details)
