"""Progress: this year's systems against earlier ones and baselines, entered as runs or by published scores."""

from __future__ import annotations

import csv
import re
from collections.abc import Callable
from io import StringIO

import pytest
from django.test import Client

from bakeoff_site.accounts.models import User
from bakeoff_site.campaigns.models import Campaign, Team
from bakeoff_site.scoring.models import BoardComparison
from bakeoff_site.submissions.models import Run
from tests.site.api.conftest import speaking
from tests.site.conftest import Clock
from tests.site.results.boards import Entry, put_board

PAGE = "/campaigns/openmt/results/progress/"
SOURCE = "Overview of 2009, table 3"
METRICS = ("bleu@mteval", "nist@mteval", "ter@tercom")
PageOf = Callable[[User | None, str], str]


@pytest.fixture
def board(campaign: Campaign, team: Team, rivals: Team, organiser: User) -> dict[str, Run]:
    """Two teams, a baseline, a system of 2009 by its run and the best of 2008 by its scores alone."""
    campaign.rulebook_content["systems"] = {
        "BASE": {"kind": "baseline"},
        "OLD09": {"kind": "earlier"},
        "BEST08": {"kind": "earlier", "title": "BEST 2008"},
    }
    campaign.rulebook_content["published_scores"] = [
        {
            "system": "BEST08",
            "track": "single",
            "language_pair": "ara2eng",
            "test_set": "current",
            "scores": {"bleu@mteval": "60.10", "ter@tercom": 31.5},
            "source": SOURCE,
        }
    ]
    lay_out(campaign, "last")
    return put_board(
        campaign,
        [
            Entry("TESTS_primary", 2, team),
            Entry("TESTS_contrast1", 1, team, system_type="contrast"),
            Entry("RIVAL_primary", 1, rivals),
            Entry("BASE", 7, entered="BASE"),
            Entry("OLD09", 6, entered="OLD09"),
        ],
        by=organiser,
    )


@pytest.fixture
def public(clock: Clock, campaign: Campaign) -> None:
    clock.move_into(campaign, "public")


def lay_out(campaign: Campaign, layout: str) -> None:
    campaign.rulebook_content["report"]["earlier_systems"] = layout
    campaign.save()
    campaign.__dict__.pop("rules", None)


def score(run: Run, metric: str = "bleu@mteval") -> float:
    value = run.scores.get(metric=metric).value
    assert value is not None
    return value


def shown(run: Run) -> list[str]:
    scores = [run.scores.get(metric=metric) for metric in METRICS]
    return [f"{each.value:.{each.digits}f}" for each in scores]


def rows_under(page: str, heading: str) -> list[list[str]]:
    section = page.split(f'id="{heading}"')[1].split("</section>", maxsplit=1)[0]
    rows = re.split("<tbody[^>]*>", section)[1].split("</tr>")[:-1]
    cells = [re.findall(r"<t[hd][^>]*>(.*?)</t[hd]>", row, re.DOTALL) for row in rows]
    return [[" ".join(re.sub(r"<[^>]+>", " ", cell).split()) for cell in row] for row in cells]


def test_earlier_systems_are_the_last_rows_whatever_their_score(
    board: dict[str, Run], page_of: PageOf, public: None
) -> None:
    page = page_of(None, PAGE)
    assert rows_under(page, f"board-{board['BASE'].board_id}") == [
        ["RIVAL_primary", *shown(board["RIVAL_primary"])],
        ["TESTS_primary", *shown(board["TESTS_primary"])],
        ["BEST 2008 Published scores", "60.10", "–", "31.5"],
        ["OLD09", *shown(board["OLD09"])],
    ]
    assert f"<bdi>BEST 2008</bdi>: published scores. {SOURCE}" in page


def test_earlier_systems_are_a_list_of_their_own_where_the_rulebook_says_so(
    board: dict[str, Run], campaign: Campaign, page_of: PageOf, public: None
) -> None:
    lay_out(campaign, "side-by-side")
    assert rows_under(page_of(None, PAGE), f"board-{board['BASE'].board_id}") == [
        ["RIVAL_primary", *shown(board["RIVAL_primary"]), "BEST 2008 Published scores", "60.10", "–", "31.5"],
        ["TESTS_primary", *shown(board["TESTS_primary"]), "OLD09", *shown(board["OLD09"])],
    ]


def test_the_best_system_is_held_against_the_baseline_and_the_best_earlier_one(
    board: dict[str, Run], page_of: PageOf, public: None
) -> None:
    best, base = score(board["RIVAL_primary"]), score(board["BASE"])
    lines = [line[1:] for line in rows_under(page_of(None, PAGE), "best")]
    assert lines == [
        ["BLEU", "RIVAL_primary", f"{best:.2f}", "BASE baseline", f"{base:.2f}", f"{best - base:+.2f} better", "yes"],
        [
            "BLEU",
            "RIVAL_primary",
            f"{best:.2f}",
            "BEST 2008 earlier Published scores",
            "60.10",
            f"{best - 60.1:+.2f} better",
            "not tested",
        ],
    ]


