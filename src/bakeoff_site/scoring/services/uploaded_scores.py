"""Uploaded scores of a run that is scored again: they stay in force while references and segments are the same."""

from __future__ import annotations

from collections.abc import Mapping

from django.db.models import Max, QuerySet

from bakeoff.evaluation import Evaluation, interval_by_rules, restore_evaluation
from bakeoff_site.scoring.conversions import scores_of, stored_run
from bakeoff_site.scoring.models import RunScore
from bakeoff_site.submissions.models import Run


def latest_uploads(scores: QuerySet[RunScore]) -> dict[str, int]:
    """The last upload of every metric among scores."""
    rows = scores.filter(upload__isnull=False).order_by().values_list("metric").annotate(Max("upload"))
    return dict(rows)


def renew_uploaded(run: Run, evaluations: Mapping[str, Evaluation], *, inputs_digest: str) -> None:
    """Puts the last uploaded scores against the same references in force again, under every specification.

    Scores are then told apart as the rulebook says now. Where the segments are others, the scores stay out of force.
    """
    ours = RunScore.objects.filter(run=run, inputs_digest=inputs_digest)
    for metric, upload_id in latest_uploads(ours).items():
        uploaded = ours.filter(metric=metric, upload=upload_id).select_related("upload")
        score = uploaded.order_by("pk").first()
        if score is None or any(evaluation.segments != score.segments for evaluation in evaluations.values()):
            continue
        rows = [
            row
            for specification, evaluation in evaluations.items()
            for row in _rows(run, score, evaluation, specification)
        ]
        uploaded.delete()
        RunScore.objects.bulk_create(rows)


def _rows(run: Run, score: RunScore, evaluation: Evaluation, specification: str) -> list[RunScore]:
    board = run.board
    restored = restore_evaluation(
        evaluation.texts,
        [stored_run(run.name, [score], None)],
        specification=specification,
        by=dict.fromkeys(group.partition("=")[0] for group in evaluation.groups),
        target_language=evaluation.target_language,
    )
    varied = interval_by_rules(
        board.campaign.rules,
        restored,
        track=board.track,
        language_pair=board.language_pair,
        metrics=[score.metric],
    )
    fields = {"run": run, "inputs_digest": score.inputs_digest, "upload": score.upload}
    return list(scores_of(varied, run.name, specification=specification, **fields))
