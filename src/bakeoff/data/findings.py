"""Findings: what is wrong with something that was submitted."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal

from bakeoff.errors import InputError, Place

Severity = Literal["error", "warning", "not-checked"]
"""An error makes the input invalid, a warning asks for a second look; `not-checked` names a rule that could not be
checked with what was available."""


@dataclass(frozen=True, slots=True)
class Code:
    """A kind of finding: how bad it is, what it means, how to fix it."""

    name: str
    severity: Severity
    title: str
    remedy: str

    def finding(self, *, found: str, expected: str, remedy: str = "", place: Place | None = None) -> Finding:
        """A finding of this kind; where nothing more precise is known, the remedy is that of the code."""
        return Finding(
            code=self.name,
            severity=self.severity,
            found=found,
            expected=expected,
            remedy=remedy or self.remedy,
            place=place or Place(),
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """Something wrong with the input: a code, how bad it is, where, what was found and expected, how to fix it."""

    code: str
    severity: Severity
    found: str
    expected: str
    remedy: str
    place: Place = field(default_factory=Place)

    def __str__(self) -> str:
        sentence = str(InputError(found=self.found, expected=self.expected, place=self.place, remedy=self.remedy))
        return f"{self.severity} [{self.code}] {sentence}"