def test_programs_get_the_same(board: dict[str, Run], organiser: User, public: None) -> None:
    progress = speaking(organiser).progress("openmt")
    (shown_board,) = progress.boards
    assert [system.name for system in shown_board.current] == ["RIVAL_primary", "TESTS_primary"]
    published, run = shown_board.earlier
    assert (published.name, published.run, published.rank, published.source) == ("BEST 2008", "", "", SOURCE)
    assert {key: each.value for key, each in published.scores.items()} == {
        "bleu@mteval": 60.1,
        "nist@mteval": None,
        "ter@tercom": 31.5,
    }
    assert (run.name, run.source) == ("OLD09", "")
    assert [(each.against, each.held_name, each.difference, each.is_significant) for each in progress.best] == [
        ("baseline", "BASE", score(board["RIVAL_primary"]) - score(board["BASE"]), True),
        ("earlier", "BEST 2008", score(board["RIVAL_primary"]) - 60.1, None),
    ]
    (baseline,) = progress.baselines
    variation = board["BASE"].scores.get(metric="bleu@mteval").variation
    assert variation is not None
    assert (baseline.system.name, baseline.system.scores["bleu@mteval"].sd) == ("BASE", variation["sd"])
    (row,) = speaking(organiser).boards("openmt")
    assert (row.baseline, row.earlier) == (score(board["BASE"]), 60.1)


def test_every_score_is_a_row_of_the_download(board: dict[str, Run], client: Client, public: None) -> None:
    text = client.get(f"{PAGE}table.tsv").content.decode()
    rows = list(csv.DictReader(StringIO(text), delimiter="\t"))
    assert [(row["list"], row["system"], row["metric"]) for row in rows] == [
        (which, system, metric)
        for which, system in (
            ("this year", "RIVAL_primary"),
            ("this year", "TESTS_primary"),
            ("earlier", "BEST 2008"),
            ("earlier", "OLD09"),
            ("baseline", "BASE"),
        )
        for metric in METRICS
    ]
    published = rows[6]
    assert (float(published["value"]), published["source"]) == (60.1, SOURCE)


def test_tables_for_papers_have_the_layout_of_the_rulebook(board: dict[str, Run], client: Client, public: None) -> None:
    text = client.get(f"{PAGE}table.md").content.decode()
    assert "| BEST 2008 | 60.10 | – | 31.5 |" in text
    assert f"BEST 2008: published scores. Source: {SOURCE}" in text
    assert "| BASE |" in text.split("Baselines with standard deviations")[1]


def test_published_scores_are_on_the_board_without_rank_test_or_page(
    board: dict[str, Run], organiser: User, page_of: PageOf, client: Client, public: None
) -> None:
    number = board["BASE"].board_id
    shown_board = speaking(organiser).board("openmt", number)
    names = [system.name for system in shown_board.systems]
    assert names == ["RIVAL_primary", "TESTS_contrast1", "BEST 2008", "TESTS_primary", "OLD09", "BASE"]
    row = shown_board.systems[names.index("BEST 2008")]
    assert (row.kind, row.remark, row.rank, row.starts_cluster, row.run) == (
        "earlier",
        "published scores",
        "",
        False,
        "",
    )
    (comparison,) = BoardComparison.objects.all()
    compared = {board[name].pk for name in ("TESTS_primary", "RIVAL_primary", "BASE", "OLD09")}
    assert set(comparison.runs) == compared
    page = page_of(None, f"/campaigns/openmt/results/{number}/")
    assert f"<bdi>BEST 2008</bdi> ({SOURCE})" in page
    assert "Only its published scores are known, so differences are not tested." in page
    text = client.get(f"/campaigns/openmt/results/{number}/table.csv").content.decode()
    (line,) = [row for row in csv.DictReader(StringIO(text)) if row["system"] == "BEST 2008"]
    assert (line["bleu@mteval"], line["source"], line["bleu@mteval interval low"]) == ("60.1", SOURCE, "")


def test_a_run_takes_the_place_of_published_scores(board: dict[str, Run], organiser: User, public: None) -> None:
    Run.objects.filter(pk=board["OLD09"].pk).update(entered="BEST08", name="BEST 2008")
    systems = speaking(organiser).board("openmt", board["BASE"].board_id).systems
    assert [(each.name, each.source) for each in systems if each.kind == "earlier"] == [("BEST 2008", "")]


def test_published_scores_are_not_shown_for_parts_of_the_test_set(
    board: dict[str, Run], organiser: User, public: None
) -> None:
    shown_board = speaking(organiser).board("openmt", board["BASE"].board_id, group="genre=nw")
    assert "BEST 2008" not in [system.name for system in shown_board.systems]


def test_nothing_is_shown_before_scores_are_released(
    board: dict[str, Run], campaign: Campaign, owner: User, clock: Clock, page_of: PageOf
) -> None:
    clock.move_into(campaign, "evaluation")
    for user in (None, owner):
        page = page_of(user, PAGE)
        assert "There is nothing to compare with yet." in page
        assert "BEST 2008" not in page
