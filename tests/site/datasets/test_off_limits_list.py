"""Organisers upload the documents that are off limits; participants get them with the training data."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from bakeoff.errors import FormatError
from bakeoff.rulebook.state import TeamState, Viewer
from bakeoff_site.accounts.models import User
from bakeoff_site.campaigns.models import Campaign, Team
from bakeoff_site.core.refusals import RefusedError
from bakeoff_site.datasets.models import DataFile
from bakeoff_site.datasets.permissions import Slot, may_fetch
from bakeoff_site.datasets.selectors.off_limits import rules_with_list
from bakeoff_site.datasets.services import add_data_file
from bakeoff_site.submissions.services import submit_description
from tests.site.conftest import campaign_by

RELEASED = datetime(2016, 5, 15, tzinfo=UTC)
DESCRIPTION = """Team: TESTS
System: one
Tracks: qed-mt
Condition: permissible
Techniques: NMT
Resources:
qed (documents: QED-7)
"""


@pytest.fixture
def campaign(db: None) -> Campaign:
    return campaign_by("iwslt2016", slug="iwslt")


def add(campaign: Campaign, data: bytes, **fields: Any) -> DataFile:
    return add_data_file(campaign, kind="off-limits", name="talks.txt", chunks=[data], by=None, **fields)


def test_a_list_becomes_part_of_the_rules_and_the_next_version_replaces_it(campaign: Campaign) -> None:
    assert rules_with_list(campaign) is campaign.rules
    add(campaign, b"QED-7\n")
    newer = add(campaign, b"QED-7\nQED-9\n")
    assert newer.version == 2
    assert rules_with_list(campaign).off_limits["qed-talks"].documents == ("QED-7", "QED-9")


def test_nothing_is_kept_of_a_list_with_a_mistake(campaign: Campaign) -> None:
    with pytest.raises(FormatError) as refusal:
        add(campaign, b"QED-7\nQED 9\n")
    assert str(refusal.value.place) == "talks.txt, line 2"
    assert not campaign.data_files.exists()


def test_a_list_belongs_to_no_test_set(campaign: Campaign) -> None:
    with pytest.raises(RefusedError, match="one list serves all test sets"):
        add(campaign, b"QED-7\n", test_set="tst2016")


def test_a_campaign_without_such_documents_takes_no_list(db: None) -> None:
    with pytest.raises(RefusedError, match="documents_file"):
        add(campaign_by("openmt2012", slug="openmt"), b"QED-7\n")


@pytest.mark.parametrize(("role", "allowed"), [("organiser", True), ("participant", True), ("stranger", False)])
def test_participants_get_it_with_the_training_data(campaign: Campaign, role: Any, allowed: bool) -> None:
    viewer = Viewer(role=role, team=TeamState(code="TESTS") if role == "participant" else None)
    slot = Slot(kind="off-limits")
    assert may_fetch(campaign.rules, [viewer], RELEASED + timedelta(days=1), slot).allowed is allowed
    assert may_fetch(campaign.rules, [viewer], RELEASED - timedelta(days=2), slot).allowed is (role == "organiser")


def test_a_description_that_names_a_listed_document_is_flagged(campaign: Campaign, team: Team, owner: User) -> None:
    add(campaign, b"QED-7\n")
    described = submit_description(team, text=DESCRIPTION, by=owner, now=datetime(2016, 10, 20, tzinfo=UTC))
    assert [(each["code"], each["line"]) for each in described.findings] == [("resource-off-limits-document", 7)]


def test_the_page_of_files_asks_for_the_list(
    campaign: Campaign, organiser: User, as_person: Callable[[User], Client]
) -> None:
    address, browser = reverse("datasets:manage", args=[campaign.slug]), as_person(organiser)
    assert "Add the list" in browser.get(address).content.decode()
    add(campaign, b"QED-7\n")
    page = browser.get(address).content.decode()
    assert "talks.txt" in page
    assert "Add the list" not in page
