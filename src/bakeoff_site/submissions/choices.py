"""The states of a submission, and what a run is to earlier ones."""

from __future__ import annotations

from django.db import models


class SubmissionState(models.TextChoices):
    RECEIVED = "received", "being checked"
    VALID = "valid", "valid"
    INVALID = "invalid", "not valid"
    WITHDRAWN = "withdrawn", "withdrawn"


class Effect(models.TextChoices):
    """As the rules say it (`bakeoff.rulebook.submission.permission`)."""

    NEW = "new"
    REPLACES = "replaces"
    DEBUGGED = "debugged"


class DraftRole(models.TextChoices):
    """What a file is to a draft."""

    SENT = "sent"
    PACKAGE = "package"
    """Made of the files that were sent: packed, or with fixes."""
