"""Acts that are refused."""

from __future__ import annotations

from bakeoff.errors import BakeoffError


class RefusedError(BakeoffError):
    """Something cannot be done as things are; the message is one sentence for the person who tried."""


class TooOftenError(RefusedError):
    """Something was done too often lately; the message says when to try again."""

    def __init__(self, message: str, *, seconds: int) -> None:
        self.seconds = seconds
        super().__init__(message)
