"""Metrics tasks as values."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime

from bakeoff.evaluation.metrics_task.results import MetricsTaskResult
from bakeoff.reports.campaign_results.human import MetricsTaskResults
from bakeoff_site.campaigns.models import Campaign
from bakeoff_site.metrics_task.permissions import MetricsAsked, may_see_metrics
from bakeoff_site.metrics_task.selectors.analyses import analysed, comparable
from bakeoff_site.metrics_task.selectors.inputs import TaskInputs
from bakeoff_site.results.permissions import ResultsViewer


@dataclass(frozen=True, slots=True, kw_only=True)
class SeenMetricsTask:
    """A metrics task as an audience sees it, and what was compared."""

    track: str
    released_runs: str
    """The track whose outputs are scored."""
    test_set: str
    evaluation: str
    result: MetricsTaskResult
    inputs: TaskInputs
    teams: Mapping[str, str]

    def results(self) -> MetricsTaskResults:
        return MetricsTaskResults(
            track=self.track,
            test_set=self.test_set,
            evaluation=self.evaluation,
            result=self.result,
            teams=self.teams,
        )


def seen_metrics_tasks(campaign: Campaign, viewer: ResultsViewer, now: datetime) -> Iterator[SeenMetricsTask]:
    """How well metrics agree with people, as an audience sees it; what is still judged is left out."""
    teams = {team.name: team.code or team.name for team in campaign.teams.all()}
    for track, test_set, evaluation in comparable(campaign, now):
        asked = MetricsAsked(test_set=test_set, evaluation=evaluation.code, is_judged=evaluation.is_judged)
        if evaluation.is_judged or not may_see_metrics(viewer, asked).allowed:
            continue
        if (found := analysed(track, test_set, evaluation)) is None:
            continue
        result, inputs = found
        yield SeenMetricsTask(
            track=track.id,
            released_runs=track.released_runs or "",
            test_set=test_set,
            evaluation=evaluation.code,
            result=result,
            inputs=inputs,
            teams={each.name: teams.get(each.team, each.team) for each in inputs.metrics if each.team},
        )
