"""The words that accounts are described with."""

from __future__ import annotations

from typing import Literal, get_args

from django.db import models

Scope = Literal["read", "submit", "judge", "organise"]
SCOPES: tuple[Scope, ...] = get_args(Scope)
SCOPE_MEANINGS: dict[Scope, str] = {
    "read": "see everything that you can see",
    "submit": "submit runs for your teams, and withdraw them",
    "judge": "get your judging tasks and send your judgments",
    "organise": "change the campaigns that you organise",
}


class Act(models.TextChoices):
    """What is slowed down when it is tried too often."""

    SIGN_IN = "sign-in"
    """Giving a password, wherever one is asked for."""
    CODE = "code"
    """Giving a code of the second factor."""
    MAIL = "mail"
    """Having a mail sent."""
    INVITE = "invite"
    """Having someone invited by mail."""
    ENTER = "enter"
    """Coming by the link of a study, without an account."""


class Step(models.TextChoices):
    """What was wrong when signing in failed."""

    PASSWORD = "password"
    CODE = "code"
    """After the right password."""
    CONFIRMATION = "confirmation"
    """The password of someone who is signed in, asked for again."""


class Purpose(models.TextChoices):
    """What a link that was mailed is for."""

    VERIFY = "verify"
    RESET = "reset"
    CHANGE_ADDRESS = "change-address"
