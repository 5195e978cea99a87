"""Which builder makes which tables of how well metrics agree with people and with each other."""

from __future__ import annotations

from bakeoff.reports.campaign_tables.report_table import Builders

METRICS_TASK_BUILDERS: Builders = {}
