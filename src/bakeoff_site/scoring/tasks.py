"""What workers do: score runs, compare those of a board, follow the rulebook, score trials."""

from __future__ import annotations

from datetime import datetime, timedelta
from pathlib import PurePath

from django.utils import timezone

from bakeoff.errors import BakeoffError, InputError, TransientError
from bakeoff_site.campaigns.models import Campaign
from bakeoff_site.datasets.selectors import TestData, files_in_force
from bakeoff_site.jobs.choices import JobKind
from bakeoff_site.jobs.registry import Report, every, task
from bakeoff_site.scoring.computation import compute_or_delegate
from bakeoff_site.scoring.conversions import (
    finding_of,
    remark_finding,
    remarks_of,
    request_of,
    trial_scores,
)
from bakeoff_site.scoring.models import Trial
from bakeoff_site.scoring.selectors.comparisons import has_runs_to_score
from bakeoff_site.scoring.selectors.inputs import inputs_of
from bakeoff_site.scoring.services.comparisons import compare_board
from bakeoff_site.scoring.services.rescoring import follow_rules
from bakeoff_site.scoring.services.scores import ask_comparison, reuse_stored_scores, store_if_current
from bakeoff_site.scoring.services.trials import release_trials
from bakeoff_site.submissions.models import Board, Run


@task(JobKind.SCORE_RUN)
def score_run(run_id: int, report: Report) -> None:
    """Scores a run against the references in force, unless that is done."""
    run = Run.objects.select_related("board__campaign").get(pk=run_id)
    if run.withdrawn_at is not None:
        return
    try:
        _score(run, report)
    except BaseException:
        # Comparisons wait for runs that are to be scored: this one they wait for no longer.
        ask_comparison(run.board)
        raise


def _score(run: Run, report: Report) -> None:
    board = run.board
    inputs = inputs_of(board)
    if reuse_stored_scores(run, inputs_digest=inputs.inputs_digest, rules=inputs.rules):
        return
    check_references(inputs.data)
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
    store_if_current(run, compute_or_delegate(request, report), system=run.name, inputs=inputs)


def check_references(data: TestData) -> None:
    """Refuses to score on a test set whose references are not there yet."""
    if not data.references:
        raise InputError(
            expected="references of the test set",
            found="none",
            remedy="Add them to the data of the campaign; runs are then scored by themselves.",
        )


def check_kept(trial: Trial) -> None:
    """Refuses to score a text that was let go of."""
    if trial.released_at is not None:
        raise InputError(
            expected="the text that was tried",
            found="that it is no longer kept",
            remedy="Try it again.",
        )


@task(JobKind.COMPARE_RUNS)
def compare_runs(board_id: int, report: Report) -> None:
    """Compares the runs of a board; while some wait to be scored, that is left to the last of them."""
    board = Board.objects.select_related("campaign").get(pk=board_id)
    if not has_runs_to_score(board):
        compare_board(board, on_progress=report)


@task(JobKind.FOLLOW_RULES)
def follow(campaign_id: int, report: Report) -> None:
    """Has scored and compared again what is not by the rules in force, after they changed."""
    del report
    follow_rules(Campaign.objects.get(pk=campaign_id))


@task(JobKind.SCORE_TRIAL)
def score_trial(trial_id: int, report: Report) -> None:
    """Scores a text that somebody tries; one that cannot be scored is answered too, by why."""
    trial = Trial.objects.select_related("campaign").get(pk=trial_id)
    if trial.answered_at is not None:
        return
    slot = {"track": trial.track, "language_pair": trial.language_pair, "test_set": trial.test_set}
    data = files_in_force(trial.campaign, trial.test_set, trial.language_pair)
    check_references(data)
    request = request_of(
        trial.campaign.rulebook_content,
        data,
        system=PurePath(trial.name).stem or "text",
        name=trial.name,
        sha256=trial.sha256,
        **slot,
    )
    try:
        check_kept(trial)
        evaluations = compute_or_delegate(request, report)
    except TransientError:
        raise  # no fault of the text
    except BakeoffError as error:
        trial.findings = [finding_of(error)]
    else:
        trial.scores = trial_scores(evaluations)
        trial.findings = [remark_finding(text) for text in remarks_of(evaluations.values())]
    trial.answered_at = timezone.now()
    trial.save(update_fields=["findings", "scores", "answered_at"])


@every(timedelta(hours=1))
def trials_over(now: datetime) -> None:
    """Texts that were tried are let go of."""
    release_trials(now)
