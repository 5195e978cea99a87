"""Who took part and what they submitted."""

from __future__ import annotations

from collections.abc import Iterator

from bakeoff.reports.campaign_results.results import CampaignResults
from bakeoff.reports.campaign_tables.report_table import ReportTable, table_id
from bakeoff.reports.campaigns.participation import (
    Participant,
    participants_by_track,
    participants_table,
    submissions_by_condition,
    submissions_by_track,
)

SECTION = "Participants"


def participants(results: CampaignResults) -> Iterator[ReportTable]:
    """Teams with their institutions and techniques."""
    taking_part = [
        Participant(
            institutions=team.institutions,
            name=team.name,
            code=team.code,
            techniques=tuple(filter(None, (each.techniques for each in team.descriptions))),
        )
        for team in results.teams
        if not team.withdrawn
    ]
    yield ReportTable(id="participants", name="participants", section=SECTION, table=participants_table(taking_part))


def participants_by_tracks(results: CampaignResults) -> Iterator[ReportTable]:
    """Teams by tracks and language pairs."""
    systems = results.counted_systems()
    teams = sorted({system.team for system in systems})
    table = participants_by_track(results.rulebook, teams, systems)
    yield ReportTable(id="participants-by-track", name="participants-by-track", section=SECTION, table=table)


def submissions(results: CampaignResults) -> Iterator[ReportTable]:
    """Systems by track and language pair; by condition, too, where there are several."""
    rulebook, systems = results.rulebook, results.counted_systems()
    if len(rulebook.conditions) < 2:
        table = submissions_by_track(rulebook, systems)
        yield ReportTable(id="submissions-by-track", name="submissions-by-track", section=SECTION, table=table)
        return
    for track in rulebook.tracks:
        if any(system.track == track for system in systems):
            yield ReportTable(
                id=table_id("submissions-by-track", track),
                name="submissions-by-track",
                section=SECTION,
                table=submissions_by_condition(rulebook, track, systems),
            )
