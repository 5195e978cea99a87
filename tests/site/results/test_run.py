"""The page of a run."""

from __future__ import annotations

import re
from collections.abc import Callable
from statistics import median

import pytest
from django.test import Client
from django.utils import timezone

from bakeoff.evaluation import bleu_details
from bakeoff_site.accounts.models import User
from bakeoff_site.campaigns.models import Campaign, Team
from bakeoff_site.campaigns.selectors import role_of
from bakeoff_site.results.selectors import board_for
from bakeoff_site.scoring.selectors import evaluations
from bakeoff_site.submissions.models import Run
from tests.site.api.conftest import speaking
from tests.site.conftest import Clock
from tests.site.results.boards import METRICS, SOURCE, documents, evaluated, put_scores

PageOf = Callable[[User | None, str], str]


def address(run: Run | str, query: str = "") -> str:
    return f"/campaigns/openmt/results/runs/{run.pk if isinstance(run, Run) else run}/{query}"


def outputs(page: str) -> list[str]:
    found = re.findall(r'<dd class="text output"[^>]*>(.*?)</dd>', page)
    return [re.sub(r"</?mark[^>]*>", "", output) for output in found]


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
    page = page_of(owner, address(run, "?show=scores"))
    for score in run.scores.all():
        assert f"{score.value:.{score.digits}f}" in page
        assert score.variation is not None
        assert f"[{score.variation['low']:.{score.digits}f}, " in page
        assert score.signature.replace(">", "&gt;") in page
        assert f"{score.groups['genre=wb']['value']:.{score.digits}f}" in page
    assert "Genre: web data" in page
    assert "<h1><bdi>TESTS_<wbr>primary</bdi></h1>" in page


def test_the_first_page_has_scores_with_intervals_and_ranks(
    runs: dict[str, Run], organiser: User, page_of: PageOf
) -> None:
    run = runs["TESTS_primary"]
    page = page_of(organiser, address(run))
    content = run.board.comparisons.get().content
    for score in run.scores.all():
        low, high = content[score.metric]["all"]["rank_ranges"][str(run.pk)]
        rank = str(low) if low == high else f"{low}–{high}"
        assert score.variation is not None
        span = f"[{score.variation['low']:.{score.digits}f}, {score.variation['high']:.{score.digits}f}]"
        assert f'<p class="figure">{score.value:.{score.digits}f}</p><p>{span} · rank {rank} of 5</p>' in page
    contrastive = page_of(organiser, address(runs["TESTS_contrast1"]))
    assert "not ranked" in contrastive


def test_parts_are_against_the_median_of_the_compared_systems(
    runs: dict[str, Run], organiser: User, page_of: PageOf
) -> None:
    run = runs["TESTS_primary"]
    compared = [runs[name] for name in ("TESTS_primary", "RIVAL_primary", "BASE", "OLD09", "OLD08")]
    page = page_of(organiser, address(run))
    for group, label in (("", "All segments"), ("genre=wb", "Genre: web data")):
        scores = {each: each.scores.get(metric="bleu@mteval") for each in compared}
        values = {
            each: float(score.groups[group]["value"] if group else score.value or 0.0) for each, score in scores.items()
        }
        row = next(row for row in page.split("<tr") if f">{label}</th>" in row)
        assert f"<b>{values[run]:.2f}</b>" in row
        assert f"{values[run] - median(values.values()):+.2f}" in row
    assert 'class="best"' in page
    record = speaking(organiser).run("openmt", str(run.pk))
    score = next(score for score in record.scores if score.metric == "bleu@mteval")
    assert score.median == median(each.scores.get(metric="bleu@mteval").value or 0.0 for each in compared)
    assert (score.rank, score.compared) != ("", 0)
    part = next(part for part in record.groups if part.name == "genre=wb")
    assert part.medians["bleu@mteval"] == median(values.values())


def test_people_who_see_only_their_own_runs_see_neither_ranks_nor_medians(
    runs: dict[str, Run], campaign: Campaign, owner: User, page_of: PageOf
) -> None:
    campaign.rulebook_content["phases"]["preliminary"]["releases"] = {"participants": ["own-scores"]}
    campaign.save()
    page = page_of(owner, address(runs["TESTS_primary"]))
    assert '<p class="figure">' in page
    assert "· rank" not in page
    assert 'class="best"' not in page
    record = speaking(owner).run("openmt", str(runs["TESTS_primary"].pk))
    assert {(score.rank, score.compared, score.median) for score in record.scores} == {("", 0, None)}


