"""Organisers upload scores of metrics that are not computed here."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from datetime import UTC
from pathlib import PurePath
from typing import Literal

from django.db import transaction
from django.db.models import Max
from django.utils import timezone

from bakeoff.errors import InputError, Place
from bakeoff.evaluation import add_scores_by_rules
from bakeoff.formats import ScoreFile, read_scores
from bakeoff.formats.budgets import require_affordable
from bakeoff.rulebook.schema import Scoring
from bakeoff_site.accounts.models import User
from bakeoff_site.campaigns.services.locks import lock_open_campaign
from bakeoff_site.core.audit import record
from bakeoff_site.core.refusals import RefusedError
from bakeoff_site.core.storage.files import KeptFile, keep, under_name
from bakeoff_site.jobs.services import request_comparison, request_plugins
from bakeoff_site.scoring.conversions import scores_of
from bakeoff_site.scoring.models import RunScore, ScoreUpload
from bakeoff_site.scoring.permissions import MOST_BYTES
from bakeoff_site.scoring.selectors.plugins import needs_plugins
from bakeoff_site.scoring.selectors.score_files import ScoredRun, runs_by_name, without_scores
from bakeoff_site.submissions.conversions import is_in_rulebook
from bakeoff_site.submissions.models import Board, Run

Direction = Literal["higher", "lower"]
_SHOWN = 10


def upload_scores(
    board: Board, *, metric: str, name: str, chunks: Iterable[bytes], direction: Direction = "higher", by: User
) -> ScoreUpload:
    """Takes the scores of a file as those of a metric that the rulebook names in `outside`, for systems of a board.

    The file is what `bakeoff score --scores` reads. Scores of segments count in groups, intervals and tests; scores of
    systems are only shown. All is taken or nothing. Systems that the file leaves out keep the scores that they have.
    """
    scoring = _checked_scoring(board, metric)
    plain = PurePath(name.replace("\\", "/")).name[-255:] or "scores.tsv"
    kept = keep(_limited(chunks))
    scores = _read(kept, plain, metric)
    runs = _runs_in(scores, board)
    now = timezone.now()
    upload = ScoreUpload(
        board=board,
        metric=metric,
        direction=direction,
        unit=scores.unit,
        systems=len(runs),
        name=plain,
        sha256=kept.sha256,
        size=kept.size,
        uploaded_by=by,
        uploaded_at=now,
    )
    with transaction.atomic():
        lock_open_campaign(board.campaign_id)
        Board.objects.select_for_update(of=("self",)).get(pk=board.pk)  # one version after another
        latest = board.score_uploads.filter(metric=metric).aggregate(latest=Max("version"))["latest"]
        upload.version = 1 + (latest or 0)
        upload.save()
        _check_unchanged(board, runs)
        rows = list(_rows(upload, scores, runs, scoring))
        RunScore.objects.filter(run__in=[each.run for each in runs.values()], metric=metric).update(current=False)
        RunScore.objects.bulk_create(rows)
        record(
            "scores.upload",
            actor=by,
            campaign=board.campaign,
            subject=str(upload),
            file=plain,
            sha256=kept.sha256,
            systems=sorted(runs)[:100],
        )
        request_comparison(board)
    return upload


def withdraw_scores(upload: ScoreUpload, *, by: User) -> None:
    """Takes the scores of a file out of force; systems are then without a score, unless a plug-in gives one.

    Scores of earlier versions stay out of force: that file was replaced for a reason.
    """
    board = upload.board
    with transaction.atomic():
        lock_open_campaign(board.campaign_id)
        kept = ScoreUpload.objects.select_for_update(of=("self",)).get(pk=upload.pk)
        if kept.withdrawn_at is not None:
            raise RefusedError(f"Version {kept.version} is withdrawn already.")
        ScoreUpload.objects.filter(pk=kept.pk).update(withdrawn_at=timezone.now(), withdrawn_by=by)
        RunScore.objects.filter(upload=kept, current=True).update(current=False)
        record("scores.withdraw", actor=by, campaign=board.campaign, subject=str(kept), file=kept.name)
        request_comparison(board)
        if needs_plugins(board):
            request_plugins(board)


def _checked_scoring(board: Board, metric: str) -> Scoring:
    rules = board.campaign.rules
    if not is_in_rulebook(rules, board) or not rules.is_scored(board.track):
        raise RefusedError("The rulebook does not say how runs of this board are scored.")
    scoring = rules.scoring_of(board.track, board.language_pair)
    if metric not in scoring.outside:
        known = f"It names {', '.join(scoring.outside)}" if scoring.outside else "It names none"
        raise RefusedError(
            f"The rulebook does not name {metric!r} in `outside` for this board. {known}: add the metric there first."
        )
    return scoring


def _read(kept: KeptFile, name: str, metric: str) -> ScoreFile:
    with _called_by_name(name), under_name(kept.sha256, name) as path:
        require_affordable(path)
        scores = read_scores(path, name=metric, max_bytes=MOST_BYTES)
        if scores.unit == "document":
            raise InputError(
                place=Place(name, 1),
                expected="scores of segments or of complete systems",
                found="scores of documents",
                remedy="Add the column segment, or give one score for each system.",
            )
        return replace(scores, file=name)


def _runs_in(scores: ScoreFile, board: Board) -> dict[str, ScoredRun]:
    """The runs that a file speaks of, all scored on the same segments."""
    known = runs_by_name(board)
    lines = {row.system: row.line for row in reversed(scores.rows)}
    for system in scores.systems:
        place = Place(scores.file, lines[system])
        if system not in known:
            raise InputError(
                place=place,
                expected="the name of a system on this board",
                found=repr(system),
                remedy=f"The systems are called: {_listed(list(known))}.",
            )
        if not known[system].layout:
            raise InputError(
                place=place,
                expected="a system that has been scored, so that its segments are known",
                found=f"{system}, which has not",
                remedy="Wait until its run is scored and upload the file again, or leave the system out.",
            )
    runs = {system: known[system] for system in scores.systems}
    if len({each.layout for each in runs.values()}) > 1:
        raise RefusedError("Some of these runs are being scored again. Upload the file when that is done.")
    return runs


def _check_unchanged(board: Board, runs: Mapping[str, ScoredRun]) -> None:
    """Others who store scores of these runs meanwhile do so before or after, never in between."""
    numbers = [each.run.pk for each in runs.values()]
    list(Run.objects.select_for_update(of=("self",)).filter(pk__in=numbers).order_by("pk").values_list("pk"))
    now = runs_by_name(board)
    if any(name not in now or now[name] != each for name, each in runs.items()):
        raise RefusedError("These runs were scored again or replaced meanwhile. Upload the file again.")


def _rows(
    upload: ScoreUpload, scores: ScoreFile, runs: Mapping[str, ScoredRun], scoring: Scoring
) -> Iterator[RunScore]:
    board = upload.board
    (layout,) = {each.layout for each in runs.values()}
    origin = {
        "uploaded": upload.uploaded_at.astimezone(UTC).strftime("%Y-%m-%dT%H:%MZ"),
        "by": str(upload.uploaded_by),
        "version": str(upload.version),
    }
    for specification in scoring.scored_specifications:
        evaluation = add_scores_by_rules(
            board.campaign.rules,
            without_scores(board, list(runs), specification, layout=layout),
            scores,
            track=board.track,
            language_pair=board.language_pair,
            name=upload.metric,
            direction="higher" if upload.direction == "higher" else "lower",
            origin=origin,
        )
        for name, each in runs.items():
            fields = {"run": each.run, "inputs_digest": each.inputs_digest, "upload": upload}
            yield from scores_of(evaluation, name, specification=specification, **fields)


def _limited(chunks: Iterable[bytes]) -> Iterator[bytes]:
    size = 0
    for chunk in chunks:
        size += len(chunk)
        if size > MOST_BYTES:
            raise RefusedError(f"The file is larger than {MOST_BYTES // 2**20} MB, the limit for score files.")
        yield chunk
    if not size:
        raise RefusedError("The file is empty.")


@contextmanager
def _called_by_name(name: str) -> Iterator[None]:
    """Messages call the file by its name, wherever it is for the moment."""
    try:
        yield
    except InputError as error:
        error.place = replace(error.place, file=name)
        error.remedy = error.remedy.partition(" (--metric-column")[0].rstrip(".") + "." if error.remedy else ""
        raise


def _listed(names: Sequence[str]) -> str:
    return ", ".join(names[:_SHOWN]) + (f" and {len(names) - _SHOWN} more" if len(names) > _SHOWN else "")
