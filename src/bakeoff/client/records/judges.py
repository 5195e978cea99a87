"""Shares of judging and links for judges, as the server describes them."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Literal


@dataclass(frozen=True, slots=True)
class ShareAmount:
    """What is owed and done in one unit."""

    unit: Literal["screens", "hours"]
    owed: float
    done: float
    missing: float


@dataclass(frozen=True, slots=True)
class Share:
    """What a team owes of a judging task, and what its members have judged."""

    task: str
    title: str
    team_id: int
    team: str
    amounts: tuple[ShareAmount, ...]
    is_complete: bool
    waived: str | None
    due: datetime | None
    members: int
    judging: int
    left_out: int


@dataclass(frozen=True, slots=True)
class Reminded:
    """How many people were reminded."""

    people: int


@dataclass(frozen=True, slots=True)
class JudgeLink:
    """A link that makes people judges of a task; `address` is empty where it was mailed to one of them."""

    id: int
    email: str
    address: str
    chosen: tuple[str, ...]
    most_uses: int
    uses: int
    expires_at: datetime
    made_by: str


@dataclass(frozen=True, slots=True)
class InvitedJudges:
    """How many judges were invited."""

    invited: int
