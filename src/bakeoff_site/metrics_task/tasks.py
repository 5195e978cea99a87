"""Work of the queue, and what workers look after."""

from __future__ import annotations

from datetime import datetime, timedelta

from bakeoff_site.jobs.choices import JobKind
from bakeoff_site.jobs.execution import Report, every, task
from bakeoff_site.metrics_task.models import MetricsResult
from bakeoff_site.metrics_task.services import compare_with_people, refresh_results


@task(JobKind.COMPARE_METRICS)
def compare(result_id: int, report: Report) -> None:
    compare_with_people(MetricsResult.objects.select_related("campaign").get(pk=result_id), report)


@every(timedelta(minutes=1))
def results_of_metrics(now: datetime) -> None:
    """As judgments and metrics arrive, metrics are compared with people again."""
    refresh_results(now)
