"""The states of a proposed correction."""

from __future__ import annotations

from django.db import models


class Decision(models.TextChoices):
    OPEN = "open"
    ACCEPTED = "accepted"
    REFUSED = "refused"
    WITHDRAWN = "withdrawn"
    """By who proposed it, before anything was decided."""


VERDICTS = (Decision.OPEN, Decision.ACCEPTED, Decision.REFUSED)
"""What organisers say of a proposal; `open` takes back what they said."""
