"""The page of one board."""

from __future__ import annotations

import re
from collections.abc import Callable
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
    """The names of the rows that count, in order."""
    return names_in(section(page, "official"))


def names_in(text: str) -> list[str]:
    return re.findall(r'<th role="rowheader" scope="row">.*?<bdi>(.*?)</bdi>', text)


def section(page: str, id: str) -> str:
    """The rows of unofficial or late runs; `official`: all before them."""
    table = page[page.index('<table role="table" class="board') : page.index("</table>")]
    parts = re.split(r'<tbody role="rowgroup" id="(unofficial|late)"', table)
    return {"official": parts[0], **dict(zip(parts[1::2], parts[2::2], strict=True))}[id]


def bleu(run: Run) -> str:
    return f"{RunScore.objects.get(run=run, metric='bleu@mteval').value:.2f}"


@pytest.fixture(autouse=True)
def public(clock: Clock, campaign: Campaign) -> None:
    clock.move_into(campaign, "public")


def test_systems_are_by_the_official_metric_best_first(runs: dict[str, Run], page_of: PageOf) -> None:
    page = page_of(None, address(runs["BASE"]))
    assert official(page) == ["RIVAL_primary", "TESTS_primary", "OLD09", "TESTS_contrast1", "OLD08", "BASE"]
    score = RunScore.objects.get(run=runs["RIVAL_primary"], metric="bleu@mteval")
    assert f'<td role="cell" class="number score first">{score.value:.2f}</td>' in page
    assert score.variation is not None
    low, high = f"{score.variation['low']:.2f}", f"{score.variation['high']:.2f}"
    assert f'aria-label="interval {low} to {high}"' in page
    assert f"[{low}, {high}]" in page_of(None, address(runs["BASE"], "?intervals=1"))
    assert '<span class="chip line">Official</span>' in page
    assert "<h1>Single System, Arabic–English, Unconstrained Training</h1>" in page


def test_lines_separate_clusters_and_ranks_are_ranges(runs: dict[str, Run], page_of: PageOf) -> None:
    content = runs["BASE"].board.comparisons.get().content["bleu@mteval"]["all"]
    page = page_of(None, address(runs["BASE"]))
    clusters = re.split(r'<tbody role="rowgroup" id="cluster-\d+"', section(page, "official"))[1:]
    # The contrastive run is not compared across teams: it is listed with the cluster above.
    compared = [[runs[name].pk for name in names_in(each) if name != "TESTS_contrast1"] for each in clusters]
    assert compared == content["clusters"]
    assert len(compared) > 1
    low, high = content["rank_ranges"][str(runs["RIVAL_primary"].pk)]
    assert f'<td role="cell" class="rank">{low if low == high else f"{low}–{high}"}</td>' in page


def test_clusters_say_what_they_are_better_than(runs: dict[str, Run], page_of: PageOf) -> None:
    clusters = runs["BASE"].board.comparisons.get().content["bleu@mteval"]["all"]["clusters"]
    last = len(clusters)
    page = page_of(None, address(runs["BASE"]))
    below = f"clusters 2–{last}" if last > 3 else "clusters 2 and 3"
    assert f"<b>Cluster 1</b> – better than every system in {below}<" in page
    assert f"<b>Cluster {last}</b><" in page


def test_the_order_can_be_reversed(runs: dict[str, Run], page_of: PageOf) -> None:
    best_first = official(page_of(None, address(runs["BASE"])))
    page = page_of(None, address(runs["BASE"], "?sort=-bleu@mteval"))
    assert official(page) == best_first[::-1]
    assert 'aria-sort="ascending"' in page
    assert "<b>Cluster 1</b>" in page
    assert 'href="?sort=bleu%40mteval"' in page
    by_name = official(page_of(None, address(runs["BASE"], "?sort=-name")))
    assert by_name == sorted(by_name, key=str.casefold, reverse=True)


def test_rows_can_be_sorted_by_team_and_keep_their_ranks(runs: dict[str, Run], page_of: PageOf) -> None:
    page = page_of(None, address(runs["BASE"], "?sort=team"))
    assert official(page)[:3] == ["RIVAL_primary", "TESTS_contrast1", "TESTS_primary"]  # Rivals, University
    assert sorted(official(page)[3:]) == ["BASE", "OLD08", "OLD09"]  # of no team
    assert '<td role="cell" class="rank">1' in page
    assert "Cluster 1" not in page


