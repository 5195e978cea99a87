"""What workers do about scores: each task fetches its row and hands it to a service."""

from __future__ import annotations

from datetime import datetime, timedelta

from bakeoff_site.campaigns.models import Campaign
from bakeoff_site.datasets.models import DataFile
from bakeoff_site.jobs.choices import JobKind
from bakeoff_site.jobs.execution import Report, every, task
from bakeoff_site.scoring.models import Trial
from bakeoff_site.scoring.services.comparisons import compare_board
from bakeoff_site.scoring.services.input_scores import score_input
from bakeoff_site.scoring.services.plugin_scores import request_plugins_of, run_plugins
from bakeoff_site.scoring.services.rescoring import follow_rules
from bakeoff_site.scoring.services.scores import score_run
from bakeoff_site.scoring.services.trials import release_trials, score_trial
from bakeoff_site.submissions.models import Board, Run


@task(JobKind.SCORE_RUN)
def score(run_id: int, report: Report) -> None:
    score_run(Run.objects.select_related("board__campaign").get(pk=run_id), on_progress=report)


@task(JobKind.COMPARE_RUNS)
def compare(board_id: int, report: Report) -> None:
    compare_board(Board.objects.select_related("campaign").get(pk=board_id), on_progress=report)


@task(JobKind.RUN_PLUGINS)
def plugins(board_id: int, report: Report) -> None:
    run_plugins(Board.objects.select_related("campaign").get(pk=board_id), on_progress=report)


@task(JobKind.FOLLOW_RULES)
def rescore(campaign_id: int, _report: Report) -> None:
    follow_rules(Campaign.objects.get(pk=campaign_id))


@task(JobKind.SCORE_TRIAL)
def try_text(trial_id: int, report: Report) -> None:
    score_trial(Trial.objects.select_related("campaign").get(pk=trial_id), on_progress=report)


@task(JobKind.SCORE_INPUT)
def score_asr_output(file_id: int, _report: Report) -> None:
    score_input(DataFile.objects.select_related("campaign").get(pk=file_id))


@every(timedelta(minutes=10))
def plugins_configured(_now: datetime) -> None:
    """Asks for scores of plug-ins that were added to the settings, or whose model was replaced there."""
    request_plugins_of(Campaign.objects.filter(archived_at=None))


@every(timedelta(hours=1))
def trials_over(now: datetime) -> None:
    """Deletes texts of old trials."""
    release_trials(now)
