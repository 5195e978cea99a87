"""A run is scored, and its scores are stored all at once.

Scores from outside of a run that is scored again stay in force while references and segments are the same.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping

from django.db import transaction
from django.db.models import Max, QuerySet

from bakeoff.data.groups import groupings_of
from bakeoff.evaluation import (
    Evaluation,
    interval_by_rules,
    known_attributes,
    pack_layout,
    pack_segments,
    restore_evaluation,
)
from bakeoff_site.jobs.services import request_comparison, request_plugins, request_scoring
from bakeoff_site.scoring.computation import compute_or_delegate
from bakeoff_site.scoring.conversions import remarks_of, request_of, scores_of, stored_run
from bakeoff_site.scoring.models import Layout, RunScore, ScoredText, ScoreUpload
from bakeoff_site.scoring.selectors.inputs import ScoringInputs, inputs_of
from bakeoff_site.scoring.selectors.plugins import needs_plugins
from bakeoff_site.submissions.models import Run


def score_run(run: Run, *, on_progress: Callable[[int, int], None]) -> None:
    """Scores a run against the references in force, unless that is done or it is withdrawn."""
    if run.withdrawn_at is not None:
        return
    try:
        _score(run, on_progress)
    except BaseException:
        # Comparisons wait for runs that are to be scored: this one they wait for no longer.
        request_comparison(run.board)
        raise


def _score(run: Run, on_progress: Callable[[int, int], None]) -> None:
    board = run.board
    inputs = inputs_of(board)
    if reuse_stored_scores(run, inputs_digest=inputs.inputs_digest, rules_digest=inputs.rules_digest):
        return
    request = request_of(
        board.campaign.rulebook_content,
        inputs.data,
        track=board.track,
        language_pair=board.language_pair,
        test_set=board.test_set,
        system=run.name,
        name=run.file_name,
        sha256=run.sha256,
    )
    store_if_current(run, compute_or_delegate(request, on_progress), system=run.name, inputs=inputs)


def store_if_current(run: Run, evaluations: Mapping[str, Evaluation], *, system: str, inputs: ScoringInputs) -> None:
    """Stores what a run scored, unless its references or rules were changed while it was computed: then it is scored
    once more, by those in force.
    """
    with transaction.atomic():
        board = _locked(run).board
        now = inputs_of(board)
        if (now.inputs_digest, now.rules_digest) == (inputs.inputs_digest, inputs.rules_digest):
            store_scores(
                run, evaluations, system=system, inputs_digest=inputs.inputs_digest, rules_digest=inputs.rules_digest
            )
        elif now.data.references:
            request_scoring(run)


def store_scores(
    run: Run, evaluations: Mapping[str, Evaluation], *, system: str, inputs_digest: str, rules_digest: str
) -> None:
    """Stores what a run scored under every specification, in one transaction; scores by other references stay.

    Runs of its board are then to be compared again.
    """
    first = next(iter(evaluations.values()))
    layout = pack_layout(first.texts)
    rows = [
        row
        for specification, evaluation in evaluations.items()
        if system not in evaluation.left_out
        for row in scores_of(evaluation, system, specification=specification, run=run, inputs_digest=inputs_digest)
    ]
    with transaction.atomic():
        _locked(run)
        kept, _ = Layout.objects.get_or_create(sha256=hashlib.sha256(layout).hexdigest(), defaults={"content": layout})
        ScoredText.objects.update_or_create(
            run=run,
            inputs_digest=inputs_digest,
            defaults={
                "rules": rules_digest,
                "layout": kept,
                "segments": pack_segments(first.texts.run_of(system)) if first.texts.runs else None,
                "remarks": remarks_of(evaluations.values()),
            },
        )
        RunScore.objects.filter(run=run, inputs_digest=inputs_digest, upload=None, plugin="").delete()
        RunScore.objects.filter(run=run, current=True).update(current=False)
        RunScore.objects.bulk_create(rows)
        renew_outside(run, evaluations, inputs_digest=inputs_digest)
        request_comparison(run.board)
        if needs_plugins(run.board):
            request_plugins(run.board)


def reuse_stored_scores(run: Run, *, inputs_digest: str, rules_digest: str) -> bool:
    """Whether a run was scored against these references by these rules before; if so, those scores are in force."""
    with transaction.atomic():
        _locked(run)
        if not ScoredText.objects.filter(run=run, inputs_digest=inputs_digest, rules=rules_digest).exists():
            return False
        changed = (
            RunScore.objects.filter(run=run, current=True).exclude(inputs_digest=inputs_digest).update(current=False)
        )
        ours = RunScore.objects.filter(run=run, inputs_digest=inputs_digest)
        uploads = latest_uploads(ours)
        # Uploaded scores take the place of those of a plug-in.
        changed += ours.filter(current=False, upload=None).exclude(metric__in=uploads).update(current=True)
        changed += ours.filter(current=False, upload__in=uploads.values()).update(current=True)
        if changed:
            request_comparison(run.board)
            if needs_plugins(run.board):
                request_plugins(run.board)
    return True


def _locked(run: Run) -> Run:
    """A run as it is now. Who stores its scores or puts them in force does so one after another: by references that
    came since, another job was asked for, and its worker is the later one.
    """
    return Run.objects.select_for_update(of=("self",)).select_related("board__campaign").get(pk=run.pk)


def latest_uploads(scores: QuerySet[RunScore]) -> dict[str, int]:
    """The last upload of every metric among scores, unless it was withdrawn."""
    rows = scores.filter(upload__isnull=False).order_by().values_list("metric").annotate(Max("upload"))
    last = dict(rows)
    withdrawn = set(
        ScoreUpload.objects.filter(pk__in=last.values(), withdrawn_at__isnull=False).values_list("pk", flat=True)
    )
    return {metric: upload_id for metric, upload_id in last.items() if upload_id not in withdrawn}


def renew_outside(run: Run, evaluations: Mapping[str, Evaluation], *, inputs_digest: str) -> None:
    """Puts scores from outside against the same references in force again, under every specification: the last
    uploaded ones, or else those of a plug-in.

    Scores are then divided as the rulebook says now. Where the segments differ, the scores stay out of force.
    """
    ours = RunScore.objects.filter(run=run, inputs_digest=inputs_digest)
    uploads = latest_uploads(ours)
    computed = set(ours.exclude(plugin="").exclude(metric__in=uploads).values_list("metric", flat=True))
    for metric in (*uploads, *sorted(computed)):
        given = ours.filter(metric=metric, upload=uploads.get(metric)).select_related("upload")
        score = given.order_by("pk").first()
        if score is None or any(evaluation.segments != score.segments for evaluation in evaluations.values()):
            continue
        rows = [
            row
            for specification, evaluation in evaluations.items()
            for row in _rows(run, score, evaluation, specification)
        ]
        given.delete()
        RunScore.objects.bulk_create(rows)


def _rows(run: Run, score: RunScore, evaluation: Evaluation, specification: str) -> list[RunScore]:
    board = run.board
    restored = restore_evaluation(
        evaluation.texts,
        [stored_run(run.name, [score], None)],
        specification=specification,
        by=groupings_of(evaluation.groups, known_attributes(evaluation.documents)),
        target_language=evaluation.target_language,
    )
    varied = interval_by_rules(
        board.campaign.rules,
        restored,
        track=board.track,
        language_pair=board.language_pair,
        metrics=[score.metric],
    )
    fields = {"run": run, "inputs_digest": score.inputs_digest, "upload": score.upload, "plugin": score.plugin}
    return list(scores_of(varied, run.name, specification=specification, **fields))
