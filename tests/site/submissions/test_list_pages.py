"""Lists: what a team submitted, and everything for organisers."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from bakeoff_site.accounts.models import User
from bakeoff_site.campaigns.models import Campaign, Team
from bakeoff_site.submissions.services import receive_submission, withdraw_submission
from tests.site.responses import ClientResponse
from tests.site.submissions.conftest import Submit, in_time


def text_of(response: ClientResponse) -> str:
    return response.content.decode()


@pytest.fixture
def own(team: Team) -> str:
    return reverse("submissions:list", args=[team.campaign.slug, team.pk])


@pytest.fixture
def everything(campaign: Campaign) -> str:
    return reverse("submissions:all", args=[campaign.slug])


def test_a_team_that_submitted_nothing_is_told_how(client: Client, own: str, owner: User) -> None:
    client.force_login(owner)
    page = text_of(client.get(own))
    assert "Your team has not submitted anything yet" in page
    assert "bakeoff pack" in page


def test_a_team_sees_its_own_packages_newest_first(
    client: Client, own: str, owner: User, rival: User, submit: Submit
) -> None:
    submit("dryrun")
    receive_submission(Team.objects.get(name="Rivals"), name="secret-of-rivals.tgz", chunks=[b"x"], by=rival)
    broken = submit("eval", change=lambda package: package.edited("<mteval>", "<mtevl>"))
    client.force_login(owner)
    page = text_of(client.get(own))
    assert page.index(broken.name) < page.index("OpenMT12_DryRun_NIST_ara2eng_01.tgz")
    assert "Not valid" in page
    assert "NIST_primary" in page
    assert "secret-of-rivals" not in page


def test_an_organiser_sees_all_and_filters(
    client: Client, everything: str, organiser: User, owner: User, rival: User, submit: Submit, campaign: Campaign
) -> None:
    submit("dryrun")
    submit("eval")
    submit("eval", version=2, change=lambda package: package.edited("says", "said"))
    late = submit("older", when=in_time(campaign, "older") + timedelta(days=20))
    assert late.late
    rivals = receive_submission(Team.objects.get(name="Rivals"), name="rivals.tgz", chunks=[b"x"], by=rival)
    withdraw_submission(rivals, by=rival, reason="a slip")
    client.force_login(organiser)

    def shown(**query: Any) -> list[int]:
        return [each.number for each in client.get(everything, query).context["page"]]

    assert shown() == [5, 4, 3, 2, 1]
    assert shown(team=rivals.team_id) == [5]
    assert shown(state="withdrawn") == [5]
    assert shown(package="eval") == [3, 2]
    assert shown(flag="late") == [4]
    assert shown(flag="debugged") == [3]
    assert shown(flag="entered") == []
    page = text_of(client.get(everything, {"flag": "entered"}))
    assert "No submission matches" in page
    page = text_of(client.get(everything))
    assert "4 valid, 1 withdrawn; 1 late." in page
    assert "a slip" in page


def test_an_empty_campaign_says_what_will_come(client: Client, everything: str, organiser: User) -> None:
    client.force_login(organiser)
    assert "<b>Nothing has been submitted yet</b><p>Teams submit on their own pages" in text_of(client.get(everything))


@pytest.mark.parametrize("number", [1, 3])
def test_lists_cost_the_same_for_one_and_three(
    number: int,
    client: Client,
    own: str,
    everything: str,
    owner: User,
    organiser: User,
    submit: Submit,
    django_assert_num_queries: Any,
) -> None:
    for kind in ["dryrun", "eval", "older"][:number]:
        submit(kind)
    client.force_login(owner)
    with django_assert_num_queries(15):
        client.get(own)
    client.force_login(organiser)
    with django_assert_num_queries(13):
        client.get(everything)


def test_the_dashboard_counts_submissions(client: Client, campaign: Campaign, organiser: User, submit: Submit) -> None:
    submit("dryrun")
    client.force_login(organiser)
    page = text_of(client.get(reverse("campaigns:dashboard", args=[campaign.slug])))
    assert '<p class="figure">1 <small>valid</small></p>' in page
    assert reverse("submissions:all", args=[campaign.slug]) in page
