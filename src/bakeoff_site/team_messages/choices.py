"""To whom organisers write."""

from __future__ import annotations

from django.db.models import TextChoices


class Audience(TextChoices):
    """Which teams get a message."""

    ALL = "all", "All teams that take part"
    MISSING_STEP = "missing-step", "Teams that have not done a step"
    CHOSEN = "chosen", "Teams that I choose"
