"""Parts of sentences that can be judged, as the server describes them."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Literal

PartsFrom = Literal["parses", "list", "tags"]
"""Parses in brackets, a list of parts, or noun and prepositional phrases by a tagger."""


@dataclass(frozen=True, slots=True)
class ConstituentSource:
    """The parts of the source of a test set, and the systems whose words are aligned with it."""

    id: int
    language_pair: str
    test_set: str
    parts_from: PartsFrom
    file_name: str
    candidates: int | None
    """How many parts there are, before any rule; None until a tagger has found them."""
    systems: tuple[str, ...]
    missing: tuple[str, ...]
    """Systems that came later."""
    is_waiting: bool
    """Whether a worker is to align words."""
    aligned_at: datetime | None
    reason: str
    """Why words could not be aligned."""
    added_by: str
    added_at: datetime
