"""Score files of metrics from outside."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC

from bakeoff.release.content import GivenScores, ReleaseFile
from bakeoff.reports.campaign_results.boards import BoardResults, RunScore
from bakeoff_site.core.storage.files import path_of
from bakeoff_site.publication.selectors.boards import SeenBoard
from bakeoff_site.publication.selectors.results import SeenCampaign
from bakeoff_site.scoring.conversions import names_apart
from bakeoff_site.scoring.models import RunScore as StoredScore
from bakeoff_site.scoring.models import ScoreUpload

_PERSON = re.compile(r"\|by:[^|]*")
"""What signatures of uploaded scores say of who uploaded them."""


def given_scores(seen: SeenCampaign) -> tuple[GivenScores, ...]:
    """The files whose scores count; where names of systems are not released none, since files name them."""
    return tuple(each for board in seen.boards for each in _of_board(board))


def without_persons(board: BoardResults) -> BoardResults:
    """A board whose signatures name nobody."""
    runs = (replace(run, scores=tuple(map(_without_person, run.scores))) for run in board.runs)
    return replace(board, runs=tuple(runs))


def _without_person(score: RunScore) -> RunScore:
    return replace(score, signature=_PERSON.sub("", score.signature, count=1)) if score.outside else score


def _of_board(board: SeenBoard) -> Iterator[GivenScores]:
    if not all(map(board.visibility.knows, board.runs)):
        return
    used: dict[int, set[int]] = {}
    rows = StoredScore.objects.filter(run__in=board.scored, current=True, upload__isnull=False)
    for upload_id, run in rows.values_list("upload", "run"):
        used.setdefault(upload_id, set()).add(run)
    counting = sorted((run for run in board.every if run.in_force), key=lambda run: (run.name, run.pk))
    names = names_apart([(run.pk, run.name) for run in counting])
    place = board.board
    for upload in ScoreUpload.objects.filter(pk__in=used).order_by("pk"):
        yield GivenScores(
            track=place.track,
            language_pair=place.language_pair,
            condition=place.condition,
            test_set=place.test_set,
            metric=upload.metric,
            direction="lower" if upload.direction == "lower" else "higher",
            file=ReleaseFile.at(path_of(upload.sha256), name=upload.name),
            systems={names[run]: board.ids[run] for run in sorted(used[upload.pk])},
            origin={
                "uploaded": upload.uploaded_at.astimezone(UTC).strftime("%Y-%m-%dT%H:%MZ"),
                "version": str(upload.version),
            },
        )
