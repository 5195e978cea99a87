"""Statistics of data as files to download."""

from __future__ import annotations

import json
from collections.abc import Sequence

from bakeoff.reports import RENDERERS, DescribedData, data_json, data_tables, joined_data_table
from bakeoff.reports.spreadsheets import for_spreadsheets

_FOR_PEOPLE = ("markdown", "latex")


def rendered(described: Sequence[DescribedData], name: str, *, specification: str) -> str:
    """Statistics in one of the formats of tables: for people a table for each test set, for programs one of all."""
    if name == "json":
        return json.dumps(data_json(described), ensure_ascii=False, indent=2) + "\n"
    if name in _FOR_PEOPLE:
        return "\n".join(RENDERERS[name](table) for table in data_tables(described, specification=specification))
    table = joined_data_table(described, specification=specification)
    return RENDERERS[name](for_spreadsheets(table) if name == "csv" else table)
