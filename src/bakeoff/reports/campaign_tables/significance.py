"""Which differences between systems are significant: a matrix of p-values for each board."""

from __future__ import annotations

from collections.abc import Iterator

from bakeoff.reports.campaign_results.boards import BoardComparison, BoardResults
from bakeoff.reports.campaign_results.results import CampaignResults
from bakeoff.reports.campaign_tables.listed_runs import place_of, scoring_of
from bakeoff.reports.campaign_tables.report_table import ReportTable, table_id
from bakeoff.reports.campaign_tables.wording import title_of_metric
from bakeoff.reports.methods import describe_test
from bakeoff.reports.table import Column, Marked, Table, Value, p_column

SECTION = "Significance"


def significance(results: CampaignResults) -> Iterator[ReportTable]:
    """The tests by the official metric, on all segments."""
    for board in results.boards:
        official = scoring_of(results, board).official_metric
        for comparison in board.comparisons:
            if comparison.metric == official and not comparison.group and len(comparison.order) > 1:
                yield ReportTable(
                    id=table_id("significance", *board.place, comparison.specification),
                    name="significance",
                    section=SECTION,
                    table=_matrix(results, board, comparison),
                )


def _matrix(results: CampaignResults, board: BoardResults, comparison: BoardComparison) -> Table:
    """Corrected p-values, significant ones in bold; columns are numbered as the rows are."""
    names = {run.id: run.name for run in board.runs}
    pairs = {frozenset((pair.a, pair.b)): pair for pair in comparison.pairs}
    rows: list[tuple[Value, ...]] = []
    for place, one in enumerate(comparison.order, start=1):
        low, high = comparison.rank_ranges.get(one, (place, place))
        cells: list[Value] = []
        for number, other in enumerate(comparison.order[1:], start=2):
            pair = pairs.get(frozenset((one, other))) if number > place else None
            cells.append(Marked(pair.p_corrected, bold=pair.significant) if pair is not None else None)
        rows.append((place, names.get(one, one), f"{low}" if low == high else f"{low}–{high}", *cells))
    cluster = {run: number for number, runs in enumerate(comparison.clusters) for run in runs}
    order = comparison.order
    return Table(
        columns=(
            Column("#"),
            Column("system"),
            Column("rank"),
            *(_p(str(number)) for number in range(2, len(order) + 1)),
        ),
        rows=tuple(rows),
        title=f"Significance of differences in {title_of_metric(results.rulebook.report, comparison.metric)}: "
        f"{place_of(results, board)}",
        notes=(f"p-values: {describe_test(comparison.method)}. Significant ones are in bold.",),
        rules=frozenset(row for row in range(1, len(order)) if cluster.get(order[row]) != cluster.get(order[row - 1])),
    )


def _p(number: str) -> Column:
    column = p_column(number)
    return Column(column.heading, digits=column.digits, smallest=column.smallest, missing="")
