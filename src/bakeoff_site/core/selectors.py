"""What is read about the installation itself, and how its log is searched."""

from __future__ import annotations

from django.db import DatabaseError, connection
from django.db.models import Q, QuerySet

from bakeoff_site.core.models import AuditEvent


def database_answers() -> bool:
    """Whether the database can be asked."""
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
    except DatabaseError:
        return False
    return True


def events_like(events: QuerySet[AuditEvent], *, act: str = "", text: str = "") -> QuerySet[AuditEvent]:
    """Of acts those of a kind (`team.withdraw`), with a text in the subject or the actor's name; newest first."""
    matching = events.select_related("actor")
    if act:
        matching = matching.filter(act=act)
    if text:
        matching = matching.filter(
            Q(subject__icontains=text) | Q(actor__name__icontains=text) | Q(actor__email__icontains=text)
        )
    return matching


def acts_in(events: QuerySet[AuditEvent]) -> list[str]:
    """The kinds of acts that there are."""
    return sorted(events.order_by().values_list("act", flat=True).distinct())
