"""Error rates of transcripts with the errors behind them, as IWSLT prints them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from bakeoff.reports.campaign_results.boards import ALL_SEGMENTS, BoardResults, RunResults
from bakeoff.reports.campaign_results.results import CampaignResults
from bakeoff.reports.campaign_tables.automatic.score_tables import lines_between
from bakeoff.reports.campaign_tables.captions import score_notes
from bakeoff.reports.campaign_tables.listed_runs import (
    groups_of,
    in_order,
    keys_of,
    listed,
    place_of,
    reported_value,
    scored_boards,
)
from bakeoff.reports.campaign_tables.published_systems import published_errors
from bakeoff.reports.campaign_tables.report_table import ReportTable, table_id
from bakeoff.reports.campaign_tables.wording import formatted, score_column, word
from bakeoff.reports.table import Column, Table, Value

SECTION = "Recognition"
_COUNTS = ("words", "substitutions", "deletions", "insertions", "wrong segments")


def recognition(results: CampaignResults) -> Iterator[ReportTable]:
    """A table for each board of transcripts, and for each group of segments that has tables of its own."""
    for board in scored_boards(results, recognition=True):
        for group in (ALL_SEGMENTS, *groups_of(results.rulebook, board)):
            yield ReportTable(
                id=table_id("recognition", *board.place, group),
                name="recognition",
                section=SECTION,
                table=recognition_table(
                    results, board, title=f"Recognition: {place_of(results, board, group)}", group=group
                ),
            )


def recognition_table(
    results: CampaignResults,
    board: BoardResults,
    *,
    title: str,
    group: str = ALL_SEGMENTS,
    last: Sequence[RunResults] = (),
) -> Table:
    """Systems by their error rate, with the number of errors; programs get all counts."""
    keys = keys_of(results, board)
    runs = [*in_order(results, board, listed(results, board), group), *last]
    return Table(
        columns=(Column("system", title=word(results.rulebook.report, "system")), *error_columns(results, board)),
        rows=tuple((run.name, *error_cells(results, board, run, group)) for run in runs),
        title=title,
        notes=score_notes(results, board, runs, keys, lines=True, group=group),
        rules=lines_between(results, board, runs, keys, group),
    )


def error_columns(results: CampaignResults, board: BoardResults) -> tuple[Column, ...]:
    """The error rate, the errors, and for programs what they consist of."""
    report = results.rulebook.report
    ((specification, metrics), *_) = keys_of(results, board)
    score = next(score for run in board.runs if (score := run.score(metrics[0], specification)) is not None)
    errors = Column("errors", title=word(report, "errors"), thousands=True, missing=report.missing)
    return (
        score_column(report, score),
        formatted(report, errors),
        *(Column(name, detail=True) for name in _COUNTS),
    )


def error_cells(
    results: CampaignResults, board: BoardResults, run: RunResults, group: str = ALL_SEGMENTS
) -> tuple[Value, ...]:
    """The cells of `error_columns`."""
    ((specification, metrics), *_) = keys_of(results, board)
    score = run.score(metrics[0], specification)
    on = None if score is None else score.on(group)
    counts = None if on is None else on.counts
    value = reported_value(results, board, score, group)
    if counts is None:
        errors, words = published_errors(results, board).get(run.entered, (None, None))
        return (value, errors, words, *(None for _ in _COUNTS[1:]))
    return (
        value,
        counts.errors,
        counts.words,
        counts.substitutions,
        counts.deletions,
        counts.insertions,
        counts.wrong_segments,
    )