def test_what_bleu_is_made_of_is_that_of_the_science(runs: dict[str, Run], organiser: User, page_of: PageOf) -> None:
    evaluation = evaluated((("TESTS_primary", 2),), METRICS, "case+punc")
    details = bleu_details(evaluation, evaluation.systems[0], "bleu@mteval")
    assert details is not None
    run = runs["TESTS_primary"]
    page = page_of(organiser, address(run))
    made_of = page[page.index('id="bleu"') :]
    cells = re.findall(r'<td role="cell" data-label="[^"]*" class="number">([^<]*)</td>', made_of)[:8]
    assert cells == [
        *(f"{precision:.1f}" for precision in details.precisions),
        f"{details.brevity_penalty:.3f}",
        str(details.hypothesis_length),
        str(details.reference_length),
        f"{details.length_ratio:.3f}",
    ]
    (record,) = speaking(organiser).run("openmt", str(run.pk)).bleu
    assert (record.metric, record.precisions) == ("bleu@mteval", details.precisions)
    assert record.brevity_penalty == details.brevity_penalty
    assert (record.hypothesis_length, record.reference_length) == (
        details.hypothesis_length,
        details.reference_length,
    )


def test_scores_of_documents_are_dots_with_the_best_and_the_worst_named(
    runs: dict[str, Run], organiser: User, page_of: PageOf, client: Client
) -> None:
    evaluation = evaluated((("TESTS_primary", 2),), METRICS, "case+punc")
    scores = evaluation.document_scores(evaluation.systems[0])["bleu@mteval"]
    page = page_of(organiser, address(runs["TESTS_primary"]))
    for name in (max(scores, key=scores.__getitem__), min(scores, key=scores.__getitem__)):
        assert f">{name} {scores[name]:.2f}</text>" in page
    for name in ("documents", "parts"):
        text = client.get(f"{address(runs['TESTS_primary'])}figures/{name}.svg").content.decode()
        assert text.startswith("<svg xmlns=")
        assert "TESTS_primary: BLEU by" in text
    assert client.get(f"{address(runs['TESTS_primary'])}figures/nothing.svg").status_code == 404


def test_the_weakest_segments_come_first_with_words_marked_against_the_reference(
    runs: dict[str, Run], organiser: User, page_of: PageOf
) -> None:
    page = page_of(organiser, address(runs["TESTS_primary"]))
    worst = page[page.index('id="worst"') :]
    assert len(outputs(worst)) == 3
    assert re.search(r'<mark class="other">\W?oops', worst, re.IGNORECASE)
    assert '<mark class="same">' in worst
    scores = [float(score) for score in re.findall(r"<b>([\d.]+)</b> BLEU", worst)]
    assert scores == sorted(scores)


def test_marks_do_not_tell_what_a_hidden_reference_says(runs: dict[str, Run], owner: User, page_of: PageOf) -> None:
    page = page_of(owner, address(runs["TESTS_primary"], "?show=segments"))
    assert len(outputs(page)) == 24
    assert "<mark" not in page


def test_the_output_is_a_file_for_those_who_may_read_it(
    runs: dict[str, Run], owner: User, rival: User, client: Client
) -> None:
    client.force_login(owner)
    response = client.get(f"{address(runs['TESTS_primary'])}output.txt")
    assert response.headers["Content-Disposition"] == 'attachment; filename="tests_primary.txt"'
    expected = [segment.text for document in documents(2) for segment in document.segments]
    assert response.content.decode().splitlines() == expected
    client.force_login(rival)
    assert client.get(f"{address(runs['TESTS_primary'])}output.txt").status_code == 404


def test_preliminary_scores_stand_beside_the_final_ones(runs: dict[str, Run], owner: User, page_of: PageOf) -> None:
    run = runs["TESTS_primary"]
    before = run.scores.get(metric="ter@tercom").value
    put_scores(run, {"case+punc": evaluated((("TESTS_primary", 1),), METRICS, "case+punc")}, inputs_digest="c" * 64)
    after = run.scores.get(metric="ter@tercom", current=True).value
    row = next(
        row
        for row in page_of(owner, address(run, "?show=scores")).split("<tr>")
        if 'scope="row">tercom&#x27;s TER</th>' in row
    )
    assert before != after
    assert row.index(f"{after:.2f}") < row.index(f"{before:.2f}")


