"""The page of one board."""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import pairwise
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from bakeoff_site.accounts.models import User
from bakeoff_site.campaigns.models import Campaign, Team
from bakeoff_site.scoring.models import RunScore
from bakeoff_site.submissions.models import Board, Run
from tests.site.conftest import Clock
from tests.site.results.boards import Entry, evaluated, put_board, put_run, put_scores

PageOf = Callable[[User | None, str], str]


def address(run: Run, query: str = "") -> str:
    return f"/campaigns/openmt/results/{run.board_id}/{query}"


def official(page: str) -> list[str]:
    """The names in the first table, in order."""
    table = page[page.index("<caption") : page.index("</table>")]
    return re.findall(r'<th scope="row">.*?<bdi>(.*?)</bdi>', table)


def bleu(run: Run) -> str:
    return f"{RunScore.objects.get(run=run, metric='bleu@mteval').value:.2f}"


@pytest.fixture(autouse=True)
def public(clock: Clock, campaign: Campaign) -> None:
    clock.move_into(campaign, "public")


def test_systems_stand_by_the_official_metric_best_first(runs: dict[str, Run], page_of: PageOf) -> None:
    page = page_of(None, address(runs["BASE"]))
    assert official(page) == ["RIVAL_primary", "TESTS_primary", "OLD09", "TESTS_contrast1", "OLD08", "BASE"]
    score = RunScore.objects.get(run=runs["RIVAL_primary"], metric="bleu@mteval")
    assert f"<b>{score.value:.2f}</b>" in page
    assert score.variation is not None
    assert f"[{score.variation['low']:.2f}, {score.variation['high']:.2f}]" in page
    assert '<span class="badge">official</span>' in page
    assert "<h1>Single System, Arabic to English, Unconstrained Training</h1>" in page


def test_lines_stand_between_clusters_and_ranks_are_ranges(runs: dict[str, Run], page_of: PageOf) -> None:
    content = runs["BASE"].board.comparisons.get().content["bleu@mteval"]["all"]
    page = page_of(None, address(runs["BASE"]))
    shown = [runs[name].pk for name in official(page)]
    between = {cluster[0] for cluster in content["clusters"]}
    # The contrastive run is not compared across teams: lines go by the runs around it.
    number = {run_id: k for k, cluster in enumerate(content["clusters"]) for run_id in cluster}
    changes = sum(number[a] != number[b] for a, b in pairwise(run_id for run_id in shown if run_id in number))
    assert len(between) > 1
    assert page[: page.index('id="unofficial"')].count('<tr class="cut') == changes > 0
    low, high = content["rank_ranges"][str(runs["RIVAL_primary"].pk)]
    assert f'<td class="number">{low if low == high else f"{low}–{high}"}</td>' in page


def test_what_does_not_count_stands_apart(runs: dict[str, Run], page_of: PageOf) -> None:
    page = page_of(None, address(runs["BASE"]))
    unofficial = page[page.index('id="unofficial"') : page.index('id="late"')]
    late = page[page.index('id="late"') : page.index('id="export"')]
    assert "RIVAL_extra" in unofficial
    extra = RunScore.objects.get(run=runs["RIVAL_extra"], metric="bleu@mteval")
    assert f"{extra.value:.2f}" in unofficial
    assert 'RIVAL_late</bdi> <span class="badge">unofficial (late)</span>' in late
    assert 'TESTS_mended</bdi> <span class="badge">unofficial (debugged)</span>' in late
    assert bleu(runs["RIVAL_late"]) not in page
    assert not re.search(r">\d+\.\d", late)


def test_a_team_sees_the_scores_of_its_own_late_runs(runs: dict[str, Run], rival: User, page_of: PageOf) -> None:
    page = page_of(rival, address(runs["BASE"]))
    late = page[page.index('id="late"') : page.index('id="export"')]
    assert bleu(runs["RIVAL_late"]) in late
    assert bleu(runs["TESTS_mended"]) not in late


