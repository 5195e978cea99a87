"""A campaign is duplicated: its rules, and on request its people and files."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from bakeoff_site.accounts.models import User
from bakeoff_site.campaigns.choices import MembershipRole
from bakeoff_site.campaigns.models import Campaign, Membership, Team
from bakeoff_site.core.models import AuditEvent
from bakeoff_site.core.storage.files import path_of
from bakeoff_site.datasets.models import DataFile
from tests.site.datasets.conftest import Add
from tests.site.form_values import sent_form
from tests.site.texts import source_xml

Duplicate = Callable[..., Campaign]


@pytest.fixture
def duplicate(as_person: Callable[[User], Client], campaign: Campaign, organiser: User) -> Duplicate:
    """Duplicates the campaign by the form, with some fields changed."""

    def duplicate(**changes: Any) -> Campaign:
        client, address = as_person(organiser), reverse("datasets:duplicate", args=[campaign.slug])
        filled = sent_form(client.get(address).content.decode()) | {"title": "The next one", "action": "review"}
        review = client.post(address, filled | changes).content.decode()
        response = client.post(address, sent_form(review) | {"action": "save"})
        assert response["Location"] == "/campaigns/the-next-one/organise/"
        return Campaign.objects.get(slug="the-next-one")

    return duplicate


@pytest.fixture
def judge(campaign: Campaign, judge: User) -> User:
    Membership.objects.get_or_create(campaign=campaign, user=judge, role=MembershipRole.JUDGE)
    return judge


def test_rules_are_copied_with_new_dates_and_nobody_else_comes_along(
    duplicate: Duplicate, campaign: Campaign, organiser: User, team: Team, source: DataFile, judge: User
) -> None:
    made = duplicate()
    before, after = campaign.rules, made.rules
    assert (after.campaign.title, after.campaign.organiser) == ("The next one", before.campaign.organiser)
    assert list(after.tracks) == list(before.tracks)
    assert min(str(phase.start) for phase in after.phases.values())[:10] >= str(timezone.now().date())
    assert [(each.user, each.role) for each in made.memberships.all()] == [(organiser, "organiser")]
    assert not made.teams.exists()
    assert not made.data_files.exists()
    assert not made.listed
    assert AuditEvent.objects.get(campaign=made).details["copied_from"] == campaign.title


def test_people_are_copied_on_request(duplicate: Duplicate, organiser: User, judge: User, team: Team) -> None:
    made = duplicate(copy_people="on")
    assert {(each.user, each.role) for each in made.memberships.all()} == {(organiser, "organiser"), (judge, "judge")}
    assert not made.teams.exists()
    assert AuditEvent.objects.get(campaign=made, act="role.copy").details["person"] == judge.email


def test_files_are_copied_on_request_where_they_have_a_place(
    duplicate: Duplicate, add: Add, campaign: Campaign
) -> None:
    add("training", b"some text", "train.txt")
    add("source", source_xml(set_id="dryrun"), "dry.xml", test_set="dryrun")
    old = add("source", source_xml(), "current-src.xml")
    made = duplicate(copy_files="on")
    copied = {each.name: each for each in made.data_files.all()}
    assert {"train.txt", "dry.xml"} <= set(copied)
    is_same_set = made.rules.test_sets["current"].set_id == campaign.rules.test_sets["current"].set_id
    assert (old.name in copied) == is_same_set
    assert copied["dry.xml"].version == 1
    assert path_of(copied["dry.xml"].sha256).exists()
    assert {each.name for each in campaign.data_files.all()} == {"train.txt", "dry.xml", "current-src.xml"}


def test_files_of_what_was_left_out_are_not_copied(duplicate: Duplicate, add: Add) -> None:
    add("source", source_xml(set_id="dryrun"), "dry.xml", test_set="dryrun")
    made = duplicate(**{"copy_files": "on", "pair-ara2eng-tracks": []})
    assert "ara2eng" not in made.rules.language_pairs
    assert not made.data_files.exists()


def test_an_archived_campaign_can_be_duplicated(duplicate: Duplicate, campaign: Campaign) -> None:
    Campaign.objects.filter(pk=campaign.pk).update(archived_at=timezone.now())
    assert duplicate().archived_at is None


def test_a_rulebook_that_is_no_longer_right_is_opened_in_the_editor(
    as_person: Callable[[User], Client], campaign: Campaign, organiser: User
) -> None:
    Campaign.objects.update(rulebook_text='extends = "no-such-rulebook"\n')
    response = as_person(organiser).get(reverse("datasets:duplicate", args=[campaign.slug]))
    assert response["Location"] == reverse("campaigns:edit-rulebook", args=[campaign.slug])
