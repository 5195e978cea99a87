"""Which files wrong numbers point to, where somebody made checksums fit."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from bakeoff.release.index import Index
from bakeoff.release.touched_tables import serves
from bakeoff.reports.campaign_results.boards import BoardResults
from bakeoff.reports.campaign_results.results import CampaignResults


def suspected_files(results: CampaignResults, index: Index, wrong: Collection[str]) -> tuple[str, ...]:
    """The files that may have been changed, given those whose numbers are wrong.

    Statistics of one run that differ point to its output, those of all runs of a board to the texts of the test set.
    Where statistics are right and scores are not, it is the file of results. Human results point to judgments, too.
    """
    found = dict.fromkeys(wrong)
    for board, path in zip(results.boards, index.boards, strict=True):
        found |= dict.fromkeys(_of_board(board, path, index, wrong))
    for human, path in zip(results.human, index.human, strict=True):
        if path in wrong:
            found |= dict.fromkeys(own.path for own in index.judgments if own.evaluation == human.evaluation)
    return tuple(sorted(found))


def _of_board(board: BoardResults, path: str, index: Index, wrong: Collection[str]) -> Iterator[str]:
    outputs = {each.run: each.file.path for each in index.outputs}
    ids = {run.id for run in board.runs}
    with_texts = {each.run for each in index.statistics if each.run in ids and each.run in outputs}
    changed = {each.run for each in index.statistics if each.path in wrong and each.run in ids}
    if changed:
        yield from (outputs[run] for run in sorted(changed & outputs.keys()))
        if changed == with_texts:
            for own in index.test_sets:
                if serves(own, board.language_pair, board.test_set):
                    yield from (file.path for file in own.files)
    elif path in wrong:
        place = (board.track, board.language_pair, board.condition, board.test_set)
        for given in index.given_scores:
            if (given.track, given.language_pair, given.condition, given.test_set) == place:
                yield given.file.path
