"""Tables of a report: which are made, in which order, under which ids."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, get_args

import pytest

from bakeoff.reports.campaign_results.participants import Team
from bakeoff.reports.campaign_results.results import CampaignResults
from bakeoff.reports.campaign_tables import registry
from bakeoff.reports.campaign_tables.registry import BUILDERS, report_tables
from bakeoff.rulebook import read_rulebook
from bakeoff.rulebook.schema.report import TableName

if TYPE_CHECKING:
    from collections.abc import Iterator

    from bakeoff.reports.campaign_tables.report_table import ReportTable

TEAMS = (
    Team(code="KIT", name="Karlsruhe", institutions=("KIT",)),
    Team(code="GONE", name="Gone", withdrawn=True),
)


def results_with(*tables: str) -> CampaignResults:
    rules = read_rulebook("simple").model_dump(mode="json", exclude_defaults=True, by_alias=True)
    return CampaignResults(rules={**rules, "report": {"tables": list(tables)}}, software="bakeoff 1.0", teams=TEAMS)


def test_the_rulebook_chooses_and_orders_the_tables() -> None:
    named = ("submissions-by-track", "participants", "participants-by-track")

    assert tuple(table.name for table in report_tables(results_with(*named))) == named


def test_teams_that_withdrew_are_no_participants() -> None:
    (only,) = report_tables(results_with("participants"))

    assert [row[1] for row in only.table.rows] == ["Karlsruhe"]


def test_builders_are_for_names_that_rulebooks_may_use() -> None:
    assert set(BUILDERS) <= set(get_args(TableName))


def test_tables_whose_places_read_alike_have_different_ids(monkeypatch: pytest.MonkeyPatch) -> None:
    def twice(results: CampaignResults) -> Iterator[ReportTable]:
        (table,) = BUILDERS["participants"](results)
        yield table
        yield replace(table, section="Again")

    monkeypatch.setattr(registry, "BUILDERS", {"participants": twice})

    tables = report_tables(results_with("participants"))

    assert [(table.id, table.section) for table in tables] == [
        ("participants", "Participants"),
        ("participants.2", "Again"),
    ]
