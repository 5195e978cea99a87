"""The dates of the demonstration: its campaign started weeks ago, though it is made within a minute."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime

from django.apps import apps
from django.db.models import DateTimeField
from django.utils import timezone


@contextmanager
def dated(when: datetime) -> Iterator[datetime]:
    """Dates what is written meanwhile to a time in the past. Services that go by the time are given it openly."""
    started = timezone.now()
    yield when
    written = (started, timezone.now())
    for model in apps.get_models():
        if model.__module__.startswith("bakeoff_site."):
            for field in model._meta.get_fields():
                if isinstance(field, DateTimeField):
                    rows = model._base_manager.filter(**{f"{field.name}__range": written})
                    rows.update(**{field.name: when})
