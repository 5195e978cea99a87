"""The overview of a campaign's results."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.test import Client

from bakeoff_site.accounts.models import User
from bakeoff_site.campaigns.models import Campaign, Team
from bakeoff_site.submissions.models import Description, Run
from tests.site.conftest import Clock
from tests.site.results.boards import Entry, put_board

OTHERS = (("Rivals", "RIVAL"), ("Nothing Sent", "NONE"))
PAGE = "/campaigns/openmt/results/"
PageOf = Callable[[User | None, str], str]


def test_boards_with_their_best_system(runs: dict[str, Run], campaign: Campaign, clock: Clock, page_of: PageOf) -> None:
    clock.move_into(campaign, "public")
    page = page_of(None, PAGE)
    best = runs["RIVAL_primary"].scores.get(metric="bleu@mteval").value
    base = runs["BASE"].scores.get(metric="bleu@mteval").value
    assert (
        f'href="/campaigns/openmt/results/{runs["BASE"].board_id}/">Arabic–English, Unconstrained Training</a>' in page
    )
    assert "<bdi>RIVAL_primary</bdi>" in page
    assert f"<b>{best:.2f}</b>" in page
    assert f'<td role="cell" class="number" data-label="Baseline">{base:.2f}</td>' in page
    assert page.count('<rect class="bar') == 2


def test_before_results_the_page_says_when_they_come(
    runs: dict[str, Run], owner: User, campaign: Campaign, clock: Clock, page_of: PageOf
) -> None:
    clock.move_into(campaign, "evaluation")
    page = page_of(None, PAGE)
    assert "Results are not shown yet" in page
    assert 'OpenMT12 test set: from <time datetime="2012-08-31T04:00:00Z">Fri 31 August 2012, 00:00</time>' in page
    assert "If you take part, <a" in page
    # What was submitted stays unknown.
    assert "Arabic" not in page
    assert 'from <time datetime="2012-04-20T16:00:00Z">Fri 20 April 2012, 12:00</time>' in page_of(owner, PAGE)


def test_organisers_of_an_empty_campaign_are_told_how_boards_come(
    campaign: Campaign, organiser: User, page_of: PageOf
) -> None:
    assert "Boards appear here automatically" in page_of(organiser, PAGE)


def test_a_campaign_that_never_releases_scores(campaign: Campaign, page_of: PageOf) -> None:
    for phase in campaign.rulebook_content["phases"].values():
        phase["releases"] = {}
    campaign.save()
    assert "the schedule does not say when" in page_of(None, PAGE)


def test_teams_by_track(runs: dict[str, Run], campaign: Campaign, owner: User, clock: Clock, page_of: PageOf) -> None:
    clock.move_into(campaign, "evaluation")
    assert '<h2 id="participants">' not in page_of(owner, PAGE)
    clock.move_into(campaign, "preliminary")
    page = page_of(owner, PAGE)
    assert 'scope="col" class="number">Post-Eval System Combination</th>' in page
    clock.move_into(campaign, "public")
    assert 'class="number">2<span' in row_of("Rivals", page_of(owner, PAGE))  # and one late


def test_while_names_are_hidden_nobody_learns_how_many_runs_others_have(
    runs: dict[str, Run], campaign: Campaign, owner: User, organiser: User, clock: Clock, page_of: PageOf
) -> None:
    clock.move_into(campaign, "preliminary")
    Team.objects.create(campaign=campaign, name="Nothing Sent", code="NONE")
    page = page_of(owner, PAGE)
    others = [row_of(name, page).replace(name, "").replace(team, "") for name, team in OTHERS]
    assert others[0] == others[1]  # also of one that has no run
    assert "hidden" in others[0]
    assert "late or debugged" not in others[0]
    assert "shown when the names of systems are released" in page
    assert 'class="number">2<span' in row_of("University of the Tests", page)
    assert 'class="number">2<span' in row_of("Rivals", page_of(organiser, PAGE))
    assert "shown when the names" not in page_of(organiser, PAGE)
    clock.move_into(campaign, "public")
    assert "shown when the names" not in page_of(owner, PAGE)


def row_of(team: str, page: str) -> str:
    found = page[page.index(f"<bdi>{team}</bdi>") :]
    return found[: found.index("</tr>")]


def test_rehearsals_are_no_part_in_a_track_and_late_runs_stand_apart(
    campaign: Campaign, rivals: Team, organiser: User, clock: Clock, page_of: PageOf
) -> None:
    put_board(campaign, [Entry("RIVAL_dry", 1, rivals)], by=organiser, test_set="dry-run")
    clock.move_into(campaign, "public")

    def row() -> str:
        page = page_of(None, PAGE)
        found = page[page.index("<bdi>Rivals</bdi>") :]
        return found[: found.index("</tr>")]

    assert "run</span>" not in row().replace("runs</span>", "run</span>")
    put_board(
        campaign, [Entry("RIVAL_a", 1, rivals), Entry("RIVAL_b", 2, rivals, late=True, official=False)], by=organiser
    )
    assert 'class="number">1<span' in row()
    assert "+ 1 unofficial (late or debugged)" in row()


def test_techniques_come_with_the_descriptions(
    runs: dict[str, Run], campaign: Campaign, team: Team, owner: User, clock: Clock, page_of: PageOf
) -> None:
    text = "Site: TESTS\nApproach: phrase-based, with <b>reordering</b>\nResources:\n- tools\n"
    for valid, words in ((True, text), (False, "Approach: a draft")):
        Description.objects.create(
            team=team, text=words, valid=valid, submitted_by=owner, submitted_at=clock.now,
            track="single", condition="unconstrained", system="primary",
        )  # fmt: skip
    clock.move_into(campaign, "public")
    assert "phrase-based" not in page_of(None, PAGE)  # this campaign releases descriptions to participants
    assert "phrase-based" in page_of(owner, PAGE)
    campaign.rulebook_content["phases"]["public"]["releases"]["public"].append("descriptions")
    campaign.save()
    page = page_of(None, PAGE)
    assert "phrase-based, with &lt;b&gt;reordering&lt;/b&gt;" in page
    assert "a draft" not in page


def test_late_and_debugged_runs_are_named_without_scores(
    runs: dict[str, Run], campaign: Campaign, clock: Clock, page_of: PageOf
) -> None:
    clock.move_into(campaign, "public")
    page = page_of(None, PAGE)
    named = page[page.index('id="named"') : page.index('id="publication"')]
    assert "RIVAL_late" in named
    assert '<span class="chip">Unofficial (debugged)</span>' in named
    assert f"{runs['RIVAL_late'].scores.get(metric='bleu@mteval').value:.2f}" not in page


def test_the_rules_of_publication_stand_below(campaign: Campaign, page_of: PageOf) -> None:
    page = page_of(None, PAGE)
    assert "NIST OpenMT evaluations are not viewed as a competition" in page
    assert (
        "<cite>NIST Open Machine Translation 2012 Evaluation (OpenMT12): official release of results. "
        "National Institute of Standards and Technology, 2012.</cite>"
    ) in page
    assert (
        "<li>Nothing is published before the official results are posted, no statement of performance either.</li>"
        in page
    )


@pytest.mark.parametrize("rows", [1, 3])
def test_the_overview_costs_the_same_for_one_and_three_boards(
    rows: int,
    campaign: Campaign,
    rivals: Team,
    rival: User,
    organiser: User,
    clock: Clock,
    client: Client,
    django_assert_num_queries: Callable[..., object],
) -> None:
    clock.move_into(campaign, "preliminary")
    for pair in ("ara2eng", "chi2eng", "kor2eng")[:rows]:
        entries = [Entry(f"S{n}", n, rivals) for n in range(3)]
        put_board(campaign, entries, by=organiser, language_pair=pair, metrics=("bleu@mteval",))
    client.force_login(rival)
    with django_assert_num_queries(14):  # type: ignore[attr-defined]
        page = client.get(PAGE).content.decode()
    assert page.count("Unconstrained Training</a>") == rows


def test_a_board_that_the_rulebook_no_longer_speaks_of(
    runs: dict[str, Run], campaign: Campaign, organiser: User, client: Client
) -> None:
    runs["BASE"].board.campaign.boards.update(test_set="gone")
    client.force_login(organiser)
    assert "Arabic" not in client.get(PAGE).content.decode()
    assert client.get(f"{PAGE}{runs['BASE'].board_id}/").status_code == 404
