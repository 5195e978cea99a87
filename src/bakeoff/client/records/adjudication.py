"""Corrections of references, as the server describes them."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Literal


@dataclass(frozen=True, slots=True)
class CorrectionCounts:
    open: int
    accepted: int
    refused: int
    applied: int
    withdrawn: int


@dataclass(frozen=True, slots=True)
class Reference:
    """A reference in force, and what you may do with it; `counts` is for people who may read it."""

    id: int
    title: str
    test_set: str
    language_pair: str
    number: int
    version: int
    may_read: bool
    may_propose: bool
    why_not: str
    opens: datetime | None
    may_decide: bool
    counts: CorrectionCounts | None


@dataclass(frozen=True, slots=True)
class Correction:
    """A proposal. `found` and `proposed` are the complete segment as long as it can be applied to it."""

    id: int
    segment: str
    part: int
    found: str
    proposed: str
    reason: str
    who: str
    is_own: bool
    proposed_at: datetime
    state: Literal["open", "accepted", "refused", "applied", "withdrawn"]
    decision_reason: str
    decided_at: datetime | None
    version: int | None


@dataclass(frozen=True, slots=True)
class Verdict:
    """What organisers say of a proposal; `open` takes back what they said, the others need a reason."""

    correction: int
    decision: Literal["accepted", "refused", "open"]
    reason: str = ""


@dataclass(frozen=True, slots=True)
class ScoreChange:
    """A run by the references that it was first scored with, and by those in force."""

    run: str
    name: str
    is_own: bool
    preliminary: float | None
    final: float | None
    rank_before: int | None
    rank_after: int | None


@dataclass(frozen=True, slots=True)
class MetricChange:
    metric: str
    systems: tuple[ScoreChange, ...]


@dataclass(frozen=True, slots=True)
class BoardChange:
    """A board before and after adjudication."""

    board: int
    title: str
    is_changed: bool
    metrics: tuple[MetricChange, ...]
