"""Builders whose tables have the words and numbers of the campaign in all their columns."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from bakeoff.reports.campaign_results.results import CampaignResults
from bakeoff.reports.campaign_tables.report_table import Builder, Builders, ReportTable
from bakeoff.reports.campaign_tables.wording import worded


def worded_tables(builders: Builders) -> Builders:
    """The same builders; what they call columns is replaced by what `[report]` of the rulebook says."""
    return {name: _worded(builder) for name, builder in builders.items()}


def _worded(builder: Builder) -> Builder:
    def build(results: CampaignResults) -> Iterator[ReportTable]:
        for found in builder(results):
            yield replace(found, table=worded(results.rulebook.report, found.table))

    return build
