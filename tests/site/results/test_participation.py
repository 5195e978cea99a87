"""Who takes part in what: the page, its downloads and the API, as far as someone may see it."""

from __future__ import annotations

from collections.abc import Callable

from django.test import Client

from bakeoff_site.accounts.models import User
from bakeoff_site.campaigns.models import Campaign, Team
from bakeoff_site.submissions.models import Run
from tests.site.api.conftest import as_, speaking
from tests.site.conftest import Clock

PAGE = "/campaigns/openmt/results/participation/"


def test_submissions_are_counted_once_they_may_be_seen(
    runs: dict[str, Run], campaign: Campaign, clock: Clock, team: Team, page_of: Callable[[User | None, str], str]
) -> None:
    Team.objects.filter(pk=team.pk).update(institutions=["KIT", "NAIST"])
    clock.move_into(campaign, "evaluation")
    assert "RIVAL" not in page_of(None, PAGE)
    clock.move_into(campaign, "public")
    shown = page_of(None, PAGE)
    assert "KIT, NAIST" in shown
    answer = as_(None).get("/campaigns/openmt/participation").json()
    tables = {table["name"]: table for table in answer["tables"]}
    assert tables["participants-by-track"]["rows"] == [["RIVAL", "1 (1)"], ["TESTS", "1 (1)"], ["Teams", "2"]]
    assert tables["submissions-by-track"]["rows"] == [
        ["Single System, Arabic–English", "single", "ara2eng", 2, 2, "RIVAL, TESTS"]
    ]
    assert len(answer["systems"]) == 4


def test_upper_case_is_counted_in_parentheses(runs: dict[str, Run], campaign: Campaign, clock: Clock) -> None:
    Run.objects.filter(pk=runs["TESTS_primary"].pk).update(has_upper_case=True)
    clock.move_into(campaign, "public")
    (table,) = [
        each for each in speaking(None).participation("openmt").tables if each.name == "submissions-by-condition-single"
    ]
    rows = {row[0]: dict(zip(table.columns, row, strict=True)) for row in table.rows}
    assert rows["Arabic–English"]["unconstrained"] == "4 (1)"
    assert rows["Arabic–English"]["constrained"] == "0 (0)"


def test_numbers_of_nameless_systems_stay_hidden(
    runs: dict[str, Run], campaign: Campaign, clock: Clock, owner: User
) -> None:
    clock.move_into(campaign, "preliminary")
    answer = as_(owner).get("/campaigns/openmt/participation").json()
    rows = {
        row[0]: row[1:]
        for table in answer["tables"]
        if table["name"] == "participants-by-track"
        for row in table["rows"]
    }
    assert rows.get("RIVAL", ["hidden"]) == ["hidden"]
    assert "RIVAL" not in {system["team"] for system in answer["systems"]}


def test_every_table_is_downloaded_in_every_format(
    runs: dict[str, Run], campaign: Campaign, clock: Clock, client: Client
) -> None:
    clock.move_into(campaign, "public")
    for ending in ("tsv", "csv", "json", "md", "tex", "txt", "html"):
        response = client.get(f"{PAGE}submissions-by-track.{ending}")
        assert response["Content-Disposition"] == f'attachment; filename="openmt-submissions-by-track.{ending}"'
        assert "RIVAL, TESTS" in response.content.decode(), ending
    assert client.get(f"{PAGE}submissions-by-track.doc").status_code == 404
    assert client.get(f"{PAGE}secrets.csv").status_code == 404
