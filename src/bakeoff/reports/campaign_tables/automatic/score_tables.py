"""Systems with their scores by several metrics, under one specification or under several next to each other."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from bakeoff.reports.campaign_results.boards import ALL_SEGMENTS, BoardResults, RunResults, RunScore
from bakeoff.reports.campaign_results.results import CampaignResults
from bakeoff.reports.campaign_tables.captions import score_notes
from bakeoff.reports.campaign_tables.listed_runs import Keys, in_order, listed, reported_value, scoring_of
from bakeoff.reports.campaign_tables.wording import score_column, word
from bakeoff.reports.table import Column, Marked, Range, Table, Value


@dataclass(frozen=True, slots=True, kw_only=True)
class ScoreColumns:
    """The columns of one metric under one specification."""

    specification: str
    metric: str
    columns: tuple[Column, ...]
    """The score, and where they are printed its interval; for programs mean and standard deviation."""
    varied: bool
    direction: str


def score_table(
    results: CampaignResults,
    board: BoardResults,
    keys: Keys,
    *,
    title: str,
    group: str = ALL_SEGMENTS,
    last: Sequence[RunResults] = (),
) -> Table:
    """The runs of a board in the order of the rulebook; `last` are runs of earlier years, which follow them all."""
    runs = [*in_order(results, board, listed(results, board), group), *last]
    parts = list(columns_of(results, [board], keys))
    rows = [row_of(results, board, run, parts, group) for run in runs]
    between = _between(results, keys, parts)
    name = word(results.rulebook.report, "system")
    table = Table(
        columns=(*_columns(parts[:between]), Column("system", title=name), *_columns(parts[between:])),
        rows=tuple(_with_name(run, row, between) for run, row in zip(runs, rows, strict=True)),
        title=title,
        notes=score_notes(results, board, runs, keys, lines=True, group=group),
        rules=lines_between(results, board, runs, keys, group),
    )
    return exact_best(results, table, parts, starts=(0, len(rows)))


def columns_of(results: CampaignResults, boards: Sequence[BoardResults], keys: Keys) -> Iterator[ScoreColumns]:
    """The columns of all metrics; those of several specifications are groups."""
    report = results.rulebook.report
    several = len(keys) > 1
    for specification, metrics in keys:
        group = word(report, specification) if several or specification in report.words else ""
        for metric in metrics:
            scores = _scores(boards, specification, metric)
            if not scores:
                continue
            heading = f"{specification} {metric}" if several else metric
            score = score_column(report, scores[0], heading=heading, group=group)
            varied = any(each.variation for each in scores)
            digits = score.digits
            extra = (
                Column(
                    f"{heading} interval",
                    digits=digits,
                    title="interval",
                    group=group,
                    notation=score.notation,
                    detail=not report.intervals,
                    missing=report.missing,
                ),
                Column(f"{heading} mean", digits=digits, detail=True),
                Column(f"{heading} sd", digits=digits, detail=True),
            )
            yield ScoreColumns(
                specification=specification,
                metric=metric,
                columns=(score, *(extra if varied else ())),
                varied=varied,
                direction=scores[0].direction,
            )


def row_of(
    results: CampaignResults,
    board: BoardResults,
    run: RunResults,
    parts: Sequence[ScoreColumns],
    group: str = ALL_SEGMENTS,
) -> list[tuple[Value, ...]]:
    """The cells of a run, those of each metric apart."""
    return [_cells(results, board, run.score(part.metric, part.specification), part, group) for part in parts]


def exact_best(
    results: CampaignResults, table: Table, parts: Sequence[ScoreColumns], *, starts: Sequence[int]
) -> Table:
    """The table with only the best by all its decimals in bold, where the rulebook asks for that."""
    report = results.rulebook.report
    if not report.best or report.best_ties:
        return table
    headings = {part.columns[0].heading: part.direction for part in parts}
    rows = [list(row) for row in table.rows]
    for index, column in enumerate(table.columns):
        if direction := headings.get(column.heading):
            for start, end in pairwise(starts):
                _mark_best(rows, range(start, end), index, highest=direction == "higher")
    columns = (replace(column, best=None) if column.heading in headings else column for column in table.columns)
    return replace(table, columns=tuple(columns), rows=tuple(map(tuple, rows)))


def lines_between(
    results: CampaignResults,
    board: BoardResults,
    runs: Sequence[RunResults],
    keys: Keys,
    group: str = ALL_SEGMENTS,
) -> frozenset[int]:
    """Rows above which a line is drawn, since the test between systems parts those above from those below."""
    official = scoring_of(results, board).official_metric
    if official is None or not keys or results.rulebook.report.order != "official":
        return frozenset()
    comparison = board.comparison(official, keys[0][0], group)
    if comparison is None:
        return frozenset()
    rules = scoring_of(results, board).comparison
    if rules is not None and rules.clusters == "neighbours":
        # Not the clusters: the neighbours here may have had a system between them that is not listed.
        parted = {frozenset((pair.a, pair.b)) for pair in comparison.pairs if pair.significant}
        return frozenset(row for row in range(1, len(runs)) if frozenset((runs[row - 1].id, runs[row].id)) in parted)
    cluster = {run: number for number, own in enumerate(comparison.clusters) for run in own}
    places = [cluster.get(run.id) for run in runs]
    return frozenset(
        row
        for row in range(1, len(places))
        if (above := places[row - 1]) is not None and (here := places[row]) is not None and above != here
    )


def _between(results: CampaignResults, keys: Keys, parts: Sequence[ScoreColumns]) -> int:
    """How many metrics are before the name of the system."""
    if results.rulebook.report.system_column == "first" or len(keys) != 2:
        return 0
    return sum(part.specification == keys[0][0] for part in parts)


def _columns(parts: Sequence[ScoreColumns]) -> Iterator[Column]:
    for part in parts:
        yield from part.columns


def _with_name(run: RunResults, cells: Sequence[tuple[Value, ...]], before: int) -> tuple[Value, ...]:
    flat_before = [value for part in cells[:before] for value in part]
    return (*flat_before, run.name, *(value for part in cells[before:] for value in part))


def _cells(
    results: CampaignResults, board: BoardResults, score: RunScore | None, part: ScoreColumns, group: str
) -> tuple[Value, ...]:
    value = reported_value(results, board, score, group)
    if not part.varied:
        return (value,)
    on = None if score is None else score.on(group)
    if on is None or on.variation is None:
        return (value, None, None, None)
    interval = on.variation.interval
    return (value, Range(interval.low, interval.high), on.variation.mean, on.variation.sd)


def _scores(boards: Sequence[BoardResults], specification: str, metric: str) -> list[RunScore]:
    found = (run.score(metric, specification) for board in boards for run in board.runs)
    return [score for score in found if score is not None]


def _mark_best(rows: list[list[Value]], within: range, index: int, *, highest: bool) -> None:
    numbers = {row: value for row in within if isinstance(value := rows[row][index], int | float)}
    if len(numbers) > 1:
        best = (max if highest else min)(numbers.values())
        for row, number in numbers.items():
            if number == best:
                rows[row][index] = Marked(number, bold=True)
