"""Tables of the rulebook in a report."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from bakeoff.data.sentences import capitalized
from bakeoff.reports.campaign_results.results import CampaignResults
from bakeoff.reports.campaigns.rulebooks import rulebook_tables
from bakeoff.reports.table import Column, Table


def rule_tables(results: CampaignResults, *titles: str) -> Iterator[Table]:
    """The tables of the rulebook with these titles, as far as it has them, in this order."""
    tables = {table.title: table for table in rulebook_tables(results.rulebook)}
    yield from (readable(tables[title]) for title in titles if title in tables)


def readable(table: Table) -> Table:
    """The table as pages write it: headings, and words that are no titles, start with a capital."""
    rows = tuple(
        tuple(
            capitalized(value) if column.reading == "words" and isinstance(value, str) else value
            for column, value in zip(table.columns, row, strict=True)
        )
        for row in table.rows
    )
    return replace(table, columns=tuple(map(_titled, table.columns)), rows=rows)


def _titled(column: Column) -> Column:
    return replace(column, title=capitalized(column.title or column.heading))
