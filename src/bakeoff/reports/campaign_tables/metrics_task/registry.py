"""Which builder makes which tables of how well metrics agree with people and with each other."""

from __future__ import annotations

from bakeoff.reports.campaign_tables.metrics_task.by_task import by_task_tables
from bakeoff.reports.campaign_tables.metrics_task.consistency import consistency_tables
from bakeoff.reports.campaign_tables.metrics_task.correlations import correlations
from bakeoff.reports.campaign_tables.metrics_task.measures import metrics_task
from bakeoff.reports.campaign_tables.report_table import Builders
from bakeoff.reports.campaign_tables.worded_tables import worded_tables

METRICS_TASK_BUILDERS: Builders = worded_tables(
    {
        "correlation": correlations,
        "correlation-by-task": by_task_tables,
        "consistency": consistency_tables,
        "metrics-task": metrics_task,
    }
)
