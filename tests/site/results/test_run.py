"""The page of a run."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from django.test import Client
from django.utils import timezone

from bakeoff_site.accounts.models import User
from bakeoff_site.campaigns.models import Campaign, Team
from bakeoff_site.campaigns.selectors import role_of
from bakeoff_site.results.selectors import board_for
from bakeoff_site.scoring.selectors import evaluations
from bakeoff_site.submissions.models import Run
from tests.site.conftest import Clock
from tests.site.results.boards import METRICS, SOURCE, evaluated, put_scores

PageOf = Callable[[User | None, str], str]


def address(run: Run | str, query: str = "") -> str:
    return f"/campaigns/openmt/results/runs/{run.pk if isinstance(run, Run) else run}/{query}"


def outputs(page: str) -> list[str]:
    return re.findall(r'<dd class="output"[^>]*>(.*?)</dd>', page)


@pytest.fixture
def signed(team: Team, owner: User) -> Team:
    """The team has signed what data are handed out after."""
    for agreement in ("evaluation-rules", "ldc-licence"):
        team.signatures.create(agreement=agreement, signed_by=owner)
    return team


@pytest.fixture(autouse=True)
def preliminary(clock: Clock, campaign: Campaign) -> None:
    clock.move_into(campaign, "preliminary")


@pytest.mark.usefixtures("signed")
def test_scores_with_intervals_groups_and_signatures(runs: dict[str, Run], owner: User, page_of: PageOf) -> None:
    run = runs["TESTS_primary"]
    page = page_of(owner, address(run))
    for score in run.scores.all():
        assert f"{score.value:.{score.digits}f}" in page
        assert score.variation is not None
        assert f"[{score.variation['low']:.{score.digits}f}, " in page
        assert score.signature.replace(">", "&gt;") in page
        assert f"{score.groups['genre=wb']['value']:.{score.digits}f}" in page
    assert "genre: web data" in page
    assert "<h1><bdi>TESTS_primary</bdi></h1>" in page


def test_preliminary_scores_stand_beside_the_final_ones(runs: dict[str, Run], owner: User, page_of: PageOf) -> None:
    run = runs["TESTS_primary"]
    before = run.scores.get(metric="ter@tercom").value
    put_scores(run, {"case+punc": evaluated((("TESTS_primary", 1),), METRICS, "case+punc")}, inputs_digest="c" * 64)
    after = run.scores.get(metric="ter@tercom", current=True).value
    row = next(row for row in page_of(owner, address(run)).split("<tr>") if "tercom&#x27;s TER</th>" in row)
    assert before != after
    assert row.index(f"{after:.2f}") < row.index(f"{before:.2f}")


def test_a_team_reads_its_own_output_with_source_and_reference(
    runs: dict[str, Run], signed: Team, owner: User, page_of: PageOf
) -> None:
    page = page_of(owner, address(runs["TESTS_primary"]))
    assert f'<dd dir="auto" lang="ar">{SOURCE} 0</dd>' in page
    assert '<dt>Reference</dt><dd dir="auto" lang="en">The minister said' in page
    assert len(outputs(page)) == 24
    assert "oops" in outputs(page)[1].lower()
    evaluation = evaluated((("TESTS_primary", 2),), METRICS, "case+punc")
    first = evaluation.segment_scores(evaluation.systems[0], "bleu@mteval")[0]
    assert f"BLEU <b>{first:.2f}</b>" in page


def test_without_the_licence_neither_source_nor_reference_is_shown(
    runs: dict[str, Run], owner: User, page_of: PageOf
) -> None:
    page = page_of(owner, address(runs["TESTS_primary"]))
    assert len(outputs(page)) == 24
    assert SOURCE not in page
    assert "<dt>Reference" not in page


def test_outputs_of_others_are_not_shown_where_they_are_not_released(
    runs: dict[str, Run], signed: Team, owner: User, campaign: Campaign, clock: Clock, page_of: PageOf
) -> None:
    view = board_for(role_of(owner, campaign), runs["BASE"].board, clock.now)
    other = next(row for row in view.rows if row.kind == "primary" and not row.is_own)
    page = page_of(owner, address(other.key))
    assert f"<h1><bdi>{other.name}</bdi></h1>" in page
    assert "RIVAL" not in page
    assert "Rivals" not in page
    assert outputs(page) == []
    assert "The text of this run is not released" in page
    assert "24 segments" in page


def test_a_search_finds_nothing_in_texts_that_are_not_shown(
    runs: dict[str, Run], owner: User, campaign: Campaign, clock: Clock, page_of: PageOf
) -> None:
    # The words of the reference are looked for in the output alone: the licence is not signed.
    found = page_of(owner, address(runs["TESTS_primary"], "?text=OOPS"))
    assert 0 < len(outputs(found)) <= 24
    assert all("oops" in output.lower() for output in outputs(found))
    hidden = page_of(owner, address(runs["TESTS_primary"], f"?text={SOURCE}"))
    assert "No segment matches." in hidden


def test_segments_by_score_and_by_document(runs: dict[str, Run], owner: User, page_of: PageOf) -> None:
    def scores(query: str) -> list[float]:
        page = page_of(owner, address(runs["TESTS_primary"], query))
        return [float(score) for score in re.findall(r"tercom&#x27;s TER <b>([\d.]+)</b>", page)]

    worst = scores("?metric=ter@tercom&order=worst")
    assert worst == sorted(worst, reverse=True)
    assert scores("?metric=ter@tercom&order=best") == sorted(worst)
    assert len(scores("?document=doc2")) == 8
    _, documents = page_of(owner, address(runs["TESTS_primary"])).split('<h2 id="documents">Documents</h2>')
    evaluation = evaluated((("TESTS_primary", 2),), METRICS, "case+punc")
    for metric, scoring in evaluation.metrics.items():
        for name, value in evaluation.document_scores(evaluation.systems[0])[metric].items():
            row = next(row for row in documents.split("<tr>") if f"<bdi>{name}</bdi>" in row)
            assert f'<td class="number">{value:.{scoring.digits}f}</td>' in row


@pytest.mark.parametrize("page", ["0", "-1", "x", "99999999999", "7"])
def test_pages_that_do_not_exist_fall_back(page: str, runs: dict[str, Run], owner: User, page_of: PageOf) -> None:
    assert "24 segments" in page_of(owner, address(runs["TESTS_primary"], f"?page={page}"))


def test_own_runs_are_shown_before_their_scores_with_the_day_they_come(
    runs: dict[str, Run], owner: User, rival: User, campaign: Campaign, clock: Clock, client: Client, page_of: PageOf
) -> None:
    clock.move_into(campaign, "evaluation")
    page = page_of(owner, address(runs["TESTS_primary"]))
    assert 'Its scores are shown from <time datetime="2012-04-20T16:00:00Z">2012-04-20 12:00</time>' in page
    assert "signature" not in page.lower()
    client.force_login(rival)
    assert client.get(address(runs["TESTS_primary"])).status_code == 404


def test_late_runs_and_withdrawn_ones_have_pages_for_their_team_alone(
    runs: dict[str, Run], owner: User, rival: User, campaign: Campaign, clock: Clock, client: Client, page_of: PageOf
) -> None:
    clock.move_into(campaign, "public")
    assert "late" in page_of(rival, address(runs["RIVAL_late"]))
    Run.objects.filter(pk=runs["RIVAL_primary"].pk).update(withdrawn_at=timezone.now())
    assert "withdrawn" in page_of(rival, address(runs["RIVAL_primary"]))
    client.force_login(owner)
    assert client.get(address(runs["RIVAL_late"])).status_code == 404
    assert client.get(address(runs["RIVAL_primary"])).status_code == 404


def test_organisers_see_everything(
    runs: dict[str, Run], organiser: User, campaign: Campaign, clock: Clock, page_of: PageOf
) -> None:
    clock.move_into(campaign, "evaluation")
    page = page_of(organiser, address(runs["RIVAL_primary"]))
    assert len(outputs(page)) == 24
    assert SOURCE in page
    assert "<dt>Reference</dt>" in page


@pytest.mark.parametrize("key", ["0", "999999", "x", "1-0123456789abcdef", "999999999999999999999", "1-"])
def test_what_is_no_run_is_not_found(key: str, runs: dict[str, Run], owner: User, client: Client) -> None:
    client.force_login(owner)
    assert client.get(address(key)).status_code == 404


def test_a_run_of_another_campaign_is_not_found(runs: dict[str, Run], administrator: User, client: Client) -> None:
    content = runs["BASE"].board.campaign.rulebook_content
    Campaign.objects.create(slug="other", title="Other", rulebook_text="", rulebook_content=content)
    client.force_login(administrator)
    assert client.get(f"/campaigns/other/results/runs/{runs['BASE'].pk}/").status_code == 404


def test_a_run_costs_a_fixed_number_of_queries(
    runs: dict[str, Run], owner: User, client: Client, django_assert_num_queries: Callable[..., object]
) -> None:
    client.force_login(owner)
    evaluations.unpacked_layout.cache_clear()
    for queries in (14, 10):  # what scores tell of segments is worked out once
        with django_assert_num_queries(queries):  # type: ignore[attr-defined]
            assert "Compare it with" in client.get(address(runs["TESTS_primary"])).content.decode()
