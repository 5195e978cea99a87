"""Studies of crowds, as the server describes them."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Literal

WorkOutcome = Literal["done", "no_work", "failed", "screened_out", "blocked"]


@dataclass(frozen=True, slots=True)
class StudyRow:
    """A study of a task on a platform; `address` and `codes` are for the platform."""

    id: int
    title: str
    crowd: str
    address: str
    codes: dict[str, str]
    most_workers: int
    made_by: str
    made_at: datetime
    closed_at: datetime | None


@dataclass(frozen=True, slots=True)
class CrowdWorker:
    """A worker of a study: what they did, how far they can be trusted, and what they are paid."""

    id: int
    worker: str
    session: str
    judge: str | None
    state: str
    outcome: WorkOutcome | None
    status: str
    languages: tuple[str, ...]
    screens: int
    active_minutes: float
    gold_right: int
    gold_answers: int
    trust: float | None
    counts: bool
    code: str
    pay: str | None
    category: str
    reason: str


@dataclass(frozen=True, slots=True)
class Study(StudyRow):
    """A study with its workers."""

    currency: str | None
    total_pay: str | None
    workers: tuple[CrowdWorker, ...]


@dataclass(frozen=True, slots=True)
class TakenStatuses:
    """What came of what the platform says about its submissions."""

    known: int
    freed: int
    included: int
    unknown: tuple[str, ...]
    missing: tuple[str, ...]
