"""Errors of word alignments as a table and as JSON."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from bakeoff.alignment import AlignmentErrors
from bakeoff.reports.table import Column, Table

Measured = tuple[str, str, AlignmentErrors]
"""A model or file, how its directions were joined, its errors."""


def alignment_errors_table(measured: Sequence[Measured]) -> Table:
    """A row for each alignment."""
    columns = (
        Column("alignment", once=True),
        Column("symmetrisation"),
        Column("AER", digits=1, best="lowest"),
        Column("precision", digits=1, best="highest"),
        Column("recall", digits=1, best="highest"),
        Column("links", thousands=True),
    )
    rows = tuple((name, way, each.error_rate, each.precision, each.recall, each.links) for name, way, each in measured)
    return Table(columns=columns, rows=rows, notes=("AER = 1 − (|A ∩ S| + |A ∩ P|) / (|A| + |S|), in percent.",))


def alignment_errors_json(measured: Sequence[Measured]) -> list[dict[str, Any]]:
    """An object for each alignment; rates in percent."""
    return [
        {
            "alignment": name,
            "symmetrisation": way,
            "aer": each.error_rate,
            "precision": each.precision,
            "recall": each.recall,
            "links": each.links,
            "sure": each.sure,
        }
        for name, way, each in measured
    ]