def test_any_metric_sorts(runs: dict[str, Run], page_of: PageOf) -> None:
    page = page_of(None, address(runs["BASE"], "?sort=ter@tercom"))
    assert official(page)[0] == "RIVAL_primary"  # lower is better
    assert 'aria-sort="ascending"' in page
    assert official(page_of(None, address(runs["BASE"], "?sort=name"))) == sorted(official(page), key=str.casefold)


def test_a_metric_that_does_not_exist_falls_back_to_the_official(runs: dict[str, Run], page_of: PageOf) -> None:
    page = page_of(None, address(runs["BASE"], "?sort=comet&specification=nothing&group=genre=zz&kind=nothing"))
    assert "There are no official runs of the kinds that you chose" in page
    page = page_of(None, address(runs["BASE"], "?sort=comet&specification=nothing&group=genre=zz"))
    assert official(page)[0] == "RIVAL_primary"
    assert "24 segments" in page


def test_a_part_of_the_test_set(runs: dict[str, Run], page_of: PageOf) -> None:
    page = page_of(None, address(runs["BASE"], "?group=genre=wb"))
    score = RunScore.objects.get(run=runs["TESTS_primary"], metric="bleu@mteval")
    assert f"{score.groups['genre=wb']['value']:.2f}" in page
    assert f"{score.value:.2f}" not in page
    assert "8 segments" in page
    assert '<option value="genre=wb" selected>genre: web data</option>' in page


def test_kinds_of_systems(runs: dict[str, Run], page_of: PageOf) -> None:
    page = page_of(None, address(runs["BASE"], "?kind=primary&kind=baseline"))
    assert official(page) == ["RIVAL_primary", "TESTS_primary", "BASE"]
    assert '<input type="checkbox" name="kind" value="primary" checked>' in page


def test_specifications_side_by_side(campaign: Campaign, team: Team, organiser: User, page_of: PageOf) -> None:
    both = ["case+punc", "no_case+no_punc"]
    campaign.rulebook_content["evaluation"]["specifications"] = both
    campaign.save()
    runs = put_board(campaign, [Entry("A", 1, team), Entry("B", 2, team)], by=organiser, specifications=both)
    page = page_of(None, address(runs["A"], "?specification=all"))
    for specification in both:
        value = RunScore.objects.get(run=runs["A"], metric="bleu@mteval", specification=specification).value
        assert f"{value:.2f}" in page
        assert f'<br><span class="soft">{specification}</span>' in page


def test_progress_is_told_against_the_best_of_earlier_years(runs: dict[str, Run], page_of: PageOf) -> None:
    page = page_of(None, address(runs["BASE"]))
    progress = page[page.index('id="earlier"') : page.index('id="baseline"')]
    value: dict[str, Any] = {run.name: run.scores.get(metric="bleu@mteval").value for run in runs.values()}
    assert "<bdi>OLD09</bdi></a> with" in progress
    assert "OLD08" not in progress
    assert f"{value['RIVAL_primary'] - value['OLD09']:+.2f}" in progress
    assert f"{value['TESTS_contrast1'] - value['OLD09']:+.2f}" in progress
    assert progress.count("not tested") == 1  # the contrastive run, which is not compared across teams
    assert f"{value['TESTS_primary'] - value['BASE']:+.2f}" in page[page.index('id="baseline"') :]


def test_figures_are_drawn_without_styles_of_their_own(runs: dict[str, Run], page_of: PageOf) -> None:
    page = page_of(None, address(runs["BASE"]))
    assert page.count("<svg") == 3
    assert page.count("<circle") == 2 * 6  # six systems with intervals, the same six by two metrics
    assert page.count("<rect") == 3  # the best, the baseline, the best of earlier years
    assert "style=" not in page
    assert "<title>RIVAL_primary: BLEU" in page


def test_ranks_are_by_score_alone_until_a_new_run_is_compared(
    runs: dict[str, Run], team: Team, organiser: User, page_of: PageOf
) -> None:
    new = put_run(runs["BASE"].board, Entry("TESTS_new", 0, team), by=organiser)
    put_scores(new, {"case+punc": evaluated((("TESTS_new", 0),), ("bleu@mteval",), "case+punc")})
    page = page_of(None, address(new))
    assert official(page)[0] == "TESTS_new"
    assert "significance is being computed again" in page
    assert '<tr class="cut' not in page


