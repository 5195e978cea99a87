"""Exports of boards: the numbers of the page."""

from __future__ import annotations

import csv
import io
import json

import pytest
from django.db.models import Value
from django.test import Client

from bakeoff.reports import Column, Table
from bakeoff.reports.spreadsheets import for_spreadsheets
from bakeoff_site.accounts.models import User
from bakeoff_site.campaigns.models import Campaign, Team
from bakeoff_site.submissions.models import Run
from tests.site.conftest import Clock
from tests.site.five_campaigns.truth import tables_in


@pytest.fixture(autouse=True)
def public(clock: Clock, campaign: Campaign) -> None:
    clock.move_into(campaign, "public")


def fetched(client: Client, run: Run, ending: str, query: str = "") -> str:
    response = client.get(f"/campaigns/openmt/results/{run.board_id}/table.{ending}{query}")
    assert response.status_code == 200
    assert response.headers["Content-Disposition"] == (
        f'attachment; filename="openmt-single-ara2eng-unconstrained-current.{ending}"'
    )
    return response.content.decode()


@pytest.mark.parametrize(("ending", "dialect"), [("csv", "excel"), ("tsv", "excel-tab")])
def test_tables_for_programs_have_whole_numbers(
    ending: str, dialect: str, runs: dict[str, Run], client: Client
) -> None:
    rows = list(csv.DictReader(io.StringIO(fetched(client, runs["BASE"], ending)), dialect=dialect))
    found = {row["system"]: row for row in rows}
    assert set(found) == set(runs)
    for name in ("RIVAL_primary", "BASE", "RIVAL_extra"):
        score = runs[name].scores.get(metric="ter@tercom")
        assert float(found[name]["ter@tercom"]) == score.value
        assert score.variation is not None
        assert float(found[name]["ter@tercom interval low"]) == score.variation["low"]
    assert (found["RIVAL_late"]["part"], found["RIVAL_late"]["bleu@mteval"]) == ("named", "")
    assert found["RIVAL_extra"]["part"] == "unofficial"


def test_json_holds_the_complete_board(runs: dict[str, Run], client: Client) -> None:
    content = json.loads(fetched(client, runs["BASE"], "json", "?group=genre=wb"))
    row = content["rows"][0]
    score = runs["RIVAL_primary"].scores.get(metric="bleu@mteval")
    assert (row["name"], row["cells"][0]["value"]) == ("RIVAL_primary", score.groups["genre=wb"]["value"])
    assert content["metrics"][0]["signature"] == score.signature
    assert content["place"]["language_pair_id"] == "ara2eng"


def test_tables_for_people_mark_the_best(runs: dict[str, Run], client: Client) -> None:
    best = f"{runs['RIVAL_primary'].scores.get(metric='bleu@mteval').value:.2f}"
    assert f"**{best}**" in fetched(client, runs["BASE"], "md")
    latex = fetched(client, runs["BASE"], "tex")
    assert rf"\textbf{{{best}}}" in latex
    assert r"RIVAL\_primary" in latex
    assert latex.count(r"\begin{tabular}") == 3  # official, unofficial, late and debugged


def test_each_metric_orders_its_own_list_where_the_rulebook_says_so(
    runs: dict[str, Run], campaign: Campaign, client: Client
) -> None:
    campaign.rulebook_content["report"]["order"] = "each"
    campaign.save()
    [lists, *_] = tables_in(fetched(client, runs["BASE"], "md"))
    assert lists[0] == [
        *("system", "BLEU", "interval"),
        *("system", "NIST", "interval"),
        *("system", "tercom's TER", "interval"),
    ]
    in_force = [name for name in runs if name not in ("RIVAL_extra", "RIVAL_late", "TESTS_mended")]
    for place, (metric, sign) in enumerate((("bleu@mteval", -1), ("nist@mteval", -1), ("ter@tercom", 1))):
        values = {name: runs[name].scores.get(metric=metric).value for name in in_force}
        ordered = sorted(values, key=lambda name: sign * (values[name] or 0.0))
        assert [row[3 * place] for row in lists[1:]] == ordered
    by_bleu = tables_in(fetched(client, runs["BASE"], "md", "?sort=bleu@mteval"))
    assert by_bleu[0][0][:4] == ["rank", "system", "team", "type"]


def test_what_the_rulebook_says_of_other_metrics_is_exported_with_them(runs: dict[str, Run], client: Client) -> None:
    note = "BLEU-4 scores are the only official scores for system comparison."  # NIST OpenMT 2012, 15.1
    for ending in ("md", "tex", "json"):
        assert note in fetched(client, runs["BASE"], ending)


def test_an_unknown_format_is_not_found(runs: dict[str, Run], client: Client) -> None:
    assert client.get(f"/campaigns/openmt/results/{runs['BASE'].board_id}/table.xls").status_code == 404


def test_what_the_page_hides_is_not_handed_out(
    runs: dict[str, Run], owner: User, campaign: Campaign, clock: Clock, client: Client
) -> None:
    clock.move_into(campaign, "evaluation")
    assert client.get(f"/campaigns/openmt/results/{runs['BASE'].board_id}/table.csv").status_code == 404
    clock.move_into(campaign, "preliminary")
    client.force_login(owner)
    assert "RIVAL" not in fetched(client, runs["BASE"], "csv")


@pytest.mark.parametrize("name", ["=1+1", "+49 30", "-system", "@home", "\ttab", "\rreturn", "＝1"])
def test_text_in_a_csv_file_is_no_formula(
    runs: dict[str, Run], campaign: Campaign, rivals: Team, client: Client, name: str
) -> None:
    Team.objects.filter(pk=rivals.pk).update(name=Value(name))  # as it was kept before names were checked
    content = fetched(client, runs["BASE"], "csv")
    rows = list(csv.DictReader(io.StringIO(content, newline="")))
    assert {row["team"] for row in rows if row["system"].startswith("RIVAL")} == {f"'{name}"}
    changed = {cell for row in rows for cell in row.values() if cell.startswith("'")}
    assert changed == {f"'{name}"}


def test_numbers_below_zero_stay_numbers() -> None:
    table = Table(columns=(Column("-system"), Column("score")), rows=(("-a", -1.5), ("b", -2), ("", None)))
    assert for_spreadsheets(table) == Table(
        columns=(Column("'-system"), Column("score")), rows=(("'-a", -1.5), ("b", -2), ("", None))
    )


def test_what_commands_read_stays_as_it_is(
    runs: dict[str, Run], campaign: Campaign, rivals: Team, client: Client
) -> None:
    Team.objects.filter(pk=rivals.pk).update(name="=1+1")
    assert "\t=1+1\t" in fetched(client, runs["BASE"], "tsv")
    assert {row["team"] for row in json.loads(fetched(client, runs["BASE"], "json"))["rows"]} >= {"=1+1"}
