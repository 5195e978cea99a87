"""Where judges and organisers find what they have to do."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from bakeoff_site.accounts.models import User
from bakeoff_site.campaigns.models import Campaign, Membership
from bakeoff_site.judging.choices import Opening
from tests.site.conftest import Clock
from tests.site.judging.world import make_judge, planned_task
from tests.site.people import person

pytestmark = pytest.mark.django_db


def page(user: User, address: str) -> str:
    client = Client()
    client.force_login(user)
    return client.get(address).content.decode()


def test_who_judges_has_a_link_to_their_tasks_and_others_have_none(
    campaign: Campaign, organiser: User, judge: User, stranger: User
) -> None:
    address = reverse("campaigns:list")
    assert "My judging" not in page(judge, address)
    task = planned_task(campaign, "ranking", by=organiser)
    assert f'href="{reverse("judging:tasks")}"' in page(judge, address)
    assert "My judging" not in page(stranger, address)
    task.open_to_all = True
    task.save(update_fields=["open_to_all"])
    assert "My judging" not in page(stranger, address)


def test_pages_of_judges_are_marked_as_theirs_wherever_their_address_is(
    campaign: Campaign, organiser: User, judge: User
) -> None:
    task = planned_task(campaign, "ranking", by=organiser)
    shown = page(judge, reverse("judging:task", args=[campaign.slug, task.slug]))
    assert f'<a href="{reverse("judging:tasks")}" aria-current="page">My judging</a>' in shown
    assert f'<a href="{reverse("campaigns:list")}">Campaigns</a>' in shown
    shown = page(organiser, reverse("judging:list", args=[campaign.slug]))
    assert f'<a href="{reverse("campaigns:list")}" aria-current="page">Campaigns</a>' in shown


def test_the_link_costs_no_query(
    campaign: Campaign, organiser: User, judge: User, django_assert_num_queries: Any
) -> None:
    planned_task(campaign, "ranking", by=organiser)
    client = Client()
    client.force_login(judge)
    client.get(reverse("core:privacy"))
    with django_assert_num_queries(2):
        assert "My judging" in client.get(reverse("core:privacy")).content.decode()


def test_the_page_of_the_campaign_offers_judging_while_it_is_open(
    campaign: Campaign, organiser: User, judge: User, stranger: User, clock: Clock
) -> None:
    task = planned_task(campaign, "ranking", by=organiser, opening=Opening.PHASE)
    address = reverse("campaigns:campaign", args=[campaign.slug])
    clock.move_into(campaign, "evaluation")
    assert "Judge translations" not in page(judge, address)
    clock.move_into(campaign, "judging")
    shown = page(judge, address)
    assert "Judge translations: Ranking" in shown
    assert f'href="{reverse("judging:task", args=[campaign.slug, task.slug])}"' in shown
    campaign.listed = True
    campaign.save(update_fields=["listed"])
    assert "Judge translations" not in page(stranger, address)


def test_organisers_read_that_a_task_is_to_be_planned_and_who_has_not_started(
    campaign: Campaign, organiser: User, clock: Clock
) -> None:
    address = reverse("campaigns:dashboard", args=[campaign.slug])
    clock.move_into(campaign, "evaluation")
    assert "Plan the human evaluation" not in page(organiser, address)
    clock.move_into(campaign, "judging")
    assert "The phase of judging has started." in page(organiser, address)
    task = planned_task(campaign, "ranking", by=organiser)
    Membership.objects.create(campaign=campaign, user=person("Bob Baker"), role="judge")
    make_judge(task, "Ann Able", now=clock.now)
    shown = page(organiser, address)
    assert "Plan the human evaluation" not in shown
    idle = Membership.objects.filter(campaign=campaign, role="judge").count() - 1
    assert f"{idle} judge{'s have' if idle > 1 else ' has'} not started" in shown
