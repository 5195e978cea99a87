"""Who took part and what they submitted."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from bakeoff.reports.campaign_results.participants import SystemDescription, Team
from bakeoff.reports.campaign_results.results import CampaignResults
from bakeoff.reports.campaign_tables.report_table import ReportTable, table_id
from bakeoff.reports.campaign_tables.wording import word, worded
from bakeoff.reports.campaigns.participation import (
    participants_by_track,
    submissions_by_condition,
    submissions_by_track,
)
from bakeoff.reports.table import Column, Table, Value
from bakeoff.rulebook.schema import EnteredSystem
from bakeoff.rulebook.schema.report import ParticipantColumn

SECTION = "Participants"
_PAPERS = ("Paper", "Papers", "References")
"""Fields of descriptions that name the paper on a system."""
_HEADINGS: Mapping[ParticipantColumn, str] = {
    "institution": "Institution",
    "team": "Team",
    "code": "Code",
    "system": "System",
    "techniques": "Techniques",
    "paper": "Paper",
    "participant": "Participant",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class _Row:
    institution: str
    team: str
    code: str
    system: str = ""
    techniques: str = ""
    paper: str = ""

    @property
    def participant(self) -> str:
        return f"{self.institution} ({self.paper})" if self.paper else self.institution


def participants(results: CampaignResults) -> Iterator[ReportTable]:
    """Teams or their systems: those of one institution follow one another (IWSLT 2005, table 18)."""
    report = results.rulebook.report
    taking_part = [team for team in results.teams if not team.withdrawn]
    rows = [row for team in taking_part for row in _rows_of(team, by_system="system" in report.participants)]
    rows += list(_entered(results)) if report.entered_participants else []
    by_institution = report.participants[:1] == ("institution",)
    rows.sort(key=lambda row: ((row.institution if by_institution else row.code).casefold(), row.code.casefold()))
    table = Table(
        columns=tuple(
            Column(name, title=word(report, _HEADINGS[name]), once=name == "institution")
            for name in report.participants
        ),
        rows=tuple(tuple(getattr(row, name) or None for name in report.participants) for row in rows),
        title="Participants",
        empty="No team takes part yet.",
    )
    yield ReportTable(id="participants", name="participants", section=SECTION, table=worded(report, table))


def participants_by_tracks(results: CampaignResults) -> Iterator[ReportTable]:
    """Teams by tracks and language pairs, with the number of teams in each (IWSLT 2012, table 7)."""
    rulebook, systems = results.rulebook, results.counted_systems()
    teams = sorted({system.team for system in systems}, key=str.casefold)
    table = participants_by_track(rulebook, teams, systems)
    columns = [table.columns[0]]
    for column in table.columns[1:]:
        track, pair = column.heading.rsplit(" ", 1)
        label = rulebook.language_pairs[pair].label
        columns.append(replace(column, title=word(rulebook.report, label), group=rulebook.tracks[track].label))
    if rulebook.report.participation == "crosses":
        crosses = (tuple(cell if cell is None else "X" for cell in row[1:]) for row in table.rows[:-1])
        named = zip((row[0] for row in table.rows), crosses, strict=False)
        rows: list[tuple[Value, ...]] = [(name, *cells) for name, cells in named]
        table = replace(table, rows=(*rows, *table.rows[-1:]), notes=("X: takes part.",))
        columns = [columns[0], *(replace(column, missing="") for column in columns[1:])]
    table = worded(rulebook.report, replace(table, columns=tuple(columns)))
    yield ReportTable(id="participants-by-track", name="participants-by-track", section=SECTION, table=table)


def submissions(results: CampaignResults) -> Iterator[ReportTable]:
    """Systems by track and language pair; by condition, too, where a track has several."""
    rulebook, systems = results.rulebook, results.counted_systems()
    several = [track for track in rulebook.tracks.values() if _has_conditions(results, track.id)]
    if len(several) < len(rulebook.tracks):
        table = _with_teams_in_brackets(submissions_by_track(rulebook, systems))
        table = worded(rulebook.report, table)
        yield ReportTable(id="submissions-by-track", name="submissions-by-track", section=SECTION, table=table)
        return
    for track in several:
        if any(system.track == track.id for system in systems):
            yield ReportTable(
                id=table_id("submissions-by-track", track.id),
                name="submissions-by-track",
                section=SECTION,
                table=worded(rulebook.report, submissions_by_condition(rulebook, track.id, systems)),
            )


def _has_conditions(results: CampaignResults, track: str) -> bool:
    rulebook = results.rulebook
    return any(len(rulebook.conditions_of(track, pair)) > 1 for pair in rulebook.tracks[track].all_pairs)


def _with_teams_in_brackets(table: Table) -> Table:
    """As IWSLT prints it: contrastive systems in parentheses (IWSLT 2012, table 8)."""
    columns = (
        replace(each, notation="parentheses") if each.heading == "contrastive" else each for each in table.columns
    )
    return replace(table, columns=tuple(columns))


def _rows_of(team: Team, *, by_system: bool) -> Iterator[_Row]:
    institution = ", ".join(team.institutions) or team.name
    described = list(team.descriptions)
    if by_system and described:
        for one in described:
            name = one.fields.get("System") or (one.system.system if one.system else "") or team.code
            yield _Row(
                institution=institution,
                team=team.name,
                code=team.code,
                system=name,
                techniques=one.techniques,
                paper=_paper(one),
            )
        return
    yield _Row(
        institution=institution,
        team=team.name,
        code=team.code,
        system=team.code,
        techniques="; ".join(dict.fromkeys(filter(None, (each.techniques for each in described)))),
        paper=", ".join(dict.fromkeys(filter(None, map(_paper, described)))),
    )


def _paper(description: SystemDescription) -> str:
    return next((description.fields[name] for name in _PAPERS if description.fields.get(name)), "")


def _entered(results: CampaignResults) -> Iterator[_Row]:
    """Systems of the organisers; anonymous ones of a kind are one row, so that nobody learns which is which."""
    anonymous: dict[str, list[EnteredSystem]] = {}
    for system in results.rulebook.systems.values():
        if system.kind == "earlier":
            continue
        if system.anonymous:
            anonymous.setdefault(system.kind, []).append(system)
            continue
        yield _Row(
            institution=system.description or system.label, team=system.label, code=system.label, system=system.label
        )
    for kind, systems in anonymous.items():
        code = f"{systems[0].label}–{systems[-1].label}" if len(systems) > 1 else systems[0].label
        what = next((system.description for system in systems if system.description), f"{len(systems)} {kind} systems")
        yield _Row(institution=what, team=code, code=code, system=code)
