"""Offline files of judges, as the server describes them."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime


@dataclass(frozen=True, slots=True)
class OfflineFile:
    """Screens that a judge took along."""

    key: str
    screens: int
    answered: int
    held: int
    made_at: datetime
    until: datetime
    given_back_at: datetime | None
    uploaded_at: datetime | None


@dataclass(frozen=True, slots=True)
class JudgesOfflineFile(OfflineFile):
    """Screens that a judge took along, as organisers see it."""

    judge: str
    judge_id: int


@dataclass(frozen=True, slots=True)
class UploadedAnswers:
    """What came of a file of answers; screens by their numbers in the offline file."""

    taken: tuple[int, ...]
    known: tuple[int, ...]
    uncounted: tuple[int, ...]
    kept: tuple[int, ...]
    missing: tuple[int, ...]
