"""The log of acts."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from ninja import Schema

from bakeoff_site.core.models import AuditEvent


class ActOut(Schema):
    when: datetime
    actor: str | None
    """Null where the server did it by itself."""
    act: str
    """`team.withdraw`."""
    subject: str
    details: dict[str, Any]


def act_out(event: AuditEvent) -> ActOut:
    return ActOut(
        when=event.when,
        actor=str(event.actor) if event.actor else None,
        act=event.act,
        subject=event.subject,
        details=event.details,
    )
