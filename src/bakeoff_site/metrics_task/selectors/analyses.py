"""Which metrics are compared with which judgments, and how the rulebook wants it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime

from bakeoff.errors import BakeoffError
from bakeoff.evaluation.metrics_task.analysis import MetricsAnalysis, MetricsTaskInput, analyse_metrics
from bakeoff.evaluation.metrics_task.measure_choice import choose_measures
from bakeoff.evaluation.metrics_task.results import MetricsTaskResult
from bakeoff.meta_evaluation.comparisons.metric_tests import ComparisonOptions
from bakeoff.rulebook.schema import Track
from bakeoff.rulebook.schema.metric_comparisons import OUTLIER_RULE
from bakeoff_site.campaigns.models import Campaign
from bakeoff_site.judging.selectors.campaign_evaluations import CampaignEvaluation, campaign_evaluations, judged_runs
from bakeoff_site.metrics_task.selectors.inputs import TaskInputs, task_inputs
from bakeoff_site.metrics_task.selectors.results import metrics_tracks


def analysed(
    track: Track, test_set: str, evaluation: CampaignEvaluation
) -> tuple[MetricsTaskResult, TaskInputs] | None:
    """How metrics agree with people, and what was compared; None where nothing can be. Takes a while."""
    inputs = task_inputs(track, test_set, evaluation)
    if not inputs.inputs:
        return None
    try:
        analysis, _ = analysis_by_rules_of(track, inputs.inputs)
        return analyse_metrics(inputs.inputs, analysis=analysis), inputs
    except BakeoffError:
        return None


def comparable(campaign: Campaign, now: datetime) -> Iterator[tuple[Track, str, CampaignEvaluation]]:
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


def analysis_by_rules_of(track: Track, inputs: list[MetricsTaskInput]) -> tuple[MetricsAnalysis, tuple[str, ...]]:
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
