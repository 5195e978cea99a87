"""Signatures among the notes of tables: long, and mostly the same below many tables."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby

from bakeoff.reports.campaign_report.document import ReportDocument
from bakeoff.reports.table import Table

HEADING = "Signatures"


def is_signature(note: str) -> bool:
    """Whether a note is the signature of a metric.

    >>> is_signature("bleu@mteval|version:v13a|order:4"), is_signature("Best in bold.")
    (True, False)
    """
    return "|version:" in note and " " not in note


def signatures_of(table: Table) -> tuple[str, ...]:
    """Those among the notes, in order."""
    return tuple(filter(is_signature, table.notes))


def all_signatures(document: ReportDocument) -> tuple[str, ...]:
    """Those of all tables, each once, in the order of the report."""
    tables = (shown.table for section in document.sections for shown in section.tables)
    return tuple(dict.fromkeys(note for table in tables for note in signatures_of(table)))


def in_ranges(numbers: Iterable[int]) -> str:
    """Numbers in words; neighbours as a range.

    >>> in_ranges([1, 2, 3, 7, 9, 10])
    '1–3, 7, 9, 10'
    """
    parts = []
    for _, members in groupby(enumerate(sorted(set(numbers))), key=lambda each: each[1] - each[0]):
        found: Sequence[int] = [number for _, number in members]
        parts.append(f"{found[0]}–{found[-1]}" if len(found) > 2 else ", ".join(map(str, found)))
    return ", ".join(parts)
