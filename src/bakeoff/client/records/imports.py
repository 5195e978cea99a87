"""Judgments that were made elsewhere, as the server describes them."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime


@dataclass(frozen=True, slots=True)
class ImportedSystem:
    """A system in a file of judgments."""

    system: str
    judgments: int


@dataclass(frozen=True, slots=True)
class CheckedImport:
    """What would be imported. `checked` names it, for a day."""

    evaluation: str
    file_name: str
    origin: str
    judges: int
    judgments: int
    systems: tuple[ImportedSystem, ...]
    controls: int
    left_out: int
    remarks: tuple[str, ...]
    checked: str


@dataclass(frozen=True, slots=True)
class KeptBatches:
    """Batches of Appraise that results can be checked with, for a day."""

    batches: str


@dataclass(frozen=True, slots=True)
class JudgmentImport:
    """A file of judgments that was imported into a task."""

    id: int
    evaluation: str
    file_name: str
    file_sha256: str
    origin: str
    format: str
    is_earlier: bool
    judges: int
    judgments: int
    imported_by: str
    imported_at: datetime
    withdrawn_by: str
    withdrawn_at: datetime | None
    withdrawn_reason: str


@dataclass(frozen=True, slots=True)
class ScoredSystem:
    """A system by human scores that were computed elsewhere."""

    system: str
    mean: float | None
    scored: int
    unscored: int
    is_reference: bool


@dataclass(frozen=True, slots=True)
class HumanScores:
    """A file of human scores that were computed elsewhere."""

    id: int
    title: str
    language_pair: str
    test_set: str
    level: str
    systems: tuple[ScoredSystem, ...]
    file_name: str
    sha256: str
    imported_at: datetime
