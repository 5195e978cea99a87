"""What the rules say of a run that a team wants to submit."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Literal

Rule = Literal[
    "package",
    "not-open",
    "closed",
    "registered",
    "signed",
    "earlier-phase",
    "condition",
    "too-many",
    "version",
    "again",
]
Effect = Literal["new", "replaces", "debugged"]


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why something may not be submitted."""

    rule: Rule
    reason: str
    opens: datetime | None = None
    """When it will be possible, as far as the schedule says."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Verdict:
    """Whether a run may be submitted, and as what it counts."""

    refusals: tuple[Refusal, ...] = ()
    late: bool = False
    """Whether it comes after the deadline, or after the references came out, whatever time the team was given."""
    effect: Effect = "new"
    official: bool = True
    """Whether it is in the official table. One that does not is scored, flagged and named."""

    @property
    def allowed(self) -> bool:
        return not self.refusals
