"""Findings as a table and as JSON."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from bakeoff.data import Finding
from bakeoff.reports.table import Column, Table


def findings_json(findings: Sequence[Finding]) -> list[dict[str, Any]]:
    """One object for each finding; what is not known is null."""
    return [
        {
            "code": finding.code,
            "severity": finding.severity,
            "file": finding.place.file,
            "line": finding.place.line,
            "document": finding.place.document,
            "segment": finding.place.segment,
            "found": finding.found,
            "expected": finding.expected,
            "remedy": finding.remedy,
        }
        for finding in findings
    ]


def findings_table(findings: Sequence[Finding]) -> Table:
    """A row for each finding."""
    headings = ("code", "severity", "file", "line", "document", "segment", "found", "expected", "remedy")
    rows = tuple(tuple(row[heading] for heading in headings) for row in findings_json(findings))
    empty = "No findings: nothing is wrong, and nothing needs a warning."
    return Table(columns=tuple(map(Column, headings)), rows=rows, empty=empty)
