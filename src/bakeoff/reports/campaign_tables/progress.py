"""Test sets of earlier years: this year's systems and those of the years before, and baselines."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import zip_longest

from bakeoff.reports.campaign_results.boards import BoardResults, RunResults
from bakeoff.reports.campaign_results.results import CampaignResults
from bakeoff.reports.campaign_tables.automatic.score_tables import score_table
from bakeoff.reports.campaign_tables.captions import score_notes
from bakeoff.reports.campaign_tables.listed_runs import (
    earlier,
    in_order,
    is_recognition,
    keys_of,
    listed,
    place_of,
)
from bakeoff.reports.campaign_tables.recognition import error_cells, error_columns, recognition_table
from bakeoff.reports.campaign_tables.report_table import ReportTable, table_id
from bakeoff.reports.campaign_tables.wording import word
from bakeoff.reports.table import Column, Section, Table, Value

SECTION = "Progress"
_EARLIER = "earlier systems"


def progress(results: CampaignResults) -> Iterator[ReportTable]:
    """A table for each test set of progress, and for each other board with systems of earlier years."""
    for board in results.boards:
        is_progress = results.rulebook.test_sets[board.test_set].role == "progress"
        if any(run.team for run in listed(results, board)) and (is_progress or earlier(results, board)):
            yield ReportTable(
                id=table_id("progress", *board.place), name="progress", section=SECTION, table=_table(results, board)
            )


def _table(results: CampaignResults, board: BoardResults) -> Table:
    title = f"Progress: {place_of(results, board)}"
    before = in_order(results, board, earlier(results, board))
    remarks = dict.fromkeys(run.remark for run in before if run.remark)
    sources = tuple(f"{', '.join(run.name for run in before if run.remark == each)}: {each}" for each in remarks)
    last = results.rulebook.report.earlier_systems == "last"
    if is_recognition(board):
        table = (
            recognition_table(results, board, title=title, last=before)
            if last or not before
            else _side_by_side(results, board, before, title=title)
        )
    else:
        table = score_table(results, board, keys_of(results, board), title=title, last=before)
        if before and not last:
            table = _below(results, table, len(before))
    return replace(table, notes=(*sources, *table.notes))


def _side_by_side(results: CampaignResults, board: BoardResults, before: list[RunResults], *, title: str) -> Table:
    """Two lists, each in its own order (IWSLT 2012, appendix A.2)."""
    now = in_order(results, board, listed(results, board))
    columns, report = error_columns(results, board), results.rulebook.report
    year = results.rulebook.test_sets[board.test_set].year
    group = word(report, _EARLIER) if _EARLIER in report.words or year is None else f"{year}"
    empty: tuple[Value, ...] = ("", *(None for _ in columns))
    rows = [
        (
            *((one.name, *error_cells(results, board, one)) if one else empty),
            *((other.name, *error_cells(results, board, other)) if other else empty),
        )
        for one, other in zip_longest(now, before)
    ]
    missing = "" if len(now) != len(before) else report.missing
    return Table(
        columns=(
            Column("system", title=word(report, "system")),
            *(replace(column, missing=missing) for column in columns),
            Column("earlier system", title=word(report, "system"), group=group),
            *(replace(column, heading=f"earlier {column.heading}", group=group, missing=missing) for column in columns),
        ),
        rows=tuple(rows),
        title=title,
        notes=score_notes(results, board, [*now, *before], keys_of(results, board)),
    )


def _below(results: CampaignResults, table: Table, number: int) -> Table:
    """Systems of earlier years under a heading of their own: many metrics leave no room next to each other."""
    year = results.rulebook.campaign.year
    start = len(table.rows) - number
    first = f"Systems of {year}" if year else "Systems of this year"
    return replace(
        table,
        sections=(Section(0, first), Section(start, "Systems of earlier years")),
        rules=frozenset(row for row in table.rules if row < start),
    )
