"""What some fields of human evaluation may hold."""

from __future__ import annotations

from django.db import models


class Opening(models.TextChoices):
    """When a task can be judged."""

    PHASE = "phase", "With the phase of the rulebook"
    OPEN = "open", "Open"
    CLOSED = "closed", "Closed"


class ScreenState(models.TextChoices):
    """What became of a screen that a judge got."""

    HELD = "held"
    """The judge has it and has not answered yet."""
    ANSWERED = "answered"
    RETURNED = "returned"
    """Its lease ended or the judge gave it back: others get what it asks."""


class EventKind(models.TextChoices):
    """What happened to a screen, as the dealer of the science names it."""

    DEALT = "dealt"
    ANSWERED = "answered"
    RETURNED = "returned"
    LEFT = "left"
    OPENED = "opened"
    """Pools that are dealt from now on: matches of a tournament were decided."""


class ActionKind(models.TextChoices):
    """What a judge does on a screen; each is saved as it happens."""

    ANSWER = "answer", "changed the answer"
    COMMENT = "comment", "wrote a comment"
    REPORT = "report", "reported the item"
    VIEW = "view", "looked at something"
    SUBMIT = "submit", "submitted the answer"


class PartsFrom(models.TextChoices):
    """What says which parts of a source could be judged."""

    PARSES = "parses", "Parses in brackets"
    LIST = "list", "A list of parts"
    TAGS = "tags", "Noun and prepositional phrases by a tagger"


class JudgesShown(models.TextChoices):
    """Which judges of a task organisers look for."""

    ALL = "all", "All"
    ATTENTION = "attention", "Needs attention"
    ACTIVE = "active", "Active now"
    BEHIND = "behind", "Behind"
    WAITING = "not-started", "Not started"
    LEFT_OUT = "left-out", "Left out"