def test_systems_are_found_by_name_and_team(runs: dict[str, Run], page_of: PageOf) -> None:
    assert official(page_of(None, address(runs["BASE"], "?find=rival"))) == ["RIVAL_primary"]
    assert official(page_of(None, address(runs["BASE"], "?find=University+of"))) == ["TESTS_primary", "TESTS_contrast1"]
    assert "No system or team contains “zzz”." in page_of(None, address(runs["BASE"], "?find=zzz"))


def test_columns_can_be_chosen(runs: dict[str, Run], page_of: PageOf) -> None:
    page = page_of(None, address(runs["BASE"], "?column=ter@tercom"))
    run = runs["RIVAL_primary"]
    shown = {metric: f"{run.scores.get(metric=metric).value:.2f}" for metric in ("bleu@mteval", "ter@tercom")}
    assert all(f">{text}</td>" in page for text in shown.values())  # the one that it is sorted by stays
    assert 'data-label="NIST"' not in page
    assert "Columns (2 of 3)" in page


def test_which_differences_are_significant(runs: dict[str, Run], page_of: PageOf) -> None:
    pairs = runs["BASE"].board.comparisons.get().content["bleu@mteval"]["all"]["pairs"]
    significant = sum(pair["significant"] for pair in pairs)
    page = page_of(None, address(runs["BASE"]))
    matrix = page[page.index('<table class="matrix') :]
    assert matrix.count('<td class="win">') == significant > 0
    numbers = page_of(None, address(runs["BASE"], "?matrix=p"))
    smallest = min(pair["p_corrected"] for pair in pairs)
    assert f"{smallest:.3f}".removeprefix("0") in numbers


def test_results_are_preliminary_until_they_are_public(
    runs: dict[str, Run], owner: User, campaign: Campaign, clock: Clock, page_of: PageOf
) -> None:
    assert "Official</span></p>" in page_of(None, address(runs["BASE"]))
    clock.move_into(campaign, "preliminary")
    assert "Preliminary</span></p>" in page_of(owner, address(runs["BASE"]))


def test_the_board_of_another_condition_is_one_choice_away(
    runs: dict[str, Run], campaign: Campaign, team: Team, organiser: User, client: Client, page_of: PageOf
) -> None:
    here = runs["BASE"].board_id
    assert 'name="board"' not in page_of(None, address(runs["BASE"]))
    other = put_board(campaign, [Entry("C", 1, team)], by=organiser, condition="constrained")["C"].board_id
    page = page_of(None, address(runs["BASE"]))
    assert f'<option value="{here}" selected>Unconstrained Training</option>' in page
    response = client.get(address(runs["BASE"], f"?board={other}&sort=name"))
    assert (response.status_code, response.headers["Location"]) == (
        302,
        f"/campaigns/openmt/results/{other}/?sort=name",
    )
    assert client.get(address(runs["BASE"], "?board=999999")).status_code == 200


def test_the_first_line_says_how_many_took_part(
    runs: dict[str, Run], owner: User, campaign: Campaign, clock: Clock, page_of: PageOf
) -> None:
    said = "6 runs from 2 teams, 1 baseline, 2 systems of earlier years"
    assert f"24 segments · {said}" in page_of(None, address(runs["BASE"]))
    clock.move_into(campaign, "preliminary")  # while names are hidden, so is the number of teams
    assert "6 runs, 1 baseline, 2 systems of earlier years" in page_of(owner, address(runs["BASE"]))


def test_what_does_not_count_stands_apart(runs: dict[str, Run], page_of: PageOf) -> None:
    page = page_of(None, address(runs["BASE"]))
    unofficial, late = section(page, "unofficial"), section(page, "late")
    assert "RIVAL_extra" in unofficial
    extra = RunScore.objects.get(run=runs["RIVAL_extra"], metric="bleu@mteval")
    assert f"{extra.value:.2f}" in unofficial
    assert names_in(late) == ["RIVAL_late", "TESTS_mended"]
    assert '<span class="chip remark">Unofficial (late)</span>' in late
    assert '<span class="chip remark">Unofficial (debugged)</span>' in late
    assert bleu(runs["RIVAL_late"]) not in page
    assert not re.search(r">\d+\.\d", late)


