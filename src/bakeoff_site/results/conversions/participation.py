"""Who takes part in what, as tables of reports."""

from __future__ import annotations

import json

from bakeoff.reports import RENDERERS, Table, render_html
from bakeoff.reports.campaigns.participation import (
    Participant,
    participants_by_track,
    participants_table,
    submissions_by_condition,
    submissions_by_track,
)
from bakeoff.reports.json_tables import table_json
from bakeoff.reports.spreadsheets import for_spreadsheets
from bakeoff.rulebook import Rulebook
from bakeoff_site.results.conversions import downloads
from bakeoff_site.results.conversions.overview import Overview

FORMATS: dict[str, tuple[str, str]] = {
    **downloads.FORMATS,
    "text": ("txt", "text/plain"),
    "html": ("html", "text/html"),
}
"""Formats of downloads: ending and media type."""


def participation_tables(rules: Rulebook, overview: Overview) -> dict[str, Table]:
    """By the names of their files. Participants are left out as long as they are not released."""
    tables: dict[str, Table] = {}
    if overview.participants is not None:
        tables["participants"] = participants_table(
            [
                Participant(
                    institutions=each.institutions,
                    name=each.name,
                    code=each.code,
                    techniques=tuple(_technique(said.title, said.techniques) for said in each.descriptions),
                )
                for each in overview.participants
            ]
        )
        names = [each.code or each.name for each in overview.participants]
        tables["participants-by-track"] = participants_by_track(
            rules, sorted(names), overview.systems, hidden=overview.hidden
        )
    tables["submissions-by-track"] = submissions_by_track(rules, overview.systems)
    if rules.conditions:
        for track in rules.tracks:
            tables[f"submissions-by-condition-{track}"] = submissions_by_condition(rules, track, overview.systems)
    return tables


def _technique(system: str, techniques: str) -> str:
    said = " ".join(techniques.split())
    return f"{system}: {said}" if system and said else said


def rendered_table(table: Table, name: str) -> str:
    """A table in one of `FORMATS`."""
    if name == "json":
        return json.dumps(table_json(table), ensure_ascii=False, indent=2) + "\n"
    if name == "html":
        return render_html(table)
    return RENDERERS[name](for_spreadsheets(table) if name == "csv" else table)
