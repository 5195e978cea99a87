"""What some fields of crowds may hold."""

from __future__ import annotations

from django.db import models


class Outcome(models.TextChoices):
    """How the work of somebody ended; each has a code of its own."""

    DONE = "done", "Done"
    """They answered as many screens as the study asks of a worker."""
    NO_WORK = "no_work", "No work left"
    """Nothing was left for them, before that."""
    FAILED = "failed", "Not qualified"
    """They used all tries of the qualification."""
    SCREENED_OUT = "screened_out", "Screened out"
    """They do not speak the languages, are not in the countries, or may not judge this task any longer."""
    BLOCKED = "blocked", "Stopped"
    """They failed a rule about quality, or organisers blocked them."""
