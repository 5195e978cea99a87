"""Teams as values: who they are, and what they say of their systems."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from bakeoff.reports.campaign_results.boards import BoardResults
from bakeoff.reports.campaign_results.participants import SystemDescription, Team
from bakeoff.rulebook import Rulebook
from bakeoff.rulebook.state import DescribedSystem
from bakeoff.rulebook.submission.descriptions import system_title
from bakeoff.submissions.description_texts import parse_description
from bakeoff_site.campaigns.models import Campaign
from bakeoff_site.results.permissions import ResultsViewer
from bakeoff_site.submissions.models import Description


def teams_of(campaign: Campaign, viewer: ResultsViewer, boards: Sequence[BoardResults]) -> tuple[Team, ...]:
    """The teams that an audience may know of, by code; organisers know of those that withdrew, too."""
    if not viewer.may("participants").allowed:
        return ()
    descriptions = _descriptions(campaign) if viewer.may("descriptions").allowed else {}
    late, debugged = _named(boards)
    rows = campaign.teams.all() if viewer.is_organiser else campaign.teams.filter(withdrawn_at=None)
    teams = [
        Team(
            code=row.code or row.name,
            name=row.name,
            institutions=tuple(row.institutions),
            language_pairs=tuple(row.language_pairs),
            tracks=tuple(row.tracks),
            withdrawn=row.withdrawn_at is not None,
            late_runs=late[row.code or row.name],
            debugged_runs=debugged[row.code or row.name],
            descriptions=descriptions.get(row.pk, ()),
        )
        for row in rows
    ]
    return tuple(sorted(teams, key=lambda team: team.code.casefold()))


def _named(boards: Sequence[BoardResults]) -> tuple[Counter[str], Counter[str]]:
    """By team, the runs that are only named: since they came late, and since they correct an earlier one."""
    late: Counter[str] = Counter()
    debugged: Counter[str] = Counter()
    for run in (run for board in boards for run in board.runs if run.part == "named" and run.team):
        late[run.team] += run.late
        debugged[run.team] += run.debugged
    return late, debugged


def _descriptions(campaign: Campaign) -> Mapping[int, tuple[SystemDescription, ...]]:
    """The last valid ones by team: one of each system, or one of all, as the rulebook asks."""
    rules = campaign.rules
    by_system = rules.description.each == "system"
    last: dict[int, dict[DescribedSystem | None, Description]] = {}
    for row in Description.objects.filter(team__campaign=campaign, valid=True):  # newest first
        if (row.described_as is not None) == by_system:
            last.setdefault(row.team_id, {}).setdefault(row.described_as, row)
    return {
        team: tuple(_description(rules, row) for row in sorted(rows.values(), key=_place))
        for team, rows in last.items()
    }


def _place(row: Description) -> tuple[str, str, str]:
    return row.track, row.condition, row.system


def _description(rules: Rulebook, row: Description) -> SystemDescription:
    system = row.described_as
    fields = parse_description(row.text.splitlines(), rules).fields
    return SystemDescription(
        system=system,
        title="" if system is None else system_title(rules, system),
        fields={name: text for name, text in fields.items() if text},
        techniques=fields.get(rules.description.techniques, ""),
        text=row.text,
    )
