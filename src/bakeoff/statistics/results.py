"""What statistical functions give back."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Alternative = Literal["two-sided", "greater", "less"]
"""What a test looks for: any difference, a value above the one expected by chance, or one below."""


@dataclass(frozen=True, slots=True)
class Interval:
    """A range that is meant to hold the true value in a share `level` of all samples."""

    low: float
    high: float
    level: float = 0.95


@dataclass(frozen=True, slots=True)
class Significance:
    """The outcome of a test: how probable a statistic at least as extreme is where there is nothing to find."""

    p: float
    statistic: float
    n: int
    """Observations that counted, ties left out where the test leaves them out."""