def test_a_team_reads_its_own_output_with_source_and_reference(
    runs: dict[str, Run], signed: Team, owner: User, page_of: PageOf
) -> None:
    page = page_of(owner, address(runs["TESTS_primary"], "?show=segments"))
    assert f'<dd class="text" dir="auto" lang="ar">{SOURCE} 0</dd>' in page
    assert '<dt>Reference</dt><dd class="text" dir="auto" lang="en">The minister said' in page
    assert len(outputs(page)) == 24
    assert "oops" in outputs(page)[1].lower()
    evaluation = evaluated((("TESTS_primary", 2),), METRICS, "case+punc")
    first = evaluation.segment_scores(evaluation.systems[0], "bleu@mteval")[0]
    assert f"<b>{first:.2f}</b> BLEU" in page


def test_without_the_licence_neither_source_nor_reference_is_shown(
    runs: dict[str, Run], owner: User, page_of: PageOf
) -> None:
    page = page_of(owner, address(runs["TESTS_primary"], "?show=segments"))
    assert len(outputs(page)) == 24
    assert SOURCE not in page
    assert "<dt>Reference" not in page


def test_outputs_of_others_are_not_shown_where_they_are_not_released(
    runs: dict[str, Run], signed: Team, owner: User, campaign: Campaign, clock: Clock, page_of: PageOf
) -> None:
    view = board_for(role_of(owner, campaign), runs["BASE"].board, clock.now)
    other = next(row for row in view.rows if row.kind == "primary" and not row.is_own)
    page = page_of(owner, address(other.key, "?show=segments"))
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
        return [float(score) for score in re.findall(r"<b>([\d.]+)</b> tercom&#x27;s TER", page)]

    worst = scores("?metric=ter@tercom&order=worst")
    assert worst == sorted(worst, reverse=True)
    assert scores("?metric=ter@tercom&order=best") == sorted(worst)
    assert len(scores("?metric=ter@tercom&document=doc2")) == 8
    page = page_of(owner, address(runs["TESTS_primary"], "?show=documents"))
    _, listed = page.split('<h2 id="documents">Documents</h2>')
    evaluation = evaluated((("TESTS_primary", 2),), METRICS, "case+punc")
    for metric, scoring in evaluation.metrics.items():
        for name, value in evaluation.document_scores(evaluation.systems[0])[metric].items():
            row = next(row for row in listed.split("<tr>") if f"<bdi>{name}</bdi>" in row)
            assert f'<td class="number">{value:.{scoring.digits}f}</td>' in row


@pytest.mark.parametrize("page", ["0", "-1", "x", "99999999999", "7"])
def test_pages_that_do_not_exist_fall_back(page: str, runs: dict[str, Run], owner: User, page_of: PageOf) -> None:
    assert "24 segments" in page_of(owner, address(runs["TESTS_primary"], f"?page={page}"))


def test_own_runs_are_shown_before_their_scores_with_the_day_they_come(
    runs: dict[str, Run], owner: User, rival: User, campaign: Campaign, clock: Clock, client: Client, page_of: PageOf
) -> None:
    clock.move_into(campaign, "evaluation")
    page = page_of(owner, address(runs["TESTS_primary"]))
    assert 'Its scores are shown from <time datetime="2012-04-20T16:00:00Z">Fri 20 April 2012, 12:00</time>' in page
    assert "signature" not in page.lower()
    client.force_login(rival)
    assert client.get(address(runs["TESTS_primary"])).status_code == 404


def test_late_runs_and_withdrawn_ones_have_pages_for_their_team_alone(
    runs: dict[str, Run], owner: User, rival: User, campaign: Campaign, clock: Clock, client: Client, page_of: PageOf
) -> None:
    clock.move_into(campaign, "public")
    assert "late" in page_of(rival, address(runs["RIVAL_late"]))
    Run.objects.filter(pk=runs["RIVAL_primary"].pk).update(withdrawn_at=timezone.now())
    assert "Withdrawn" in page_of(rival, address(runs["RIVAL_primary"]))
    client.force_login(owner)
    assert client.get(address(runs["RIVAL_late"])).status_code == 404
    assert client.get(address(runs["RIVAL_primary"])).status_code == 404


def test_organisers_see_everything(
    runs: dict[str, Run], organiser: User, campaign: Campaign, clock: Clock, page_of: PageOf
) -> None:
    clock.move_into(campaign, "evaluation")
    page = page_of(organiser, address(runs["RIVAL_primary"], "?show=segments"))
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
    for queries in (20, 12):  # what scores say of segments and ranks is worked out once
        with django_assert_num_queries(queries):  # type: ignore[attr-defined]
            assert "Compare with" in client.get(address(runs["TESTS_primary"])).content.decode()
