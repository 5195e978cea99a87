"""Every code that a finding may have: how bad it is and what it means. `docs/reference/findings.md` explains each."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from bakeoff.data import Finding, Severity
from bakeoff.errors import Place


@dataclass(frozen=True, slots=True)
class Code:
    """A kind of finding."""

    name: str
    severity: Severity
    title: str


_CODES = (
    # The archive
    Code("archive-name", "error", "the archive's name does not follow the rulebook"),
)

CODES: Mapping[str, Code] = MappingProxyType({code.name: code for code in _CODES})


def finding(code: str, *, found: str, expected: str, remedy: str = "", place: Place | None = None) -> Finding:
    """A finding with the severity that its code has."""
    return Finding(
        code=code,
        severity=CODES[code].severity,
        found=found,
        expected=expected,
        remedy=remedy,
        place=place or Place(),
    )
