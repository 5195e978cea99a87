"""ASR output that systems started from, with its error rates, as an audience may see it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from bakeoff.reports import ScoredInput, ScoredRun
from bakeoff.rulebook.release.inputs import release_targets
from bakeoff_site.campaigns.models import Campaign
from bakeoff_site.datasets.models import DataFile
from bakeoff_site.datasets.permissions import RESOURCES
from bakeoff_site.datasets.selectors import scored_inputs
from bakeoff_site.datasets.selectors.test_data import released_inputs
from bakeoff_site.publication.selectors.boards import SeenBoard
from bakeoff_site.results.permissions import ResultsViewer
from bakeoff_site.results.selectors.asr_output import in_order, place_of, scored_candidates
from bakeoff_site.submissions.models import Run


def inputs_seen(campaign: Campaign, viewer: ResultsViewer) -> tuple[ScoredInput, ...]:
    """N-best lists and lattices of test sets whose sources or scores the audience may see."""
    files = [file for file in in_order(campaign.rules, scored_inputs(campaign)) if _is_seen(file, viewer)]
    return tuple(scored_candidates(campaign.rules, files)[0])


def released_runs_seen(campaign: Campaign, boards: Iterable[SeenBoard]) -> tuple[ScoredRun, ...]:
    """Transcripts that were released as input, by their scores on boards that the audience sees."""
    known = [(board, run) for board in boards for run in board.runs if run.pk in board.scored]
    return tuple(
        ScoredRun(place=place_of(campaign.rules, file), word_error_rate=rate)
        for file in in_order(campaign.rules, released_inputs(campaign))
        for rate in list(_rates(file, known))[:1]
    )


def _is_seen(file: DataFile, viewer: ResultsViewer) -> bool:
    pair = file.language_pair or None
    answers = (
        viewer.may(name, test_set=file.test_set, language_pair=pair) for name in (RESOURCES[file.kind], "scores")
    )
    return any(answer.allowed for answer in answers)


def _rates(file: DataFile, known: Iterable[tuple[SeenBoard, Run]]) -> Iterator[float]:
    """The word error rates of the runs that a file is a copy of."""
    for board, run in known:
        if run.sha256 != file.sha256 or not _is_input(board, file):
            continue
        for metric in board.metrics:
            stored = board.scores.get(run.pk, metric) if metric.unit == "words" else None
            if stored is not None and stored.value is not None:
                yield stored.value


def _is_input(seen: SeenBoard, file: DataFile) -> bool:
    """Whether runs of a board are released to the test set of a file."""
    board = seen.board
    targets = release_targets(seen.rules, track=board.track, test_set=board.test_set, language_pair=board.language_pair)
    return any(file.test_set == test_set and file.language_pair in ("", pair) for test_set, pair in targets)
