"""The states of a proposed correction."""

from __future__ import annotations

from django.db import models


class Decision(models.TextChoices):
    OPEN = "open"
    ACCEPTED = "accepted"
    REFUSED = "refused"
