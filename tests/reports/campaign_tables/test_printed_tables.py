"""Tables of reports have the structure of those that five overviews of campaigns print."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from bakeoff.reports.campaign_tables.registry import report_tables
from bakeoff.reports.campaign_tables.report_table import ReportTable
from tests.reports.campaign_tables.generated import GENERATED
from tests.reports.campaign_tables.printed_structure import differences, read_printed
from tests.reports.campaign_tables.simulated_results import simulated_results


@cache
def tables_of(document: str) -> dict[str, ReportTable]:
    return {table.id: table for table in report_tables(simulated_results(document))}


def each_table() -> list[tuple[str, str]]:
    return [(document, table) for document, tables in GENERATED.items() for table in tables]


@pytest.mark.parametrize(("document", "table"), each_table())
def test_a_table_has_the_structure_of_the_printed_one(document: str, table: str, printed: Path) -> None:
    generated = GENERATED[document][table]

    assert differences(read_printed(printed, document)[table], tables_of(document)[generated.id], generated) == []
