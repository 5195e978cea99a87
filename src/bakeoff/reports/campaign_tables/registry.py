"""Which builder makes the tables of which name."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain

from bakeoff.reports.campaign_results.results import CampaignResults
from bakeoff.reports.campaign_tables import participants
from bakeoff.reports.campaign_tables.human.registry import HUMAN_BUILDERS
from bakeoff.reports.campaign_tables.metrics_task.registry import METRICS_TASK_BUILDERS
from bakeoff.reports.campaign_tables.report_table import Builders, ReportTable

BUILDERS: Builders = {
    "participants": participants.participants,
    "participants-by-track": participants.participants_by_tracks,
    "submissions-by-track": participants.submissions,
    **HUMAN_BUILDERS,
    **METRICS_TASK_BUILDERS,
}


def report_tables(results: CampaignResults) -> tuple[ReportTable, ...]:
    """The tables that the rulebook asks for, in its order; one that has no rows says why.

    Raises a `ValueError` where two tables have one id: they would overwrite each other's files.
    """
    tables = tuple(chain.from_iterable(_tables_of(results)))
    ids = [table.id for table in tables]
    if twice := sorted({each for each in ids if ids.count(each) > 1}):
        raise ValueError(f"several tables are called {', '.join(twice)}")
    return tables


def _tables_of(results: CampaignResults) -> Iterator[tuple[ReportTable, ...]]:
    for name in dict.fromkeys(results.rulebook.report.tables):
        if builder := BUILDERS.get(name):
            yield tuple(builder(results))
