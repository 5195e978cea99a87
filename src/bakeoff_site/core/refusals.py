"""Acts that are refused."""

from __future__ import annotations

from bakeoff.errors import BakeoffError


class RefusedError(BakeoffError):
    """Something cannot be done as things are; the message is one sentence for the person who tried."""
