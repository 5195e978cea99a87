"""Tables for programs that read JSON."""

from __future__ import annotations

from typing import Any

from bakeoff.reports.table import Table


def table_json(table: Table) -> dict[str, Any]:
    """A table with its title, headings, rows and notes; numbers in full."""
    full = table.for_programs()
    return {
        "title": full.title,
        "columns": [column.heading for column in full.columns],
        "rows": [list(row) for row in full.rows],
        "notes": list(full.notes),
    }
