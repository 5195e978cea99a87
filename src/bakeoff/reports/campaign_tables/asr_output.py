"""ASR output that systems started from: n-best lists and lattices, and transcripts of other teams."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from bakeoff.reports.campaign_results.results import CampaignResults
from bakeoff.reports.campaign_tables.report_table import ReportTable, table_id
from bakeoff.reports.campaign_tables.wording import worded
from bakeoff.reports.speech.asr_output import released_runs_tables, scored_inputs_table
from bakeoff.reports.table import Section, Table

SECTION = "ASR output"


def hypotheses(results: CampaignResults) -> Iterator[ReportTable]:
    """Error rates of n-best lists and lattices, a section for each direction (IWSLT 2005, table 6)."""
    if results.inputs:
        report = results.rulebook.report
        table = _in_sections(scored_inputs_table(results.inputs, rates=report.error_rates))
        yield ReportTable(id="hypotheses", name="hypotheses", section=SECTION, table=worded(report, table))


def released_runs(results: CampaignResults) -> Iterator[ReportTable]:
    """Error rates of released transcripts, a table for each language (IWSLT 2012, table 4)."""
    report = results.rulebook.report
    for table in released_runs_tables(results.released_runs, rates=report.error_rates):
        yield ReportTable(
            id=table_id("released-runs", table.title),
            name="released-runs",
            section=SECTION,
            table=worded(report, table),
        )


def _in_sections(table: Table) -> Table:
    """The first column as headings of sections."""
    starts = [row for row in range(len(table.rows)) if row == 0 or table.rows[row][0] != table.rows[row - 1][0]]
    return replace(
        table,
        columns=table.columns[1:],
        rows=tuple(row[1:] for row in table.rows),
        rules=frozenset(),
        sections=tuple(Section(row, str(table.rows[row][0])) for row in starts),
        sections_of=table.columns[0].heading,
    )
