"""Metrics tasks as values."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime

from bakeoff.reports.campaign_results.human import MetricsTaskResults
from bakeoff_site.campaigns.models import Campaign
from bakeoff_site.metrics_task.permissions import MetricsAsked, may_see_metrics
from bakeoff_site.metrics_task.selectors.analyses import analysed, comparable
from bakeoff_site.results.permissions import ResultsViewer


def metrics_task_results(campaign: Campaign, viewer: ResultsViewer, now: datetime) -> tuple[MetricsTaskResults, ...]:
    """How well metrics agree with people, as an audience sees it; what is still judged is left out."""
    return tuple(_results(campaign, viewer, now))


def _results(campaign: Campaign, viewer: ResultsViewer, now: datetime) -> Iterator[MetricsTaskResults]:
    teams = {team.name: team.code or team.name for team in campaign.teams.all()}
    for track, test_set, evaluation in comparable(campaign, now):
        asked = MetricsAsked(test_set=test_set, evaluation=evaluation.code, is_judged=evaluation.is_judged)
        if evaluation.is_judged or not may_see_metrics(viewer, asked).allowed:
            continue
        if (found := analysed(track, test_set, evaluation)) is None:
            continue
        result, metrics = found
        yield MetricsTaskResults(
            track=track.id,
            test_set=test_set,
            evaluation=evaluation.code,
            result=result,
            teams={each.name: teams.get(each.team, each.team) for each in metrics if each.team},
        )
