"""Who takes part in what."""

from __future__ import annotations

from ninja import Schema

from bakeoff.reports import Table
from bakeoff.reports.campaigns.participation import CountedSystem
from bakeoff.reports.json_tables import table_json


class CountedSystemOut(Schema):
    """A system of a team, whatever the number of its test sets."""

    team: str
    """The team's code; empty where its name is not released."""
    track: str
    language_pair: str
    condition: str
    system: str
    is_primary: bool
    has_upper_case: bool | None
    """Null where that is not known."""


class ParticipationTableOut(Schema):
    name: str
    title: str
    columns: list[str]
    rows: list[list[str | int | None]]
    notes: list[str]


class ParticipationOut(Schema):
    systems: list[CountedSystemOut]
    tables: list[ParticipationTableOut]


def participation_out(systems: tuple[CountedSystem, ...], tables: dict[str, Table]) -> ParticipationOut:
    return ParticipationOut(
        systems=[
            CountedSystemOut(
                team=each.team,
                track=each.track,
                language_pair=each.language_pair,
                condition=each.condition,
                system=each.system,
                is_primary=each.is_primary,
                has_upper_case=each.has_upper_case,
            )
            for each in systems
        ],
        tables=[ParticipationTableOut(name=name, **table_json(table)) for name, table in tables.items()],
    )