def test_runs_that_are_not_scored_yet(campaign: Campaign, team: Team, organiser: User, page_of: PageOf) -> None:
    board = Board.objects.create(
        campaign=campaign, track="single", language_pair="chi2eng", condition="", test_set="current"
    )
    run = put_run(board, Entry("TESTS_primary", 0, team), by=organiser)
    page = page_of(None, address(run))
    assert "Their scores are being computed" in page
    assert "TESTS_primary" in page


def test_withdrawn_and_replaced_runs_are_gone(runs: dict[str, Run], page_of: PageOf) -> None:
    Run.objects.filter(pk=runs["OLD08"].pk).update(withdrawn_at=timezone.now())
    Run.objects.filter(pk=runs["TESTS_contrast1"].pk).update(replaced_by=runs["TESTS_primary"])
    page = page_of(None, address(runs["BASE"]))
    assert "OLD08" not in page
    assert "TESTS_contrast1" not in page


def test_names_are_text(campaign: Campaign, team: Team, organiser: User, page_of: PageOf) -> None:
    runs = put_board(campaign, [Entry("<b>A</b>", 1, team), Entry("B", 2, team)], by=organiser)
    page = page_of(None, address(runs["B"]))
    assert "&lt;b&gt;A&lt;/b&gt;" in page
    assert "<b>A</b>" not in page


@pytest.mark.parametrize(("rows", "queries"), [(1, 12), (3, 13), (30, 13)])  # one alone is compared with nobody
@pytest.mark.parametrize("phase", ["preliminary", "public"])
def test_a_board_costs_the_same_for_one_three_and_thirty_runs(
    rows: int,
    phase: str,
    queries: int,
    campaign: Campaign,
    rivals: Team,
    rival: User,
    organiser: User,
    client: Client,
    clock: Clock,
    django_assert_num_queries: Callable[..., object],
) -> None:
    clock.move_into(campaign, phase)
    runs = put_board(
        campaign, [Entry(f"S{n}", n % 9, rivals) for n in range(rows)], by=organiser, metrics=("bleu@mteval",)
    )
    client.force_login(rival)
    # Without references, the attributes of the source say which groups may be seen.
    beside = int(phase == "preliminary")
    with django_assert_num_queries(queries + beside):  # type: ignore[attr-defined]
        page = client.get(address(runs["S0"])).content.decode()
    assert len(official(page)) == rows
    with django_assert_num_queries(11 + beside):  # type: ignore[attr-defined]
        again = client.get(address(runs["S0"])).content.decode()
    assert official(again) == official(page)


def test_a_board_of_another_campaign_is_not_found(runs: dict[str, Run], client: Client) -> None:
    other = Campaign.objects.create(
        slug="other", title="Other", rulebook_text="", rulebook_content=runs["BASE"].board.campaign.rulebook_content
    )
    assert client.get(f"/campaigns/{other.slug}/results/{runs['BASE'].board_id}/").status_code == 404
    assert client.get("/campaigns/openmt/results/999999/").status_code == 404


def test_long_boards_come_in_pages(
    campaign: Campaign, team: Team, organiser: User, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bakeoff_site.results.views.boards._SYSTEMS_ON_A_PAGE", 1)
    entries = [Entry("TESTS_primary", 2, team), Entry("TESTS_contrast1", 1, team, system_type="contrast")]
    runs = put_board(campaign, entries, by=organiser)
    client.force_login(organiser)
    first, second = (client.get(address(runs["TESTS_primary"], f"?page={page}")).content.decode() for page in (1, 2))
    assert "Page 1 of 2" in first
    assert "Page 2 of 2" in second
    assert sorted(official(first) + official(second)) == sorted(runs)
    assert "page=2" not in re.findall(r'href="([^"]*sort=name[^"]*)"', second)[0]
