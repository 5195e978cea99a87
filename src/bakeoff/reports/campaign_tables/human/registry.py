"""Which builder makes which tables of what people judged."""

from __future__ import annotations

from bakeoff.reports.campaign_tables.report_table import Builders

HUMAN_BUILDERS: Builders = {}
