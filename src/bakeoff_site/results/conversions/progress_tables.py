"""Progress as tables of reports, for downloads."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict

from bakeoff.reports import RENDERERS, Column, Table
from bakeoff.reports.table import Value
from bakeoff_site.results.conversions.boards import SystemRow
from bakeoff_site.results.conversions.downloads import FOR_PEOPLE, for_spreadsheets
from bakeoff_site.results.conversions.progress import BaselineScores, BestAgainst, ProgressBoard, ProgressView
from bakeoff_site.results.conversions.scores import Metric
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
        yield _side_by_side(board) if view.layout == "side-by-side" else _last(board)
    if view.best:
        yield _best(view.best)
    baselines: dict[tuple[str, ...], list[BaselineScores]] = {}
    for each in view.baselines:
        baselines.setdefault(tuple(metric.key for metric in each.metrics), []).append(each)
    for group in baselines.values():
        yield _baselines(group)


def long_table(view: ProgressView) -> Table:
    """A row for each score, for programs: `list` says whether a system is of this year, earlier, or a baseline."""
    columns = (*_PLACE, "list", "system", "metric", "value", "sd", "words", "errors", "source")
    lists: list[tuple[Place, Sequence[Metric], str, SystemRow]] = []
    for board in view.boards:
        lists += [(board.place, board.metrics, "this year", row) for row in board.current]
        lists += [(board.place, board.metrics, "earlier", row) for row in board.earlier]
    lists += [(each.place, each.metrics, "baseline", each.row) for each in view.baselines]
    rows: list[tuple[Value, ...]] = []
    for place, metrics, which, row in lists:
        for metric, cell in zip(metrics, row.cells, strict=True):
            counts = (None, None) if cell.counts is None else (cell.counts.words, cell.counts.errors)
            rows.append((*_where(place), which, row.name, metric.expression, cell.value, cell.sd, *counts, row.source))
    return Table(columns=tuple(map(Column, columns)), rows=tuple(rows))


def _where(place: Place) -> tuple[str, str, str, str]:
    return place.track_id, place.language_pair_id, place.condition_id, place.test_set_id


def _title(place: Place) -> str:
    unofficial = "" if place.status.is_official else place.status.label
    return ", ".join(filter(None, [place.title, unofficial, place.test_set]))


def _score_columns(metrics: Iterable[Metric], label: str = "") -> Iterator[Column]:
    for metric in metrics:
        yield Column(f"{label}{metric.name}", digits=metric.digits, title=metric.heading)
        if metric.unit:
            yield Column(f"{label}{metric.name} errors", title="errors")


def _scores(row: SystemRow | None, metrics: Sequence[Metric]) -> Iterator[Value]:
    for number, metric in enumerate(metrics):
        cell = None if row is None else row.cells[number]
        # Published scores keep their own decimals.
        yield None if cell is None else cell.text if row is not None and row.source and cell.value else cell.value
        if metric.unit:
            yield None if cell is None or cell.counts is None else cell.counts.errors


def _sources(rows: Iterable[SystemRow]) -> tuple[str, ...]:
    return tuple(f"{row.name}: {row.remark}. Source: {row.source}" for row in rows if row.source)


def _side_by_side(board: ProgressBoard) -> Table:
    return Table(
        columns=(
            Column("system"),
            *_score_columns(board.metrics),
            Column("earlier system"),
            *_score_columns(board.metrics, "earlier "),
        ),
        rows=tuple(
            (
                "" if current is None else current.name,
                *_scores(current, board.metrics),
                "" if earlier is None else earlier.name,
                *_scores(earlier, board.metrics),
            )
            for current, earlier in board.pairs
        ),
        title=_title(board.place),
        notes=_sources(board.earlier),
    )


def _last(board: ProgressBoard) -> Table:
    rows = (*board.current, *board.earlier)
    return Table(
        columns=(Column("system"), *_score_columns(board.metrics)),
        rows=tuple((row.name, *_scores(row, board.metrics)) for row in rows),
        title=_title(board.place),
        notes=_sources(board.earlier),
    )


def _best(best: Sequence[BestAgainst]) -> Table:
    return Table(
        columns=tuple(
            Column(name)
            for name in ("board", "metric", "best system", "score", "against", "its score", "difference", "significant")
        ),
        rows=tuple(
            (
                _title(each.place),
                each.metric_title,
                each.best.name,
                each.best.text,
                f"{each.held.name} ({each.held.short})",
                each.held.text,
                each.best.difference_text,
                "not tested" if each.best.is_significant is None else "yes" if each.best.is_significant else "no",
            )
            for each in best
        ),
        title="Best system against baselines and earlier years",
        notes=tuple(dict.fromkeys(f"{each.held.name}: {each.held.source}" for each in best if each.held.source)),
    )


def _baselines(group: Sequence[BaselineScores]) -> Table:
    metrics = group[0].metrics
    scores = [
        column
        for metric in metrics
        for column in (
            Column(metric.name, digits=metric.digits, title=metric.heading),
            Column(f"{metric.name} sd", title="σ"),
        )
    ]
    return Table(
        columns=(Column("board"), Column("system"), *scores),
        rows=tuple(
            (_title(each.place), each.row.name, *(v for cell in each.row.cells for v in (cell.value, cell.sd)))
            for each in group
        ),
        title="Baselines with standard deviations",
        notes=_sources(each.row for each in group),
    )
