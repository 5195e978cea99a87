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


class EmptyFileError(RefusedError):
    """A file without a single byte was sent, mostly the wrong one or one that was not written yet."""

    def __init__(self) -> None:
        super().__init__("The file is empty (0 bytes); nothing was kept. Choose the right file and send it again.")
