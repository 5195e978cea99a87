"""Lists of references and proposals, suggestions, and scores before and after."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.test import Client

from bakeoff_site.accounts.models import User
from bakeoff_site.adjudication.models import Correction
from bakeoff_site.adjudication.selectors.places import place_for
from bakeoff_site.adjudication.selectors.scores import score_changes_for
from bakeoff_site.adjudication.services.decisions import Verdict, apply_accepted, decide_corrections
from bakeoff_site.campaigns.models import Campaign, Team
from bakeoff_site.campaigns.selectors import role_of
from bakeoff_site.datasets.models import DataFile
from bakeoff_site.jobs.execution import work_off
from bakeoff_site.submissions.models import Run
from tests.site.adjudication.conftest import address, propose
from tests.site.conftest import Clock

Show = Callable[..., str]


@pytest.fixture
def corrected(runs: dict[str, Run], proposal: Correction, talks: DataFile, organiser: User) -> DataFile:
    """The correction is applied and everything scored again."""
    decide_corrections(talks, [Verdict(proposal.pk, "accepted", "heard it")], by=organiser)
    added = apply_accepted(talks, by=organiser)
    work_off("test")
    return added


def test_the_list_says_what_is_open_to_whom(
    campaign: Campaign, talks: DataFile, owner: User, organiser: User, stranger: User, clock: Clock, page: Show
) -> None:
    clock.move_into(campaign, "evaluation")
    assert "No references that you can see yet" in page(owner, "list")
    assert "No references that you can see yet" in page(None, "list")
    assert "Talks, English 1 0 0 0 0" in page(organiser, "list")
    assert "Teams propose corrections from Thu 5 March 2026, 00:00 to Tue 10 March 2026, 23:59 UTC" in page(
        owner, "list"
    )
    clock.move_into(campaign, "preliminary")
    assert "The phase Adjudication will open the adjudication, on Thu 5 March 2026, 00:00" in page(owner, "list")
    clock.move_into(campaign, "adjudication")
    propose(talks, owner)
    text = page(owner, "list")
    assert "Talks, English 1 1 0 0 0 Propose" in text
    assert "Talks" not in page(stranger, "list")


@pytest.mark.parametrize("name", ["list", "proposals", "propose", "upload", "suggestions", "decide", "scores"])
def test_organisers_have_their_side_menu_and_teams_a_tab(
    client: Client, corrected: DataFile, owner: User, organiser: User, adjudicating: Clock, name: str
) -> None:
    shown = address(corrected.campaign, name, None if name == "list" else corrected)
    menu = '<nav id="organise-menu" aria-label="Organise" popover>'
    entry = f'<a href="{address(corrected.campaign, "list")}" aria-current="page">Adjudication</a>'
    client.force_login(organiser)
    page = client.get(shown).content.decode()
    assert (page.count(menu), page.count(entry)) == (1, 1)
    client.force_login(owner)
    page = client.get(shown).content.decode()
    assert (menu in page, entry in page) == (False, name not in ("decide", "suggestions"))


def test_a_campaign_without_references(campaign: Campaign, organiser: User, page: Show) -> None:
    assert "No references yet References appear here when you have added them to a test set. Add files" in page(
        organiser, "list"
    )


@pytest.mark.parametrize("rows", [1, 3])
def test_lists_cost_the_same_whatever_their_length(
    rows: int,
    campaign: Campaign,
    talks: DataFile,
    owner: User,
    organiser: User,
    adjudicating: Clock,
    client: Client,
    django_assert_num_queries: Callable[..., object],
) -> None:
    for number in range(rows):
        propose(talks, owner, f"we have {number} ships")
    client.force_login(organiser)
    client.get(address(campaign, "proposals", talks))
    # session, user, campaign, roles, team; numbers in the menu; the reference, counts; proposals counted, proposals
    with django_assert_num_queries(10):  # type: ignore[attr-defined]
        client.get(address(campaign, "proposals", talks))
    with django_assert_num_queries(10):  # type: ignore[attr-defined]
        client.get(address(campaign, "decide", talks))
    with django_assert_num_queries(8):  # type: ignore[attr-defined]  # references, counts
        client.get(address(campaign, "list"))


def test_states_are_filtered(proposal: Correction, talks: DataFile, owner: User, organiser: User, page: Show) -> None:
    propose(talks, owner, "the harbour is fool", segment="t-2", found="the harbour is full")
    decide_corrections(talks, [Verdict(proposal.pk, "refused", "no number")], by=organiser)
    assert "t-1" not in page(owner, "proposals", talks, "?state=open")
    refused = page(owner, "proposals", talks, "?state=refused")
    assert "no number" in refused
    assert "t-2" not in refused
    assert "No proposal is in this state" in page(owner, "proposals", talks, "?state=applied")


def test_scores_before_and_after_with_ranks(corrected: DataFile, organiser: User, clock: Clock) -> None:
    role = role_of(organiser, corrected.campaign)
    place = place_for(role, corrected.pk, clock.now)
    assert place is not None
    (board,) = score_changes_for(role, place, clock.now)
    assert (board.is_changed, board.is_ranked) == (True, True)
    (table,) = board.metrics
    found = [(row.name, row.before, row.after, row.rank_before, row.rank_after) for row in table.rows]
    assert found == [
        ("TESTS primary", "9.1", "0.0", 1, 1),
        ("baseline", "27.3", "18.2", 3, 2),
        ("RIVAL primary", "9.1", "18.2", 1, 2),
    ]
    assert [(row.difference, row.is_better, row.climbed) for row in table.rows] == [
        ("-9.1", True, 0),
        ("-9.1", True, 1),
        ("+9.1", False, -1),
    ]


@pytest.mark.parametrize("name", ["proposals", "decide", "scores"])
def test_the_tab_of_a_page_is_marked_also_under_an_earlier_version(
    name: str, corrected: DataFile, talks: DataFile, campaign: Campaign, organiser: User, client: Client
) -> None:
    client.force_login(organiser)
    for file in (talks, corrected):
        shown = address(campaign, name, file)
        assert f'<a href="{shown}" aria-current="page">' in client.get(shown).content.decode()


def test_only_systems_that_are_compared_have_ranks(corrected: DataFile, organiser: User, clock: Clock) -> None:
    Run.objects.filter(team__code="TESTS").update(system_type="contrastive")
    role = role_of(organiser, corrected.campaign)
    place = place_for(role, corrected.pk, clock.now)
    assert place is not None
    ((table,),) = (board.metrics for board in score_changes_for(role, place, clock.now))
    assert [(row.name, row.rank_before, row.rank_after) for row in table.rows] == [
        ("TESTS primary", None, None),
        ("baseline", 2, 1),
        ("RIVAL primary", 1, 1),
    ]


def test_the_page_shows_what_scores_may_be_seen(
    corrected: DataFile,
    campaign: Campaign,
    owner: User,
    organiser: User,
    stranger: User,
    clock: Clock,
    page: Show,
    client: Client,
) -> None:
    text = page(organiser, "scores", corrected)
    assert "version 2" in text
    assert "1 correction of adjudication applied." in text
    own = page(owner, "scores", corrected)
    assert "TESTS primary" in own
    assert "RIVAL" not in own
    assert "baseline" not in own
    assert "Rank" not in own
    client.force_login(stranger)
    assert client.get(address(campaign, "scores", corrected)).status_code == 404
    clock.move_into(campaign, "public")
    public = page(stranger, "scores", corrected)
    assert "9.1" in public
    assert "RIVAL" not in public  # names are not released to the public
    assert "applied" not in public  # nor are references, of which notes speak
    assert "talks.trn" not in public


def test_nothing_has_changed_yet(runs: dict[str, Run], talks: DataFile, organiser: User, page: Show) -> None:
    assert "The references have not changed yet." in page(organiser, "scores", talks)


def test_scores_that_are_not_there_yet(talks: DataFile, organiser: User, page: Show) -> None:
    assert "No scores yet" in page(organiser, "scores", talks)


def test_suggestions_where_systems_agree(
    runs: dict[str, Run],
    campaign: Campaign,
    talks: DataFile,
    team: Team,
    organiser: User,
    adjudicating: Clock,
    page: Show,
    client: Client,
) -> None:
    assert "never agree against the reference" in page(organiser, "suggestions", talks)  # RIVAL writes it the same way
    text = page(organiser, "suggestions", talks, "?agree=2")
    assert "t-1 2 of 3 systems, 1 error each" in text
    assert "we have two ships" in text
    assert "TESTS" not in text
    said = {
        "part": 1,
        "segment": "t-1",
        "found": "we have to ships",
        "proposed": "we have two ships",
        "reason": "2 of 3",
    }
    client.post(address(campaign, "propose", talks), said)
    assert Correction.objects.get().proposed == "two"


def test_suggestions_are_for_those_who_may_read_outputs(
    runs: dict[str, Run],
    campaign: Campaign,
    talks: DataFile,
    owner: User,
    adjudicating: Clock,
    client: Client,
    page: Show,
) -> None:
    client.force_login(owner)
    assert client.get(address(campaign, "suggestions", talks)).status_code == 404
    assert "Where systems agree" not in page(owner, "proposals", talks)


def test_suggestions_without_runs(talks: DataFile, organiser: User, adjudicating: Clock, page: Show) -> None:
    assert "No runs that you can read yet" in page(organiser, "suggestions", talks)
