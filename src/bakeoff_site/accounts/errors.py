"""Why something about an account was refused. Each message is for the person who asked, and says what to do."""

from __future__ import annotations

from datetime import datetime
from math import ceil

from django.utils import timezone

from bakeoff.errors import BakeoffError


class AccountError(BakeoffError):
    """Something about an account was refused."""


class WrongCredentialsError(AccountError):
    """The same words whether there is such an account or not."""

    def __init__(self) -> None:
        super().__init__("The email address or password is incorrect. Check both, or ask for a new password below.")


class WrongPasswordError(AccountError):
    def __init__(self) -> None:
        super().__init__("This is not your password. Check capitals and the layout of your keyboard.")


class WrongCodeError(AccountError):
    def __init__(self) -> None:
        super().__init__(
            "This code is not right, or was used already. Wait for the next one of your app, "
            "and check that the clock of its device is right."
        )


class DeadLinkError(AccountError):
    def __init__(self) -> None:
        super().__init__("This link was already used, has expired, or was not copied completely.")


class TokenError(AccountError):
    """A token was asked for that cannot be made."""


class TooManyAttemptsError(AccountError):
    """Says when to try again."""

    def __init__(self, until: datetime) -> None:
        self.seconds = max(1, ceil((until - timezone.now()).total_seconds()))
        local = timezone.localtime(until)
        super().__init__(f"Too many attempts. Try again in {duration(self.seconds)}, at {local:%H:%M:%S %Z}.")


class UsedUpError(AccountError):
    """The daily limit of something is reached: whose limit it is, and when it allows more."""

    def __init__(self, kind: str, until: datetime) -> None:
        self.kind = kind
        self.seconds = max(1, ceil((until - timezone.now()).total_seconds()))
        self.wait = duration(self.seconds)
        super().__init__(f"Too many. Try again in {self.wait}.")


def duration(seconds: int) -> str:
    """In words, rounded up, so that who waits so long has waited enough."""
    unit, length = ("second", 1) if seconds <= 90 else ("minute", 60) if seconds <= 5400 else ("hour", 3600)
    count = ceil(seconds / length)
    return f"{count} {unit}" if count == 1 else f"{count} {unit}s"
