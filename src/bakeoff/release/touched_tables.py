"""Which tables of the report are made from which files of a package."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from bakeoff.release.index import CAMPAIGN, Index, IndexedTestSet
from bakeoff.reports.campaign_results.boards import BoardResults
from bakeoff.reports.campaign_results.human import HumanResults
from bakeoff.reports.campaign_results.results import CampaignResults
from bakeoff.reports.campaign_tables.registry import report_tables
from bakeoff.reports.table import Table

_Tables = Mapping[str, Table]
"""By their ids."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TouchedTable:
    """A table of the report."""

    id: str
    title: str
    files: tuple[str, ...] = ()
    """Those that its numbers come from."""


def touched_tables(results: CampaignResults, index: Index) -> tuple[TouchedTable, ...]:
    """Every table with its files. A table is made from a result if it is another one without that result."""
    tables = _tables(results)
    files: dict[str, dict[str, None]] = {name: {CAMPAIGN: None} for name in tables}
    for paths, with_it, without in _parts(results, index, tables):
        for name in tables:
            if with_it.get(name) != without.get(name):
                files[name].update(dict.fromkeys(paths))
    return tuple(
        TouchedTable(id=name, title=table.title, files=tuple(sorted(files[name]))) for name, table in tables.items()
    )


def _tables(results: CampaignResults) -> _Tables:
    return {each.id: each.table for each in report_tables(results)}


def _parts(results: CampaignResults, index: Index, tables: _Tables) -> Iterator[tuple[list[str], _Tables, _Tables]]:
    """Every result: the files that it is in or comes from, and the tables with it and without it."""
    bare = replace(results, boards=tuple(map(_without_scores, results.boards)))
    without_boards = _tables(bare)
    for number, (board, path) in enumerate(zip(results.boards, index.boards, strict=True)):
        if any(run.scores for run in board.runs):
            # Boards one by one, since tables of all others would be made again for each of them.
            alone = (*bare.boards[:number], board, *bare.boards[number + 1 :])
            yield [path, *_files_of_board(board, index)], _tables(replace(bare, boards=alone)), without_boards
    for paths, without in _other_parts(results, index):
        yield paths, tables, _tables(without)


def _without_scores(board: BoardResults) -> BoardResults:
    return replace(board, runs=tuple(replace(run, scores=()) for run in board.runs), comparisons=())


def _other_parts(results: CampaignResults, index: Index) -> Iterator[tuple[list[str], CampaignResults]]:
    for human, path in zip(results.human, index.human, strict=True):
        yield [path, *_files_of_human(human, index)], _without(results, "human", human)
    for tournament, path in zip(results.tournaments, index.tournament_results, strict=True):
        files = [path, *_judgment_files(tournament.evaluation, index)]
        yield files, _without(results, "tournaments", tournament)
    for task, path in zip(results.metrics_tasks, index.metrics_task_results, strict=True):
        boards = [board for board in results.boards if board.test_set == task.test_set]
        files = [path, *_judgment_files(task.evaluation, index)]
        files += [file for board in boards for file in _files_of_board(board, index)]
        yield files, _without(results, "metrics_tasks", task)
    for described in results.data:
        files = [
            file.path
            for own in index.test_sets
            for file in own.files
            if own.test_set == described.test_set and file.name == described.file
        ]
        if files:
            yield files, _without(results, "data", described)


def _without(results: CampaignResults, name: str, left_out: object) -> CampaignResults:
    """The results without one of them."""
    kept: Mapping[str, Any] = {name: tuple(each for each in getattr(results, name) if each is not left_out)}
    return replace(results, **kept)


def _files_of_board(board: BoardResults, index: Index) -> Iterator[str]:
    runs = {run.id for run in board.runs}
    yield from (each.file.path for each in index.outputs if each.run in runs)
    yield from (each.path for each in index.statistics if each.run in runs)
    place = (board.track, board.language_pair, board.condition, board.test_set)
    for scores in index.given_scores:
        if (scores.track, scores.language_pair, scores.condition, scores.test_set) == place:
            yield scores.file.path
    yield from _test_files(index, board.language_pair, board.test_set)


def _test_files(index: Index, language_pair: str, test_set: str) -> Iterator[str]:
    for own in index.test_sets:
        if serves(own, language_pair, test_set):
            yield from (file.path for file in own.files)


def serves(own: IndexedTestSet, language_pair: str, test_set: str) -> bool:
    """Whether the files of a test set are also those of a language pair."""
    return own.test_set == test_set and own.language_pair in ("", language_pair)


def _files_of_human(human: HumanResults, index: Index) -> Iterator[str]:
    yield from _judgment_files(human.evaluation, index)
    if human.post_edits is not None:
        behind = {each.run for each in human.systems.values()}
        yield from (each.file.path for each in index.outputs if each.run in behind)
        yield from _test_files(index, human.language_pair, human.test_set)


def _judgment_files(evaluation: str, index: Index) -> Iterator[str]:
    for own in index.judgments:
        if own.evaluation == evaluation:
            yield own.path
            if own.earlier:
                yield own.earlier
