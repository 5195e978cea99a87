"""Teams that took part with late or debugged submissions, which are named without scores (OpenMT 2012, section 10)."""

from __future__ import annotations

from collections.abc import Iterator

from bakeoff.reports.campaign_results.results import CampaignResults
from bakeoff.reports.campaign_tables.report_table import ReportTable
from bakeoff.reports.table import Column, Table


def late_and_debugged(results: CampaignResults) -> Iterator[ReportTable]:
    """A row for each team; without such teams there is no table."""
    rows = []
    for team in sorted(results.teams, key=lambda team: team.code.casefold()):
        what = [word for word, number in (("late", team.late_runs), ("debugged", team.debugged_runs)) if number]
        if what:
            rows.append((team.code, team.name, ", ".join(what), team.late_runs, team.debugged_runs))
    if rows:
        yield ReportTable(
            id="late-and-debugged",
            name="late-and-debugged",
            section="Late and debugged submissions",
            table=Table(
                columns=(
                    Column("site", title="Site"),
                    Column("name", title="Name"),
                    Column("late / debugged", title="Late / debugged"),
                    Column("late runs", detail=True),
                    Column("debugged runs", detail=True),
                ),
                rows=tuple(rows),
                title="Teams that took part with late or debugged submissions",
                notes=("These submissions are not ranked, and the report has no scores of them.",),
            ),
        )
