"""The organisers' page of packs."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from bakeoff_site.accounts.models import User
from bakeoff_site.campaigns.models import Campaign, Team
from bakeoff_site.combination.models import AnonymousSystem
from bakeoff_site.core.models import AuditEvent
from bakeoff_site.jobs.execution import work_off
from bakeoff_site.jobs.models import Job
from bakeoff_site.submissions.models import Run
from tests.rulebook.small import small_rulebook
from tests.site.combination.conftest import Submit
from tests.site.combination.test_packing import packed


def words(response: HttpResponse) -> str:
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", response.content.decode()))


@pytest.fixture
def page(client: Client, campaign: Campaign, organiser: User) -> Callable[[], str]:
    client.force_login(organiser)
    address = reverse("combination:outputs", args=[campaign.slug])
    return lambda: words(client.get(address))  # type: ignore[arg-type]


def test_before_anything_is_submitted(page: Callable[[], str], teams: list[Team]) -> None:
    text = page()
    assert "Single System, OpenMT12 test set: from Mon 16 April 2012, 00:00 (Post-eval system combination)" in text
    assert "An older OpenMT test set: from Mon 16 April 2012, 00:00 (Post-eval system combination) Development" in text
    assert "There is nothing to pack yet" in text
    assert "NIST Group Yes" in text
    assert "Silent Partners No" in text


def test_a_campaign_that_shares_nothing(campaign: Campaign, page: Callable[[], str]) -> None:
    campaign.rulebook_content = small_rulebook().model_dump(mode="json")
    campaign.save()
    assert "The rulebook shares no outputs" in page()


def test_packing_by_the_page(
    campaign: Campaign, client: Client, page: Callable[[], str], teams: list[Team], submit: Submit
) -> None:
    submit(teams[0])
    assert "Not packed yet If packed now, it would contain 1 output: NIST Group (Constrained Training)." in page()
    asked = client.post(
        reverse("combination:pack", args=[campaign.slug]), {"pack": "single current ara2eng"}, follow=True
    )
    assert "1 pack is on the way" in words(asked)  # type: ignore[arg-type]
    assert "Being packed" in page()
    work_off("test")
    text = page()
    assert re.search(r"system1 NIST Group Constrained Training NIST_ara2eng_primary_constrained 1 yes", text)
    assert "Pack again" in text


def test_packing_all(
    campaign: Campaign, client: Client, page: Callable[[], str], teams: list[Team], submit: Submit
) -> None:
    submit(teams[0])
    submit(teams[0], test_set="older")
    client.post(reverse("combination:pack", args=[campaign.slug]))
    assert Job.objects.count() == 2


def test_a_pack_that_does_not_exist(campaign: Campaign, client: Client, page: Callable[[], str]) -> None:
    asked = client.post(reverse("combination:pack", args=[campaign.slug]), {"pack": "single nowhere x"}, follow=True)
    assert "There is no such pack." in words(asked)  # type: ignore[arg-type]
    assert not Job.objects.exists()


def test_a_pack_that_is_no_longer_right_says_so(
    campaign: Campaign, page: Callable[[], str], teams: list[Team], submit: Submit
) -> None:
    submit(teams[0])
    packed(campaign, "current")
    submit(teams[1])
    text = page()
    assert "Out of date" in text
    assert "it would contain 2 outputs: NIST Group (Constrained Training), Harbour Lab (Constrained Training)." in text
    Run.objects.update(withdrawn_at="2012-04-17T12:00Z")
    assert "No output can be shared any more." in page()


def test_why_packing_failed(
    campaign: Campaign, client: Client, page: Callable[[], str], teams: list[Team], submit: Submit
) -> None:
    submit(teams[0])
    campaign.data_files.filter(kind="source").update(replaced_at="2012-04-17T12:00Z")
    client.post(reverse("combination:pack", args=[campaign.slug]))
    work_off("test")
    assert "The last attempt failed: outputs are shared under the documents and ids of the source" in page()


def test_an_output_that_names_its_team_is_cleared_by_the_page(
    campaign: Campaign, client: Client, page: Callable[[], str], teams: list[Team], submit: Submit, organiser: User
) -> None:
    submit(teams[1], ["one", "HARB", "three"])
    packed(campaign, "current")
    text = page()
    assert "left out" in text
    assert "HARB in segment 2" in text
    system = AnonymousSystem.objects.get()
    client.post(reverse("combination:clear", args=[campaign.slug, system.pk]))
    work_off("test")
    assert "yes, although its text contains the name of its team" in page().replace("&#x27;", "'")
    event = AuditEvent.objects.get(act="outputs.clear")
    assert (event.actor, event.subject) == (organiser, "Harbour Lab, single ara2eng")


@pytest.mark.parametrize("outputs", [1, 3])
def test_the_page_costs_the_same_whatever_there_is(
    outputs: int,
    campaign: Campaign,
    page: Callable[[], str],
    teams: list[Team],
    submit: Submit,
    django_assert_num_queries: Callable[..., object],
) -> None:
    for team in teams[:outputs]:
        submit(team)
    packed(campaign, "current")
    with django_assert_num_queries(15):  # type: ignore[attr-defined]
        page()