def test_a_team_sees_the_scores_of_its_own_late_runs(runs: dict[str, Run], rival: User, page_of: PageOf) -> None:
    page = page_of(rival, address(runs["BASE"]))
    late = section(page, "late")
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
    assert '<option value="genre=wb" selected>Genre: web data</option>' in page


def test_kinds_of_systems(runs: dict[str, Run], page_of: PageOf) -> None:
    page = page_of(None, address(runs["BASE"], "?kind=primary&kind=baseline"))
    assert official(page) == ["RIVAL_primary", "TESTS_primary", "BASE"]
    assert 'name="kind" value="primary" checked>' in page
    assert 'name="kind" value="earlier">' in page


def test_specifications_side_by_side(campaign: Campaign, team: Team, organiser: User, page_of: PageOf) -> None:
    both = ["case+punc", "no_case+no_punc"]
    campaign.rulebook_content["evaluation"]["specifications"] = both
    campaign.save()
    runs = put_board(campaign, [Entry("A", 1, team), Entry("B", 2, team)], by=organiser, specifications=both)
    page = page_of(None, address(runs["A"], "?specification=all"))
    for specification in both:
        value = RunScore.objects.get(run=runs["A"], metric="bleu@mteval", specification=specification).value
        assert f"{value:.2f}" in page
        assert f'<br><span class="faint">{specification}</span>' in page


def test_runs_without_upper_case_are_no_rows_where_only_others_are_scored(
    campaign: Campaign, team: Team, organiser: User, page_of: PageOf
) -> None:
    both = ["iwslt05-english-standard", "iwslt05-english-optional"]
    campaign.rulebook_content["evaluation"]["specifications"] = both
    campaign.save()
    runs = put_board(campaign, [Entry("A", 1, team), Entry("B", 2, team)], by=organiser, specifications=both)
    runs["B"].scores.filter(specification=both[1]).delete()
    Run.objects.filter(pk=runs["B"].pk).update(has_upper_case=False)
    page = page_of(None, address(runs["A"], f"?specification={both[1]}"))
    assert official(page) == ["A"]
    assert "iwslt05-english-optional is only for runs with upper case. Without it: B." in page
    assert "no score for B" not in page
    assert official(page_of(None, address(runs["A"]))) == ["A", "B"]
    Run.objects.filter(pk=runs["A"].pk).update(has_upper_case=False)
    assert "There are no official runs with upper case." in page_of(
        None, address(runs["A"], f"?specification={both[1]}")
    )


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
    assert page.count('class="iv" height="38"') == 7  # a row each of six official systems and an unofficial one
    assert page.count('<svg class="chart"') == 2
    assert page.count('<rect class="bar') == 3  # the best, the baseline, the best of earlier years
    assert "style=" not in page
    assert "<title>RIVAL_primary: " in page
    assert "The two orders agree with Kendall’s τ = 1.00 over 6 systems" in page


def test_ranks_are_by_score_alone_until_a_new_run_is_compared(
    runs: dict[str, Run], team: Team, organiser: User, page_of: PageOf
) -> None:
    new = put_run(runs["BASE"].board, Entry("TESTS_new", 0, team), by=organiser)
    put_scores(new, {"case+punc": evaluated((("TESTS_new", 0),), ("bleu@mteval",), "case+punc")})
    page = page_of(None, address(new))
    assert official(page)[0] == "TESTS_new"
    assert "significance is being computed again" in page
    assert "Cluster 1" not in page


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


@pytest.mark.parametrize(("rows", "queries"), [(1, 14), (3, 15), (30, 15)])  # one alone is compared with nobody
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
    with django_assert_num_queries(13 + beside):  # type: ignore[attr-defined]
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
    monkeypatch.setattr("bakeoff_site.results.views.board_content._SYSTEMS_ON_A_PAGE", 1)
    entries = [Entry("TESTS_primary", 2, team), Entry("TESTS_contrast1", 1, team, system_type="contrast")]
    runs = put_board(campaign, entries, by=organiser)
    client.force_login(organiser)
    first, second = (client.get(address(runs["TESTS_primary"], f"?page={page}")).content.decode() for page in (1, 2))
    assert "Page 1 of 2" in first
    assert "Page 2 of 2" in second
    assert sorted(official(first) + official(second)) == sorted(runs)
    assert "page=2" not in re.findall(r'href="([^"]*sort=name[^"]*)"', second)[0]
    assert 'class="iv" height="38"' in second
