"""Files are handed to those who may have them, with their checksum, and it is noted."""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Callable

import pytest
from django.test import Client
from django.urls import reverse

from bakeoff_site.accounts.models import User
from bakeoff_site.campaigns.models import Campaign, Team
from bakeoff_site.core.models import AuditEvent
from bakeoff_site.datasets.models import DataFile, Download
from tests.site.conftest import Clock
from tests.site.datasets.conftest import Add
from tests.site.datasets.test_adding import stored_run
from tests.site.texts import source_xml

AsPerson = Callable[[User], Client]


def address(file: DataFile) -> str:
    return reverse("datasets:download", args=[file.campaign.slug, file.pk])


def test_a_file_with_its_name_size_and_checksum(
    campaign: Campaign, signed: Team, owner: User, source: DataFile, as_person: AsPerson, clock: Clock
) -> None:
    clock.move_into(campaign, "evaluation")
    response = as_person(owner).get(address(source))
    data = b"".join(response.streaming_content)  # type: ignore[attr-defined]
    assert data == source_xml()
    assert response["Content-Disposition"] == 'attachment; filename="current-src.xml"'
    assert response["Content-Type"] == "application/octet-stream"
    assert response["Content-Length"] == str(len(data))
    assert response["X-Checksum-Sha256"] == hashlib.sha256(data).hexdigest()
    assert response["Digest"] == "sha-256=" + base64.b64encode(hashlib.sha256(data).digest()).decode()
    assert response["Cache-Control"] == "private, no-store"


def test_who_fetched_what_is_noted(
    campaign: Campaign, signed: Team, owner: User, source: DataFile, as_person: AsPerson, clock: Clock
) -> None:
    clock.move_into(campaign, "evaluation")
    b"".join(as_person(owner).get(address(source)).streaming_content)  # type: ignore[attr-defined]
    download = Download.objects.get()
    assert (download.data_file, download.user, download.team) == (source, owner, signed)
    event = AuditEvent.objects.get(act="data.download")
    assert (event.actor, event.subject) == (owner, "source of OpenMT12 test set, Arabic–English: current-src.xml")
    assert event.details["team"] == signed.name


def test_asking_for_the_headers_alone_is_no_download(
    campaign: Campaign, signed: Team, owner: User, source: DataFile, as_person: AsPerson, clock: Clock
) -> None:
    clock.move_into(campaign, "evaluation")
    response = as_person(owner).head(address(source))
    assert response["X-Checksum-Sha256"] == source.sha256
    assert not Download.objects.exists()


def test_before_its_phase_nobody_gets_it(
    campaign: Campaign, signed: Team, owner: User, source: DataFile, as_person: AsPerson, clock: Clock
) -> None:
    clock.move_into(campaign, "dry-run")
    response = as_person(owner).get(address(source))
    assert response.status_code == 403
    assert b"The phase evaluation will release it." in response.content
    assert not Download.objects.exists()


def test_without_a_signature_nobody_gets_it(
    campaign: Campaign, team: Team, owner: User, source: DataFile, as_person: AsPerson, clock: Clock
) -> None:
    clock.move_into(campaign, "evaluation")
    response = as_person(owner).get(address(source))
    assert response.status_code == 403
    assert b"has not signed" in response.content


def test_a_team_that_registered_for_another_pair_does_not_get_it(
    campaign: Campaign, signed: Team, owner: User, source: DataFile, as_person: AsPerson, clock: Clock
) -> None:
    Team.objects.filter(pk=signed.pk).update(language_pairs=["kor2eng"])
    clock.move_into(campaign, "evaluation")
    response = as_person(owner).get(address(source))
    assert response.status_code == 403
    assert b"did not register for ara2eng" in response.content


def test_references_wait_for_the_preliminary_results(
    campaign: Campaign, signed: Team, owner: User, reference: DataFile, as_person: AsPerson, clock: Clock
) -> None:
    clock.move_into(campaign, "evaluation")
    assert as_person(owner).get(address(reference)).status_code == 403
    clock.move_into(campaign, "preliminary")
    assert as_person(owner).get(address(reference)).status_code == 403  # for teams that submitted runs
    stored_run(campaign, signed, owner, "ara2eng")
    assert as_person(owner).get(address(reference)).status_code == 200


def test_an_earlier_version_is_for_organisers(
    campaign: Campaign,
    signed: Team,
    owner: User,
    organiser: User,
    source: DataFile,
    add: Add,
    as_person: AsPerson,
    clock: Clock,
) -> None:
    add("source", source_xml(["1", "2", "3"]), "src2.xml", note="fixed")
    clock.move_into(campaign, "evaluation")
    response = as_person(owner).get(address(source))
    assert response.status_code == 403
    assert b"Another version has taken its place" in response.content
    assert as_person(organiser).get(address(source)).status_code == 200
    assert Download.objects.get().team is None


def test_visitors_are_sent_to_sign_in(client: Client, source: DataFile) -> None:
    response = client.get(address(source))
    assert response.headers["Location"].startswith(reverse("accounts:sign-in"))


@pytest.mark.parametrize("person", [None, "stranger"])
def test_what_is_public_is_for_everyone(
    person: str | None,
    campaign: Campaign,
    source: DataFile,
    client: Client,
    clock: Clock,
    request: pytest.FixtureRequest,
) -> None:
    campaign.rulebook_content["phases"]["public"]["releases"]["public"].append("source")
    campaign.save()
    clock.move_into(campaign, "public")
    user = request.getfixturevalue(person) if person else None
    if user:
        client.force_login(user)
    assert client.get(address(source)).status_code == 200
    assert Download.objects.get().user == user
    assert source.name in client.get(reverse("datasets:list", args=[campaign.slug])).content.decode()


def test_a_file_of_another_campaign_is_not_found_here(
    campaign: Campaign, organiser: User, source: DataFile, as_person: AsPerson
) -> None:
    other = Campaign.objects.create(
        slug="other", title="Other", rulebook_text="", rulebook_content=campaign.rulebook_content
    )
    response = as_person(organiser).get(reverse("datasets:download", args=[other.slug, source.pk]))
    assert response.status_code == 404
