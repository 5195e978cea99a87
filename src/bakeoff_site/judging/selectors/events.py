"""What happened to the screens of tasks."""

from __future__ import annotations

from functools import cache
from typing import Any

from django.db.models import BigAutoField, PositiveIntegerField, QuerySet, Value

from bakeoff_site.core.prepared_queries import PreparedQuery
from bakeoff_site.judging.conversions.assignments import StoredEvent, stored_events
from bakeoff_site.judging.models import DealingEvent


@cache
def _events(most: int) -> PreparedQuery[tuple[Any, ...]]:
    def rows(task: Value, number: Value) -> QuerySet[DealingEvent, tuple[Any, ...]]:
        found = DealingEvent.objects.filter(task=task, number__gte=number).order_by("number")
        return stored_events(found)[:most]

    return PreparedQuery(rows, task=BigAutoField(), number=PositiveIntegerField())


def events_from(task: int, number: int, *, most: int) -> list[StoredEvent]:
    """The events of a task from a number on, in their order."""
    return [StoredEvent(*row) for row in _events(most).rows(task=task, number=number)]
