"""Workers compare metrics with people again whenever judgments, metrics or rules have changed."""

from __future__ import annotations

import hashlib
import time
from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta

from django.db.models import Count, Exists, Max, OuterRef, Sum
from django.utils import timezone

from bakeoff.errors import BakeoffError
from bakeoff.evaluation.metrics_task.analysis import MetricsAnalysis, MetricsTaskInput, analyse_metrics
from bakeoff.evaluation.metrics_task.measure_choice import choose_measures
from bakeoff.meta_evaluation.comparisons.metric_tests import ComparisonOptions
from bakeoff.rulebook.schema import Track
from bakeoff.rulebook.schema.metric_comparisons import OUTLIER_RULE
from bakeoff_site.campaigns.models import Campaign
from bakeoff_site.jobs.choices import OPEN_STATES, JobKind
from bakeoff_site.jobs.execution import Report
from bakeoff_site.jobs.models import Job
from bakeoff_site.jobs.services import request_metrics_comparison
from bakeoff_site.judging.models import Evaluation, Judgment
from bakeoff_site.judging.selectors.campaign_evaluations import CampaignEvaluation, campaign_evaluations, judged_runs
from bakeoff_site.judging.selectors.judgments import counting
from bakeoff_site.metrics_task.conversions import disagreements_of, packed_result, systems_by_segment
from bakeoff_site.metrics_task.models import MetricsResult
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
    for track, test_set, evaluation in _comparable(campaign, now):
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
            for track, test_set, evaluation in _comparable(row.campaign, now)
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
            analysis, remarks = _analysis(track, inputs.inputs)
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


def _analysis(track: Track, inputs: list[MetricsTaskInput]) -> tuple[MetricsAnalysis, tuple[str, ...]]:
    """As the rulebook says, and what of it does not suit the judgments."""
    rules, people = track.comparison, [each.human for each in inputs]
    chosen = choose_measures(people, measures=rules.measures, compared=rules.compare, test=rules.test)
    judged = {system for human in people for system in human.systems}
    missing = [name for name in rules.outliers if name not in judged and name != OUTLIER_RULE]
    named: dict[str, Sequence[str]] = {
        human.language_pair: [name for name in rules.outliers if name in human.systems] for human in people
    }
    analysis = MetricsAnalysis(
        measures=chosen.measures,
        compared=chosen.compared,
        tests=ComparisonOptions(test=rules.test, correction=rules.correction),
        outliers="rule" if rules.outliers == (OUTLIER_RULE,) else named if rules.outliers else None,
    )
    unknown = [f"No system called {name} has been judged, which the rulebook names as an outlier." for name in missing]
    return analysis, (*chosen.remarks, *unknown)


def _comparable(campaign: Campaign, now: datetime) -> Iterator[tuple[Track, str, CampaignEvaluation]]:
    """Tracks of metrics with a test set of theirs and an evaluation in which systems were judged on it."""
    evaluations = campaign_evaluations(campaign, now=now)
    judged = judged_runs(evaluations) if evaluations else ()
    rules = campaign.rules
    for track in metrics_tracks(rules):
        for evaluation in evaluations:
            own = {each.pk for each in evaluation.counted}
            sets = dict.fromkeys(
                run.test_set
                for run in judged
                if run.evaluation_id in own and run.language_pair in track.all_pairs and run.test_set in rules.test_sets
            )
            for test_set in sets:
                yield track, test_set, evaluation


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
