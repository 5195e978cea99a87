"""Scores of a run are stored, all at once."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping

from django.db import transaction

from bakeoff.evaluation import Evaluation, pack_layout, pack_segments
from bakeoff_site.jobs.choices import JobKind
from bakeoff_site.jobs.services import enqueue
from bakeoff_site.scoring.conversions import remarks_of, scores_of
from bakeoff_site.scoring.models import Layout, RunScore, ScoredText
from bakeoff_site.scoring.selectors.inputs import ScoringInputs, inputs_of
from bakeoff_site.scoring.services.uploaded_scores import latest_uploads, renew_uploaded
from bakeoff_site.submissions.models import Board, Run


def store_if_current(run: Run, evaluations: Mapping[str, Evaluation], *, system: str, inputs: ScoringInputs) -> None:
    """Stores what a run scored, unless its references or rules were changed while it was computed: then it is scored
    once more, by those in force.
    """
    with transaction.atomic():
        board = _locked(run).board
        now = inputs_of(board)
        if (now.inputs_digest, now.rules) == (inputs.inputs_digest, inputs.rules):
            store_scores(run, evaluations, system=system, inputs_digest=inputs.inputs_digest, rules=inputs.rules)
        elif now.data.references:
            enqueue(JobKind.SCORE_RUN, run.pk, campaign=board.campaign)


def store_scores(
    run: Run, evaluations: Mapping[str, Evaluation], *, system: str, inputs_digest: str, rules: str
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
                "rules": rules,
                "layout": kept,
                "segments": pack_segments(first.texts.run_of(system)) if first.texts.runs else None,
                "remarks": remarks_of(evaluations.values()),
            },
        )
        RunScore.objects.filter(run=run, inputs_digest=inputs_digest, upload=None).delete()
        RunScore.objects.filter(run=run, current=True).update(current=False)
        RunScore.objects.bulk_create(rows)
        renew_uploaded(run, evaluations, inputs_digest=inputs_digest)
        ask_comparison(run.board)


def reuse_stored_scores(run: Run, *, inputs_digest: str, rules: str) -> bool:
    """Whether a run was scored against these references by these rules before; if so, those scores are in force."""
    with transaction.atomic():
        _locked(run)
        if not ScoredText.objects.filter(run=run, inputs_digest=inputs_digest, rules=rules).exists():
            return False
        changed = (
            RunScore.objects.filter(run=run, current=True).exclude(inputs_digest=inputs_digest).update(current=False)
        )
        ours = RunScore.objects.filter(run=run, inputs_digest=inputs_digest)
        changed += ours.filter(current=False, upload=None).update(current=True)
        changed += ours.filter(current=False, upload__in=latest_uploads(ours).values()).update(current=True)
        if changed:
            ask_comparison(run.board)
    return True


def ask_comparison(board: Board) -> None:
    """Asks for the comparison of a board's runs, one after another."""
    enqueue(JobKind.COMPARE_RUNS, board.pk, campaign=board.campaign, lane=f"board:{board.pk}")


def _locked(run: Run) -> Run:
    """A run as it is now. Who stores its scores or puts them in force does so one after another: by references that
    came since, another job was asked for, and its worker is the later one.
    """
    return Run.objects.select_for_update(of=("self",)).select_related("board__campaign").get(pk=run.pk)
