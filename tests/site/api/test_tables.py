"""Boards as files, and boards of some kinds of systems, by the API."""

from __future__ import annotations

import csv
import io
import json

import pytest
from django.test import Client

from bakeoff_site.accounts.models import User
from bakeoff_site.campaigns.models import Campaign, Team
from bakeoff_site.submissions.models import Run
from tests.site.api.conftest import as_, error_of
from tests.site.conftest import Clock
from tests.site.results.boards import Entry, put_board


@pytest.fixture
def runs(campaign: Campaign, team: Team, organiser: User) -> dict[str, Run]:
    entries = [Entry("TESTS_primary", 2, team), Entry("TESTS_second", 1, team, system_type="contrast")]
    return put_board(campaign, entries, by=organiser)


@pytest.fixture
def board(runs: dict[str, Run]) -> str:
    return f"/campaigns/openmt/boards/{runs['TESTS_primary'].board_id}"


@pytest.mark.parametrize(
    ("format", "ending", "media"),
    [
        ("tsv", "tsv", "text/tab-separated-values"),
        ("csv", "csv", "text/csv"),
        ("json", "json", "application/json"),
        ("markdown", "md", "text/markdown"),
        ("latex", "tex", "application/x-latex"),
    ],
)
def test_file_is_that_of_the_page(
    format: str, ending: str, media: str, board: str, campaign: Campaign, clock: Clock
) -> None:
    clock.move_into(campaign, "public")
    response = as_(None).get(f"{board}/table", format=format)
    page = Client().get(f"{board.replace('/boards/', '/results/')}/table.{ending}")
    assert page.status_code == 200
    assert response.content == page.content
    assert response["Content-Type"] == f"{media}; charset=utf-8"
    assert response["Content-Disposition"] == page["Content-Disposition"]


def test_table_has_the_systems_of_the_board(board: str, organiser: User) -> None:
    text = as_(organiser).get(f"{board}/table", format="csv").content.decode()
    names = [row["system"] for row in csv.DictReader(line for line in io.StringIO(text) if not line.startswith("#"))]
    assert names == [system["name"] for system in as_(organiser).get(board).json()["systems"]]


def test_some_kinds_of_systems_alone(board: str, organiser: User) -> None:
    whole = as_(organiser).get(board).json()
    assert {system["kind"] for system in whole["systems"]} == {"primary", "contrastive"}
    assert {"primary", "contrastive"} <= set(whole["kinds"])
    for kind, name in (("primary", "TESTS_primary"), ("contrastive", "TESTS_second")):
        assert [each["name"] for each in as_(organiser).get(board, kind=kind).json()["systems"]] == [name]
        table = json.loads(as_(organiser).get(f"{board}/table", format="json", kind=kind).content)
        assert [row["name"] for row in (*table["rows"], *table["unofficial"])] == [name]
    both = as_(organiser).get(f"{board}?kind=primary&kind=contrastive").json()
    assert len(both["systems"]) == 2


@pytest.mark.parametrize("wrong", [{"format": "xls"}, {"kind": "king"}])
def test_table_that_is_none(wrong: dict[str, str], board: str, organiser: User) -> None:
    assert error_of(as_(organiser).get(f"{board}/table", **wrong)) == (422, "invalid")


@pytest.mark.parametrize("who", ["visitor", "stranger", "rival", "judge"])
def test_nothing_is_seen_before_the_release(
    who: str, board: str, campaign: Campaign, clock: Clock, request: pytest.FixtureRequest
) -> None:
    user = None if who == "visitor" else request.getfixturevalue(who)
    clock.move_into(campaign, "evaluation")
    assert error_of(as_(user).get(f"{board}/table")) == (404, "not-found")


def test_no_such_board(campaign: Campaign, organiser: User) -> None:
    assert error_of(as_(organiser).get("/campaigns/openmt/boards/0/table")) == (404, "not-found")
