"""Scores of several boards in one table, a section for each, as appendix A of WMT 2008 prints them."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate

from bakeoff.reports.campaign_results.boards import BoardResults
from bakeoff.reports.campaign_results.results import CampaignResults
from bakeoff.reports.campaign_tables.automatic.score_tables import columns_of, exact_best, row_of
from bakeoff.reports.campaign_tables.captions import score_notes
from bakeoff.reports.campaign_tables.listed_runs import Keys, in_order, keys_of, listed
from bakeoff.reports.campaign_tables.wording import word
from bakeoff.reports.table import Column, Section, Table
from bakeoff.rulebook.schema.report import JoinedBoards


def joined_boards(results: CampaignResults, asked: JoinedBoards) -> list[BoardResults]:
    """The boards of a table, in its order; those that nothing was submitted to are left out."""
    found = [
        board
        for place in asked.boards
        for board in results.boards_of(language_pair=place.language_pair, test_set=place.test_set)
    ]
    return [board for board in found if listed(results, board)]


def joined_table(results: CampaignResults, boards: Sequence[BoardResults], *, title: str) -> Table:
    """Each board under its name; the columns are those of any of them."""
    report = results.rulebook.report
    keys = _joined_keys(results, boards)
    parts = list(columns_of(results, boards, keys))
    runs = [in_order(results, board, listed(results, board)) for board in boards]
    starts = [0, *accumulate(len(own) for own in runs)]
    rows = [
        (run.name, *(value for cells in row_of(results, board, run, parts) for value in cells))
        for board, own in zip(boards, runs, strict=True)
        for run in own
    ]
    notes = [
        note
        for board, own in zip(boards, runs, strict=True)
        for note in score_notes(results, board, own, keys_of(results, board))
    ]
    table = Table(
        columns=(
            Column("system", title=word(report, "system")),
            *(column for part in parts for column in part.columns),
        ),
        rows=tuple(rows),
        title=title,
        notes=tuple(dict.fromkeys(notes)),
        sections=tuple(Section(start, _name(results, board)) for start, board in zip(starts, boards, strict=False)),
        sections_of="task",
    )
    return exact_best(results, table, parts, starts=starts)


def _joined_keys(results: CampaignResults, boards: Sequence[BoardResults]) -> Keys:
    found: dict[str, dict[str, None]] = {}
    for board in boards:
        for specification, metrics in keys_of(results, board):
            found.setdefault(specification, {}).update(dict.fromkeys(metrics))
    return tuple((specification, tuple(metrics)) for specification, metrics in found.items())


def _name(results: CampaignResults, board: BoardResults) -> str:
    rulebook = results.rulebook
    words = [rulebook.language_pairs[board.language_pair].label, rulebook.test_sets[board.test_set].label]
    if board.condition in rulebook.conditions:
        words.append(rulebook.conditions[board.condition].label)
    return ", ".join(words)
