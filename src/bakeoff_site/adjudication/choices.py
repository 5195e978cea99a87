"""The states of a proposed correction."""

from __future__ import annotations

from typing import Literal

from django.db import models

CorrectionState = Literal["open", "accepted", "refused", "applied", "withdrawn"]
"""What became of a proposal: its decision, or that it is in the reference."""


class Decision(models.TextChoices):
    OPEN = "open"
    ACCEPTED = "accepted"
    REFUSED = "refused"
    WITHDRAWN = "withdrawn"
    """By who proposed it, before anything was decided."""


VERDICTS = (Decision.OPEN, Decision.ACCEPTED, Decision.REFUSED)
"""What organisers say of a proposal; `open` takes back what they said."""
