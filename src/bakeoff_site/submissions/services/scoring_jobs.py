"""Work that follows from runs that come, and from runs that no longer count."""

from __future__ import annotations

from collections.abc import Iterable

from bakeoff_site.datasets.choices import DataKind
from bakeoff_site.jobs.choices import JobKind
from bakeoff_site.jobs.services import enqueue
from bakeoff_site.submissions.models import Board, Submission
from bakeoff_site.submissions.selectors.checking import has_references


def ask_for_scores(submission: Submission) -> None:
    """Asks to score the runs of a submission, where there is something to score them against."""
    for run in submission.runs.all():
        board = run.board
        if has_references(submission.campaign, test_set=board.test_set, language_pair=board.language_pair):
            enqueue(JobKind.SCORE_RUN, run.pk, campaign=submission.campaign)


def ask_for_comparisons(boards: Iterable[Board]) -> None:
    """Asks for what is said of whole boards to be made anew, since their runs changed."""
    for board in boards:
        campaign = board.campaign
        if has_references(campaign, test_set=board.test_set, language_pair=board.language_pair):
            enqueue(JobKind.COMPARE_RUNS, board.pk, campaign=campaign, lane=f"board:{board.pk}")
        packed = campaign.data_files.filter(kind=DataKind.OUTPUTS, replaced_at=None, test_set=board.test_set)
        if packed.filter(language_pair__in=["", board.language_pair]).exists():
            enqueue(JobKind.PACK_OUTPUTS, board.pk, campaign=campaign)
