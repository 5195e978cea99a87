"""The best system, and ranks, are found among the systems that the rulebook compares across teams."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest

from bakeoff_site.accounts.models import User
from bakeoff_site.campaigns.models import Campaign, Team
from bakeoff_site.scoring.models import BoardComparison
from bakeoff_site.submissions.models import Run
from tests.site.api.conftest import as_, speaking
from tests.site.conftest import Clock
from tests.site.results.boards import Entry, put_board

OVERVIEW = "/campaigns/openmt/results/"
PageOf = Callable[[User | None, str], str]


@pytest.fixture(autouse=True)
def public(clock: Clock, campaign: Campaign) -> None:
    clock.move_into(campaign, "public")


@pytest.fixture
def mixed(campaign: Campaign, team: Team, rivals: Team, organiser: User) -> dict[str, Run]:
    """A board on which a combination and a contrastive run are better than the primary ones, the only compared."""
    campaign.rulebook_content["systems"] = {"BASE": {"kind": "baseline"}}
    campaign.save()
    campaign.__dict__.pop("rules", None)
    return put_board(
        campaign,
        [
            Entry("TESTS_combo1", 0, team, system_type="combo"),
            Entry("TESTS_contrast1", 1, team, system_type="contrast"),
            Entry("RIVAL_primary", 2, rivals),
            Entry("TESTS_primary", 3, team),
            Entry("TESTS_debugged", 1, team, official=False),
            Entry("BASE", 7, entered="BASE"),
        ],
        by=organiser,
    )


def bleu(run: Run) -> float:
    value = run.scores.get(metric="bleu@mteval").value
    assert value is not None
    return value


def test_the_best_system_of_a_board_is_of_a_type_that_is_compared(mixed: dict[str, Run], page_of: PageOf) -> None:
    page = page_of(None, OVERVIEW)
    row = page[page.index("Unconstrained Training</a>") :]
    row = row[: row.index("</tr>")]
    assert '<bdi>RIVAL_primary</bdi></a> <span class="faint">primary</span>' in row
    assert f"<b>{bleu(mixed['RIVAL_primary']):.2f}</b>" in row
    assert "combo" not in row
    assert "the best official run of the types that are compared across teams: primary." in page
    assert f": best: {bleu(mixed['RIVAL_primary']):.2f}" in page  # the bar of the chart


def test_the_api_and_its_client_tell_the_best_system_and_its_kind(mixed: dict[str, Run], organiser: User) -> None:
    [row] = as_(organiser).get("/campaigns/openmt/boards").json()["items"]
    expected = ("RIVAL_primary", "primary", bleu(mixed["RIVAL_primary"]))
    assert (row["leader"], row["leader_kind"], row["best"]) == expected
    [record] = speaking(organiser).boards("openmt")
    assert (record.leader, record.leader_kind, record.best) == expected


def test_the_figure_of_a_board_shows_the_best_of_the_compared_systems(mixed: dict[str, Run], page_of: PageOf) -> None:
    page = page_of(None, f"{OVERVIEW}{mixed['BASE'].board_id}/")
    assert f"<title>RIVAL_primary (best): {bleu(mixed['RIVAL_primary']):.2f}</title>" in page
    assert "TESTS_combo1 (best" not in page
    assert "Best system (primary) against the baseline, BLEU" in page


def test_systems_beside_the_baseline_have_their_type(mixed: dict[str, Run], page_of: PageOf, organiser: User) -> None:
    board = mixed["BASE"].board_id
    page = page_of(None, f"{OVERVIEW}{board}/")
    table = page[page.index('<h3 id="baseline">') :]
    table = table[: table.index("</table>")]
    assert '<span class="soft">system combination</span>' in table
    shown = as_(organiser).get(f"/campaigns/openmt/boards/{board}").json()["baseline"]["systems"]
    kinds = {"TESTS_combo1": "combination", "TESTS_contrast1": "contrastive"}
    kinds |= {"RIVAL_primary": "primary", "TESTS_primary": "primary"}
    assert {each["name"]: each["kind"] for each in shown} == kinds
    held = speaking(organiser).board("openmt", board).baseline
    assert held is not None
    assert {each.name: each.kind for each in held.systems} == kinds


def test_a_board_without_a_compared_run_has_no_best_system(
    campaign: Campaign, team: Team, organiser: User, page_of: PageOf
) -> None:
    put_board(campaign, [Entry("TESTS_combo1", 0, team, system_type="combo")], by=organiser)
    page = page_of(None, OVERVIEW)
    assert "none is compared across teams" in page
    assert "not scored yet" not in page
    [row] = as_(organiser).get("/campaigns/openmt/boards").json()["items"]
    assert (row["leader"], row["leader_kind"], row["best"]) == ("", "", None)


def test_where_the_rulebook_compares_no_type_all_official_runs_are_compared(
    campaign: Campaign, team: Team, rivals: Team, organiser: User, page_of: PageOf
) -> None:
    campaign.rulebook_content["submission"]["system_types"]["primary"]["compared"] = False
    campaign.save()
    campaign.__dict__.pop("rules", None)
    entries = [Entry("TESTS_combo1", 0, team, system_type="combo"), Entry("RIVAL_primary", 1, rivals)]
    put_board(campaign, entries, by=organiser)
    page = page_of(None, OVERVIEW)
    assert '<bdi>TESTS_combo1</bdi></a> <span class="faint">system combination</span>' in page
    assert "the best official run." in page


def test_ranks_by_score_alone_number_the_compared_systems(
    mixed: dict[str, Run], organiser: User, page_of: PageOf
) -> None:
    BoardComparison.objects.all().delete()
    board = mixed["BASE"].board_id
    assert "Ranks are by score alone" in page_of(None, f"{OVERVIEW}{board}/")
    shown = as_(organiser).get(f"/campaigns/openmt/boards/{board}").json()["systems"]
    assert {each["name"]: each["rank"] for each in shown} == {
        "TESTS_combo1": "",
        "TESTS_contrast1": "",
        "RIVAL_primary": "1",
        "TESTS_primary": "2",
        "BASE": "3",
        "TESTS_debugged": "",
    }
    lines = page_of(None, f"{OVERVIEW}{board}/table.tsv").splitlines()
    ranks = {line.split("\t")[1]: line.split("\t")[0] for line in lines if re.match(r"\d*\t", line)}
    assert (ranks["TESTS_combo1"], ranks["RIVAL_primary"]) == ("", "1")
