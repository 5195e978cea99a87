"""The time at which the demonstration takes place."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime

from django.utils import timezone


@contextmanager
def at(when: datetime) -> Iterator[None]:
    """As if it were then: what is done meanwhile bears this time. For a process that does nothing else."""
    real = timezone.now
    timezone.now = lambda: when
    try:
        yield
    finally:
        timezone.now = real
