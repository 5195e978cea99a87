"""A board as ranked lists: each metric orders the systems by itself, as appendix B of IWSLT 2005 does."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from bakeoff.reports.campaign_results.boards import ALL_SEGMENTS, BoardResults, RunResults
from bakeoff.reports.campaign_results.results import CampaignResults
from bakeoff.reports.campaign_tables.automatic.score_tables import ScoreColumns, columns_of, row_of, score_table
from bakeoff.reports.campaign_tables.captions import score_notes
from bakeoff.reports.campaign_tables.listed_runs import Keys, best_first, listed
from bakeoff.reports.campaign_tables.wording import title_of_metric, word
from bakeoff.reports.table import Column, Table, Value


def ranked_lists(
    results: CampaignResults, board: BoardResults, keys: Keys, *, title: str, group: str = ALL_SEGMENTS
) -> Table:
    """Lists next to each other, best first: those of metrics with intervals above, the others below them.

    A system that is alone is a row, since nothing has an order.
    """
    runs = [
        run for run in listed(results, board) if any(run.score(metric, spec) for spec, own in keys for metric in own)
    ]
    if len(runs) < 2:
        return score_table(results, replace(board, runs=tuple(runs)), keys, title=title, group=group)
    parts = sorted(columns_of(results, [board], keys), key=lambda part: not _is_ranged(results, part))
    lists = [_list(results, board, runs, part, group) for part in parts]
    columns = [column for part in parts for column in _columns(results, part)]
    rows = [tuple(value for entries in lists for value in entries[row]) for row in range(len(runs))]
    first = sum(len(_columns(results, part)) for part in parts if _is_ranged(results, part))
    return Table(
        columns=tuple(columns),
        rows=tuple(rows),
        title=title,
        notes=score_notes(results, board, runs, keys, group=group),
        storeys=(first,) if 0 < first < len(columns) else (),
    )


def _is_ranged(results: CampaignResults, part: ScoreColumns) -> bool:
    return part.varied and results.rulebook.report.intervals


def _columns(results: CampaignResults, part: ScoreColumns) -> list[Column]:
    """The name of the system, and the columns of the metric, under its title."""
    report = results.rulebook.report
    group = title_of_metric(report, part.metric)
    name = Column(f"{part.columns[0].heading} system", title=word(report, "system"), group=group)
    score = replace(part.columns[0], title=word(report, "score"), group=group)
    return [name, score, *(replace(column, group=group) for column in part.columns[1:])]


def _list(
    results: CampaignResults, board: BoardResults, runs: Sequence[RunResults], part: ScoreColumns, group: str
) -> list[tuple[Value, ...]]:
    by_name = sorted(runs, key=lambda run: run.name.casefold())
    ordered = best_first(results, board, by_name, (part.specification, part.metric), group)
    return [(run.name, *row_of(results, board, run, [part], group)[0]) for run in ordered]
