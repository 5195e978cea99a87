"""Progress as tables of reports, for downloads."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict

from bakeoff.reports import RENDERERS, Column, Table
from bakeoff.reports.progress import (
    LONG_COLUMNS,
    BestSystem,
    ListedBaseline,
    ListedScore,
    ListedSystem,
    ProgressMetric,
    SystemList,
    baselines_table,
    best_table,
    long_cells,
    progress_table,
)
from bakeoff.reports.spreadsheets import for_spreadsheets
from bakeoff.reports.table import Value
from bakeoff_site.results.conversions.boards import SystemRow
from bakeoff_site.results.conversions.downloads import FOR_PEOPLE
from bakeoff_site.results.conversions.progress import BaselineScores, BestAgainst, ProgressView
from bakeoff_site.results.conversions.scores import Cell, Metric
from bakeoff_site.results.conversions.titles import Place

_PLACE = ("track", "language pair", "condition", "test set")


def rendered_progress(view: ProgressView, name: str) -> str:
    """All progress in one of the formats of tables: for people a table for each part, for programs one of all."""
    if name == "json":
        return json.dumps(asdict(view), ensure_ascii=False, indent=2) + "\n"
    if name in FOR_PEOPLE:
        return "\n".join(RENDERERS[name](table) for table in progress_tables(view))
    table = long_table(view)
    return RENDERERS[name](for_spreadsheets(table) if name == "csv" else table)


def progress_tables(view: ProgressView) -> Iterator[Table]:
    """The tables that people read, in the layout that the rulebook names."""
    for board in view.boards:
        yield progress_table(
            _metrics(board.metrics),
            [_system(row) for row in board.current],
            [_system(row) for row in board.earlier],
            layout=view.layout,
            title=_title(board.place),
        )
    if view.best:
        sources = dict.fromkeys(f"{each.held.name}: {each.held.source}" for each in view.best if each.held.source)
        yield best_table([_best(each) for each in view.best], notes=list(sources))
    baselines: dict[tuple[str, ...], list[BaselineScores]] = {}
    for each in view.baselines:
        baselines.setdefault(tuple(metric.key for metric in each.metrics), []).append(each)
    for group in baselines.values():
        listed = [ListedBaseline(place=_title(each.place), system=_system(each.row)) for each in group]
        yield baselines_table(_metrics(group[0].metrics), listed)


def long_table(view: ProgressView) -> Table:
    """A row for each score, for programs: `list` says whether a system is of this year, earlier, or a baseline."""
    lists: list[tuple[Place, Sequence[Metric], SystemList, SystemRow]] = []
    for board in view.boards:
        lists += [(board.place, board.metrics, "this year", row) for row in board.current]
        lists += [(board.place, board.metrics, "earlier", row) for row in board.earlier]
    lists += [(each.place, each.metrics, "baseline", each.row) for each in view.baselines]
    rows: list[tuple[Value, ...]] = [
        (*_where(place), *cells, row.source)
        for place, metrics, which, row in lists
        for cells in long_cells(which, _system(row), [metric.expression for metric in metrics])
    ]
    return Table(columns=tuple(map(Column, (*_PLACE, *LONG_COLUMNS, "source"))), rows=tuple(rows))


def _where(place: Place) -> tuple[str, str, str, str]:
    return place.track_id, place.language_pair_id, place.condition_id, place.test_set_id


def _title(place: Place) -> str:
    unofficial = "" if place.status.is_official else place.status.label
    return ", ".join(filter(None, [place.title, unofficial, place.test_set]))


def _metrics(metrics: Iterable[Metric]) -> list[ProgressMetric]:
    return [
        ProgressMetric(name=each.name, title=each.heading, digits=each.digits, has_counts=bool(each.unit))
        for each in metrics
    ]


def _system(row: SystemRow) -> ListedSystem:
    """Published scores keep their own decimals."""
    return ListedSystem(
        name=row.name,
        scores=tuple(_score(cell, is_published=bool(row.source)) for cell in row.cells),
        note=f"{row.remark}. Source: {row.source}" if row.source else "",
    )


def _score(cell: Cell, *, is_published: bool) -> ListedScore:
    return ListedScore(
        value=cell.value,
        text=cell.text if is_published else "",
        sd=cell.sd,
        words=None if cell.counts is None else cell.counts.words,
        errors=None if cell.counts is None else cell.counts.errors,
    )


def _best(each: BestAgainst) -> BestSystem:
    return BestSystem(
        place=_title(each.place),
        metric=each.metric_title,
        best=each.best.name,
        score=each.best.text,
        against=f"{each.held.name} ({each.held.short})",
        its_score=each.held.text,
        difference=each.best.difference_text,
        is_significant=each.best.is_significant,
    )
