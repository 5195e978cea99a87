"""Workers compare metrics with people again whenever judgments, metrics or rules have changed."""

from __future__ import annotations

import hashlib
import time
from datetime import datetime, timedelta

from django.db.models import Count, Exists, Max, OuterRef, Sum
from django.utils import timezone

from bakeoff.errors import BakeoffError
from bakeoff.evaluation.metrics_task.analysis import analyse_metrics
from bakeoff.rulebook.schema import Track
from bakeoff_site.campaigns.models import Campaign
from bakeoff_site.jobs.choices import OPEN_STATES, JobKind
from bakeoff_site.jobs.execution import Report
from bakeoff_site.jobs.models import Job
from bakeoff_site.jobs.services import request_metrics_comparison
from bakeoff_site.judging.models import Evaluation, Judgment
from bakeoff_site.judging.selectors.campaign_evaluations import CampaignEvaluation
from bakeoff_site.judging.selectors.judgments import counting
from bakeoff_site.metrics_task.conversions import disagreements_of, packed_result, systems_by_segment
from bakeoff_site.metrics_task.models import MetricsResult
from bakeoff_site.metrics_task.selectors.analyses import analysis_by_rules_of, comparable
from bakeoff_site.metrics_task.selectors.inputs import task_inputs
from bakeoff_site.metrics_task.selectors.results import metrics_tracks
from bakeoff_site.metrics_task.selectors.texts import texts_of
from bakeoff_site.scoring.models import RunScore
from bakeoff_site.submissions.models import Run

_PAUSE = timedelta(minutes=1)
"""Between two comparisons at least."""
_SHARE = 5
"""A worker spends no more than this fraction of its time on one of them."""


def refresh_results(now: datetime) -> int:
    """Asks for comparisons that are not of what there is now; how many."""
    judged = Evaluation.objects.filter(task__campaign=OuterRef("pk"))
    campaigns = Campaign.objects.filter(Exists(judged), archived_at=None)
    return sum(_refresh(campaign, now) for campaign in campaigns if metrics_tracks(campaign.rules))


def _refresh(campaign: Campaign, now: datetime) -> int:
    asked = 0
    for track, test_set, evaluation in comparable(campaign, now):
        row, _ = MetricsResult.objects.get_or_create(
            campaign=campaign, track=track.id, test_set=test_set, evaluation=evaluation.code
        )
        if row.inputs_digest == _state(track, test_set, evaluation) or _is_asked(row):
            continue
        pause = max(_PAUSE, timedelta(seconds=_SHARE * row.seconds))
        if row.made_at is None or now - row.made_at >= pause:
            request_metrics_comparison(row)
            asked += 1
    return asked


def compare_with_people(row: MetricsResult, report: Report) -> None:
    """Compares all metrics with the judgments that are there now, and keeps what they say."""
    start = time.monotonic()
    now = timezone.now()
    found = next(
        (
            (track, evaluation)
            for track, test_set, evaluation in comparable(row.campaign, now)
            if (track.id, test_set, evaluation.code) == (row.track, row.test_set, row.evaluation)
        ),
        None,
    )
    if found is None:  # the rulebook has changed
        return
    track, evaluation = found
    # Looked at first: what comes while it is compared makes it out of date.
    row.inputs_digest = _state(track, row.test_set, evaluation)
    inputs = task_inputs(track, row.test_set, evaluation)
    row.content, row.reason = None, ""
    if not inputs.inputs:
        row.reason = " ".join(dict.fromkeys(inputs.remarks)) or "Nothing is judged yet."
    else:
        try:
            analysis, remarks = analysis_by_rules_of(track, inputs.inputs)
            result = analyse_metrics(inputs.inputs, analysis=analysis, on_progress=report)
            pairs = {pair.id: pair.label for pair in row.campaign.rules.language_pairs.values()}
            cases = disagreements_of(result)
            row.content = packed_result(
                result,
                metrics=inputs.metrics,
                remarks=(*inputs.remarks, *remarks),
                pairs=pairs,
                found=cases,
                texts=texts_of(row.campaign, track, row.test_set, systems_by_segment(cases)),
            )
        except BakeoffError as error:
            row.reason = str(error)
    row.made_at, row.seconds = timezone.now(), time.monotonic() - start
    row.save()


def _state(track: Track, test_set: str, evaluation: CampaignEvaluation) -> str:
    """Says what a comparison is made of from anything else, without reading it."""
    campaign = evaluation.campaign
    boards = campaign.boards.filter(track__in=[track.id, track.released_runs], test_set=test_set)
    runs = Run.objects.filter(board__in=boards, withdrawn_at=None, replaced_by=None).order_by("pk")
    scores = RunScore.objects.filter(run__in=runs, current=True)
    packs = campaign.data_files.filter(kind="outputs", test_set=test_set, replaced_at=None).order_by("pk")
    judgments = Judgment.objects.filter(counting(), evaluation__in=evaluation.counted)
    state = (
        campaign.rules_digest,
        evaluation.code,
        judgments.aggregate(count=Count("pk"), last=Max("pk"), sum=Sum("pk")),
        [number for each in evaluation.own for number, _ in each.imports],
        list(runs.values_list("pk", "name")),
        scores.aggregate(count=Count("pk"), last=Max("pk"), sum=Sum("pk")),
        list(packs.values_list("pk", flat=True)),
    )
    return hashlib.sha256(repr(state).encode()).hexdigest()


def _is_asked(row: MetricsResult) -> bool:
    return Job.objects.filter(kind=JobKind.COMPARE_METRICS, subject_id=row.pk, state__in=OPEN_STATES).exists()
