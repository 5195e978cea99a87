"""Work that follows from runs that come, and from runs that no longer count."""

from __future__ import annotations

from collections.abc import Iterable

from bakeoff_site.campaigns.models import Campaign
from bakeoff_site.datasets.selectors import files_in_force
from bakeoff_site.jobs.choices import JobKind
from bakeoff_site.jobs.services import enqueue
from bakeoff_site.submissions.models import Board, Submission


def ask_for_scores(submission: Submission) -> None:
    """Asks to score the runs of a submission, where there is something to score them against."""
    for run in submission.runs.all():
        if _is_scored(submission.campaign, run.board):
            enqueue(JobKind.SCORE_RUN, run.pk, campaign=submission.campaign)


def ask_for_comparisons(boards: Iterable[Board]) -> None:
    """Asks for runs to be compared again on boards where one no longer counts."""
    for board in boards:
        if _is_scored(board.campaign, board):
            enqueue(JobKind.COMPARE_RUNS, board.pk, campaign=board.campaign, lane=f"board:{board.pk}")


def _is_scored(campaign: Campaign, board: Board) -> bool:
    references = files_in_force(campaign, board.test_set, board.language_pair).references
    return bool(references) and campaign.rules.is_scored(board.track)
