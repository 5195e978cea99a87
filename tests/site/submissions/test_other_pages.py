"""The pages to describe systems, and to enter those of organisers."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from bakeoff_site.accounts.models import User
from bakeoff_site.campaigns.models import Campaign, Team
from bakeoff_site.datasets.models import DataFile
from bakeoff_site.submissions.models import Run
from tests.site.conftest import Clock
from tests.site.responses import ClientResponse
from tests.site.submissions.conftest import PAIR
from tests.site.submissions.test_describing import filled_in
from tests.submissions.package_files import build


def text_of(response: ClientResponse) -> str:
    return response.content.decode()


@pytest.fixture
def describe(team: Team) -> str:
    return reverse("submissions:describe", args=[team.campaign.slug, team.pk])


@pytest.fixture
def enter(campaign: Campaign) -> str:
    campaign.rulebook_content["systems"] = {"moses": {"id": "moses", "title": "Moses", "kind": "baseline"}}
    campaign.save()
    return reverse("submissions:enter", args=[campaign.slug])


def test_the_template_is_there_to_be_filled_in(
    client: Client, describe: str, team: Team, owner: User, clock: Clock
) -> None:
    clock.move_into(team.campaign, "descriptions")
    client.force_login(owner)
    page = text_of(client.get(describe))
    assert '<label for="id_field0">Site</label>' in page
    assert 'value="NIST"' in page
    assert "Site: NIST\n" in text_of(client.get(describe, {"as": "text"}))
    assert "due <time" in page
    assert "Fri 27 April 2012" in page


def test_a_description_is_submitted_fixed_and_its_versions_stay(
    client: Client, describe: str, team: Team, owner: User, clock: Clock
) -> None:
    clock.move_into(team.campaign, "descriptions")
    client.force_login(owner)
    page = text_of(client.post(describe, {"text": "Site: NIST\nsomething in Arabic: \u0633"}))
    assert "was not kept, because it does not say which system it is of" in page
    assert not team.descriptions.exists()
    draft = "Site: NIST\nSystem: primary\nTrack: single\nCondition: constrained\nApproach: \u0633"
    page = text_of(client.post(describe, {"text": draft}, follow=True))
    assert "Fix the mistakes below" in page
    assert "description-field-missing" in page
    page = text_of(client.post(describe, {"text": filled_in(team)}, follow=True))
    assert "nothing is wrong with it" in page
    assert "Earlier versions" in page
    assert "\u0633" in page
    assert [each.valid for each in team.descriptions.all()] == [True, False]


def test_before_its_time_there_is_no_form(client: Client, describe: str, team: Team, owner: User, clock: Clock) -> None:
    clock.move_into(team.campaign, "dry-run")
    client.force_login(owner)
    page = text_of(client.get(describe))
    assert "You can submit descriptions from Mon 2 April 2012, 00:00 EDT." in page
    assert "<textarea" not in page
    assert "What you will be asked" in page
    refused = text_of(client.post(describe, {"text": "Site: NIST"}))
    assert "You can submit descriptions from" in refused
    assert not team.descriptions.exists()


def test_an_organiser_reads_but_does_not_write(
    client: Client, describe: str, team: Team, organiser: User, clock: Clock
) -> None:
    clock.move_into(team.campaign, "descriptions")
    client.force_login(organiser)
    assert "<textarea" not in text_of(client.get(describe))
    assert client.post(describe, {"text": "Site: NIST"}).status_code == 403
    assert not team.descriptions.exists()


def test_an_organiser_enters_a_system(
    client: Client, enter: str, campaign: Campaign, organiser: User, source: Callable[[str], DataFile]
) -> None:
    source("current")
    client.force_login(organiser)
    data = next(iter(build(campaign.rules, "eval", language_pair=PAIR).package.files.values()))
    said = {
        "system": "moses",
        "track": "single",
        "language_pair": PAIR,
        "condition": "constrained",
        "test_set": "current",
    }
    wrong = data.replace(b'<seg id="2">', b'<seg id="9">', 1)
    page = text_of(client.post(enter, {**said, "file": SimpleUploadedFile("moses.xml", wrong)}))
    assert "The run has mistakes and was not entered. They are listed below." in page
    assert "seg-id-missing" in page
    assert not Run.objects.exists()
    elsewhere = {**said, "test_set": "combination", "file": SimpleUploadedFile("moses.xml", data)}
    assert "The track single has no test set combination for ara2eng." in text_of(client.post(enter, elsewhere))
    page = text_of(client.post(enter, {**said, "file": SimpleUploadedFile("moses.xml", data)}, follow=True))
    where = "Single System, Arabic–English, Constrained Training, OpenMT12 test set"
    assert f"Moses is entered: {where} (receipt 1)." in page
    assert Run.objects.get().entered == "moses"


def test_a_rulebook_without_systems_says_what_to_add(client: Client, campaign: Campaign, organiser: User) -> None:
    client.force_login(organiser)
    page = text_of(client.get(reverse("submissions:enter", args=[campaign.slug])))
    assert "[systems.baseline]" in page
    assert '<input type="file"' not in page
