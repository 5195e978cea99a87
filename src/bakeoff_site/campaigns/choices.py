"""What some fields may hold."""

from __future__ import annotations

from django.db import models


class MembershipRole(models.TextChoices):
    ORGANISER = "organiser"
    JUDGE = "judge"
    OBSERVER = "observer"
