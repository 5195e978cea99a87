"""Two runs beside each other."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from django.test import Client

from bakeoff.evaluation import difference_intervals
from bakeoff_site.accounts.models import User
from bakeoff_site.campaigns.models import Campaign, Team
from bakeoff_site.scoring.selectors import evaluations
from bakeoff_site.submissions.models import Run
from tests.site.api.conftest import speaking
from tests.site.conftest import Clock
from tests.site.results.boards import METRICS, Entry, evaluated, put_board

PageOf = Callable[[User | None, str], str]


def address(first: Run, second: Run, query: str = "") -> str:
    return f"/campaigns/openmt/results/compare/?first={first.pk}&second={second.pk}{query}"


def differences(page: str) -> list[float]:
    return [float(value) for value in re.findall(r'<span class="soft">difference</span> <b>([-+\d.]+)</b>', page)]


@pytest.fixture(autouse=True)
def public(clock: Clock, campaign: Campaign) -> None:
    clock.move_into(campaign, "public")


def test_the_largest_differences_come_first(runs: dict[str, Run], organiser: User, page_of: PageOf) -> None:
    page = page_of(organiser, address(runs["RIVAL_primary"], runs["BASE"], "&metric=ter@tercom"))
    found = differences(page)
    assert len(found) == 10
    assert found == sorted(found, reverse=True)
    assert "Page 1 of 3" in page
    assert "RIVAL_primary</bdi> is better in 24 of 24 segments" in page
    rest = differences(page_of(organiser, address(runs["RIVAL_primary"], runs["BASE"], "&metric=ter@tercom&page=3")))
    assert len(rest) == 4
    assert rest[0] <= found[-1]


def test_differing_words_are_marked_by_whether_a_reference_has_them(
    runs: dict[str, Run], organiser: User, page_of: PageOf
) -> None:
    page = page_of(organiser, address(runs["RIVAL_primary"], runs["BASE"]))
    assert '<mark class="wrong">' in page
    assert '<mark class="wrong">oops' in page.lower()
    assert re.search(r'<mark class="right">\w+', page)
    assert 'dir="auto" lang="ar"' in page


def test_the_test_of_the_two_is_told(runs: dict[str, Run], organiser: User, page_of: PageOf) -> None:
    first, second = runs["RIVAL_primary"], runs["BASE"]
    pairs = first.board.comparisons.get().content["bleu@mteval"]["all"]["pairs"]
    pair = next(pair for pair in pairs if {pair["a"], pair["b"]} == {first.pk, second.pk})
    assert pair["significant"]
    page = page_of(organiser, address(second, first))
    assert "differ significantly" in page
    assert f"difference {-abs(pair['difference']):+.2f}" in page
    assert "trials:10000" in page


def test_small_differences_can_be_left_out(runs: dict[str, Run], organiser: User, page_of: PageOf) -> None:
    every = page_of(organiser, address(runs["RIVAL_primary"], runs["BASE"]))
    least = differences(every)[4]
    page = page_of(organiser, address(runs["RIVAL_primary"], runs["BASE"], f"&smallest={least + 0.001}"))
    assert 0 < len(differences(page)) < 10
    assert min(differences(page)) >= least
    none = page_of(organiser, address(runs["RIVAL_primary"], runs["BASE"], "&smallest=1000"))
    assert "or a smaller difference" in none


def test_the_other_side(runs: dict[str, Run], organiser: User, page_of: PageOf) -> None:
    page = page_of(organiser, address(runs["BASE"], runs["RIVAL_primary"], "&better=second"))
    found = differences(page)
    assert found == sorted(found)
    assert found[-1] < 0
    assert "No segment matches. Choose the other" in page_of(organiser, address(runs["BASE"], runs["RIVAL_primary"]))


@pytest.mark.parametrize("query", ["&smallest=nan", "&smallest=-3", "&smallest=x", "&page=x", "&page=99", "&better=z"])
def test_odd_wishes_fall_back(query: str, runs: dict[str, Run], organiser: User, page_of: PageOf) -> None:
    assert differences(page_of(organiser, address(runs["RIVAL_primary"], runs["BASE"], query)))


def test_texts_that_are_not_released_stay_closed(runs: dict[str, Run], stranger: User, page_of: PageOf) -> None:
    page = page_of(stranger, address(runs["RIVAL_primary"], runs["TESTS_primary"]))
    assert "not released" in page
    assert "oops" not in page.lower()
    assert "<dt>Source" not in page
    assert "<dt>Reference" not in page


def test_marks_do_not_tell_what_a_hidden_reference_says(
    runs: dict[str, Run], owner: User, campaign: Campaign, clock: Clock, page_of: PageOf
) -> None:
    # The team has not signed the licence: it reads its own outputs, and no reference.
    page = page_of(owner, address(runs["TESTS_primary"], runs["TESTS_contrast1"]))
    assert '<mark class="differs">' in page
    assert 'class="right"' not in page
    assert 'class="wrong"' not in page


def test_marks_do_not_tell_what_a_hidden_output_says(runs: dict[str, Run], owner: User, page_of: PageOf) -> None:
    page = page_of(owner, address(runs["TESTS_primary"], runs["BASE"]))
    assert "oops" in page.lower()
    assert "not released" in page
    assert "Where they differ is shown once both outputs are released." in page
    assert "<mark" not in page


def test_runs_of_two_boards_cannot_be_compared(
    runs: dict[str, Run], campaign: Campaign, team: Team, organiser: User, client: Client
) -> None:
    other = put_board(campaign, [Entry("ELSE", 1, team)], by=organiser, language_pair="kor2eng")
    client.force_login(organiser)
    for second, said in ((other["ELSE"], "Only runs on the same test set"), (runs["BASE"], "two different runs")):
        response = client.get(address(runs["BASE"], second))
        assert response.status_code == 400
        assert said in response.content.decode()


def test_a_run_without_scores_is_said_so(runs: dict[str, Run], organiser: User, client: Client) -> None:
    runs["BASE"].scores.all().delete()
    client.force_login(organiser)
    response = client.get(address(runs["BASE"], runs["OLD08"]))
    assert response.status_code == 400
    assert "Not both runs are scored yet" in response.content.decode()


def test_who_may_not_see_one_of_them_sees_neither(
    runs: dict[str, Run], owner: User, campaign: Campaign, clock: Clock, client: Client
) -> None:
    client.force_login(owner)
    assert client.get(address(runs["TESTS_primary"], runs["RIVAL_late"])).status_code == 404
    clock.move_into(campaign, "evaluation")
    assert client.get(address(runs["TESTS_primary"], runs["TESTS_contrast1"])).status_code == 404
    assert client.get("/campaigns/openmt/results/compare/").status_code == 404


def test_a_comparison_costs_a_fixed_number_of_queries(
    runs: dict[str, Run], owner: User, client: Client, django_assert_num_queries: Callable[..., object]
) -> None:
    client.force_login(owner)
    evaluations.unpacked_layout.cache_clear()
    with django_assert_num_queries(13):  # type: ignore[attr-defined]
        client.get(address(runs["TESTS_primary"], runs["RIVAL_primary"]))


def several(runs: dict[str, Run], *names: str, query: str = "") -> str:
    return "/campaigns/openmt/results/compare/?" + "&".join(f"run={runs[name].pk}" for name in names) + query


THREE = ("RIVAL_primary", "TESTS_primary", "BASE")


def test_several_systems_are_compared_by_every_metric(runs: dict[str, Run], organiser: User, page_of: PageOf) -> None:
    page = page_of(organiser, several(runs, *THREE))
    assert "<bdi>RIVAL_<wbr>primary</bdi>, <bdi>TESTS_<wbr>primary</bdi> and <bdi>BASE</bdi></h1>" in page
    for name in THREE:
        for score in runs[name].scores.all():
            assert f"{score.value:.{score.digits}f}" in page
    best = runs["RIVAL_primary"].scores.get(metric="ter@tercom").value
    assert f"<b>{best:.2f}</b>" in page


def test_differences_of_all_pairs_have_intervals_and_p_values(
    runs: dict[str, Run], organiser: User, page_of: PageOf
) -> None:
    evaluation = evaluated(
        tuple((name, faults) for name, faults in zip(THREE, (1, 2, 7), strict=True)), METRICS, "case+punc"
    )
    intervals = difference_intervals(evaluation, "bleu@mteval", samples=1000, threads=1)
    pairs = runs["BASE"].board.comparisons.get().content["bleu@mteval"]["all"]["pairs"]
    page = page_of(organiser, several(runs, *THREE))
    matrix = page[page.index('id="pairs"') : page.index('id="spreads"')]
    comparison = speaking(organiser).compare_systems("openmt", [str(runs[name].pk) for name in THREE])
    assert [system.name for system in comparison.systems] == list(THREE)
    assert len(comparison.differences) == 3
    by_key = {str(run.pk): name for name, run in runs.items()}
    for found in comparison.differences:
        first, second = by_key[found.first], by_key[found.second]
        pair = next(pair for pair in pairs if {pair["a"], pair["b"]} == {runs[first].pk, runs[second].pk})
        assert (found.p, found.p_corrected, found.is_significant) == (
            pair["p"],
            pair["p_corrected"],
            pair["significant"],
        )
        assert found.difference == pytest.approx(pair["difference"])
        assert (found.low, found.high) == (intervals[first, second].low, intervals[first, second].high)
        assert f"<b>{found.difference:+.2f}</b>" in matrix
        assert f"[{found.low:+.2f}, {found.high:+.2f}]" in matrix
        assert f"[{-(found.high or 0.0):+.2f}, {-(found.low or 0.0):+.2f}]" in matrix  # the other way round
    assert (
        matrix.count("▲") == matrix.count("▼") == sum(each.is_significant or False for each in comparison.differences)
    )


def test_segments_that_several_systems_differ_on_most_come_first(
    runs: dict[str, Run], organiser: User, page_of: PageOf
) -> None:
    page = page_of(organiser, several(runs, *THREE, query="&metric=ter@tercom"))
    spreads = [float(text) for text in re.findall(r'<span class="soft">spread</span> <b>([\d.]+)</b>', page)]
    assert len(spreads) == 10
    assert spreads == sorted(spreads, reverse=True)
    assert '<mark class="other">oops' in page.lower()
    keys = [str(runs[name].pk) for name in THREE]
    listed = list(speaking(organiser).spreads("openmt", keys, metric="ter@tercom"))
    assert [f"{each.spread:.2f}" for each in listed[:10]] == [f"{spread:.2f}" for spread in spreads]
    assert [system.run for system in listed[0].systems] == keys
    none = page_of(organiser, several(runs, *THREE, query="&smallest=100000"))
    assert "No segment matches. Choose a smaller difference." in none


def test_a_system_that_was_not_compared_across_teams_says_so(
    runs: dict[str, Run], organiser: User, page_of: PageOf
) -> None:
    page = page_of(organiser, several(runs, "RIVAL_primary", "TESTS_primary", "TESTS_contrast1"))
    assert page.count("not tested") == 4


def test_texts_of_several_systems_stay_closed_too(runs: dict[str, Run], stranger: User, page_of: PageOf) -> None:
    page = page_of(stranger, several(runs, *THREE))
    assert page.count("not released") == 3 * 10
    assert "oops" not in page.lower()
    assert "<dt>Source" not in page


def test_marks_of_several_outputs_do_not_tell_what_a_hidden_reference_says(
    runs: dict[str, Run], owner: User, page_of: PageOf
) -> None:
    page = page_of(owner, several(runs, *THREE))  # the licence is not signed
    assert "oops" in page.lower()
    assert "<mark" not in page


@pytest.mark.parametrize(
    ("names", "said"),
    [
        (("BASE",), "Choose two or more different systems"),
        (("BASE", "BASE", "OLD09"), "Choose two or more different systems"),
    ],
)
def test_one_system_alone_is_not_compared(
    names: tuple[str, ...], said: str, runs: dict[str, Run], organiser: User, client: Client
) -> None:
    client.force_login(organiser)
    response = client.get(several(runs, *names))
    assert response.status_code == 400
    assert said in response.content.decode()


def test_too_many_systems_are_refused(campaign: Campaign, team: Team, organiser: User, client: Client) -> None:
    many = put_board(campaign, [Entry(f"S{n}", n % 9, team) for n in range(13)], by=organiser, metrics=("wer",))
    client.force_login(organiser)
    response = client.get(several(many, *many))
    assert response.status_code == 400
    assert "At most 12 systems" in response.content.decode()


def test_who_may_not_see_one_of_several_sees_none(runs: dict[str, Run], owner: User, client: Client) -> None:
    client.force_login(owner)
    assert client.get(several(runs, "TESTS_primary", "BASE", "RIVAL_late")).status_code == 404
