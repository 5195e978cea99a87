"""Error rates of ASR runs that organisers released as input, as someone may see them on the board of each."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime

from bakeoff.rulebook.release.inputs import release_targets
from bakeoff_site.campaigns.permissions import CampaignRole
from bakeoff_site.datasets.models import DataFile
from bakeoff_site.results.conversions.boards import BoardView
from bakeoff_site.results.permissions import Names, names_for, viewer_of
from bakeoff_site.results.selectors.boards import board_for
from bakeoff_site.submissions.conversions import is_in_rulebook
from bakeoff_site.submissions.models import Board, Run

NO_RUN = "it is no run of the ASR track"
NOT_SHOWN = "its score is not released to you yet"
NO_SCORE = "its run has no word error rate yet"


def word_error_rates(role: CampaignRole, files: Sequence[DataFile], now: datetime) -> Mapping[int, float | str]:
    """By file, the word error rate in percent of the run that it was released from, or why there is none."""
    boards = _Boards(role, now)
    runs: dict[str, list[Run]] = {}
    for run in Run.objects.filter(
        board__campaign=role.campaign, sha256__in={file.sha256 for file in files}, withdrawn_at=None, replaced_by=None
    ).select_related("board"):
        runs.setdefault(run.sha256, []).append(run)
    return {file.pk: _rate(boards, file, runs.get(file.sha256, [])) for file in files}


def _rate(boards: _Boards, file: DataFile, runs: Sequence[Run]) -> float | str:
    of_file = [run for run in runs if boards.is_input(run.board, file)]
    if not of_file:
        return NO_RUN
    return boards.rate_of(of_file[0])


class _Boards:
    """Boards that released runs are on, each looked at once."""

    def __init__(self, role: CampaignRole, now: datetime) -> None:
        self._role = role
        self._now = now
        self._viewer = viewer_of(role, now)
        self._views: dict[int, tuple[BoardView, Names]] = {}

    def is_input(self, board: Board, file: DataFile) -> bool:
        """Whether runs of a board are released to the test set of a file."""
        rules = self._role.campaign.rules
        if not is_in_rulebook(rules, board):
            return False
        targets = release_targets(rules, track=board.track, test_set=board.test_set, language_pair=board.language_pair)
        return any(file.test_set == test_set and file.language_pair in ("", pair) for test_set, pair in targets)

    def rate_of(self, run: Run) -> float | str:
        visibility = self._viewer.visibility(run.board.test_set, run.board.language_pair)
        if not visibility.scores_of(run):
            return NOT_SHOWN
        view, names = self._view(run.board)
        key = names.key(run, visibility)
        rows = [row for row in (*view.rows, *view.unofficial, *view.named) if row.key == key]
        for row in rows:
            for metric, cell in zip(view.metrics, row.cells, strict=False):
                if metric.unit == "words" and cell.value is not None:
                    return cell.value
        return NO_SCORE

    def _view(self, board: Board) -> tuple[BoardView, Names]:
        if board.pk not in self._views:
            names = names_for(self._role.campaign.rules, board.runs.all())
            self._views[board.pk] = board_for(self._role, board, self._now), names
        return self._views[board.pk]
