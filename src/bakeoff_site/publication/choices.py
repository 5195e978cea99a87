"""Whom results are published for, how far a version is, and what is in it."""

from __future__ import annotations

from typing import Literal

from django.db import models

Audience = Literal["organisers", "participants", "public"]
"""`participants` are those to whom the rulebook releases results before everybody sees them."""


class PublishedFor(models.TextChoices):
    """Whom a version is for."""

    PARTICIPANTS = "participants", "participants"
    PUBLIC = "public", "everybody"


class Stage(models.TextChoices):
    """How far results are."""

    PRELIMINARY = "preliminary", "Preliminary"
    ADJUDICATION = "adjudication", "Preliminary, being adjudicated"
    PUBLIC = "public", "Final"


class FileKind(models.TextChoices):
    """The files of a version."""

    PACKAGE = "package", "release package"
    REPORT = "report", "report"
    TABLES = "tables", "tables"
