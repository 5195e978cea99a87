"""Pages of organisers: what is there and missing, adding, replacing, taking away, who fetched what."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from bakeoff_site.accounts.models import User
from bakeoff_site.campaigns.models import Campaign, Team
from bakeoff_site.datasets.models import DataFile, Download
from tests.rulebook.small import small_rulebook
from tests.site.conftest import Clock
from tests.site.datasets.conftest import Add
from tests.site.responses import ClientResponse
from tests.site.texts import reference_xml, source_xml


@pytest.fixture
def page(client: Client, campaign: Campaign, organiser: User) -> Callable[..., str]:
    """The words of an organiser's page."""
    client.force_login(organiser)

    def page(name: str, **arguments: Any) -> str:
        response = client.get(reverse(f"datasets:{name}", kwargs={"slug": campaign.slug, **arguments}))
        assert response.status_code == 200
        return words(response)

    return page


def words(response: ClientResponse) -> str:
    plain = re.sub(r"<[^>]+>", " ", response.content.decode())
    return re.sub(r"\s+", " ", plain)


def send(client: Client, campaign: Campaign, data: bytes, **fields: Any) -> ClientResponse:
    said = {
        "kind": "source",
        "test_set": "current",
        "language_pair": "ara2eng",
        "number": 1,
        "file": SimpleUploadedFile("src.xml", data),
        **fields,
    }
    return client.post(reverse("datasets:add", args=[campaign.slug]), said)


def test_every_set_and_pair_says_what_is_missing_and_for_when(
    campaign: Campaign, page: Callable[..., str], clock: Clock
) -> None:
    clock.move_into(campaign, "registration")
    text = page("manage")
    assert "Files are missing in" in text
    current = text.partition("OpenMT12 test set Evaluation")[2].partition(
        "Original Progress test, from primary system output"
    )[0]
    for pair in campaign.rules.language_pairs.values():
        assert f" {pair.label} " in current
    assert current.count("Source needed before Main evaluation, 2 April 2012") == 5
    assert current.count("4 of 4 references needed before Preliminary release of main evaluation results") == 5


def test_what_is_there_is_no_longer_missing(
    campaign: Campaign, page: Callable[..., str], source: DataFile, add: Add, clock: Clock
) -> None:
    add("reference", reference_xml(names=["a", "b", "c"]), "refs.xml")
    clock.move_into(campaign, "preliminary")
    text = page("manage")
    current = text.partition("OpenMT12 test set Evaluation")[2].partition("chi2eng")[0]
    assert "current-src.xml source, version 1 Replace" in current
    assert "refs.xml reference 1, holds 3, version 1" in current
    assert "Add reference 2" in current
    assert "1 of 4 references" not in current
    assert "Reference needed since Preliminary release" in current
    assert "should have been added already" in text


def test_a_campaign_that_has_everything(campaign: Campaign, page: Callable[..., str], add: Add) -> None:
    campaign.rulebook_content = small_rulebook(tracks={"news": {"kind": "mt", "language_pairs": ["de-en"]}}).model_dump(
        mode="json"
    )
    campaign.save()
    vars(campaign).pop("rules", None)  # read again
    assert "Files are missing in 2 places" in page("manage")
    add("source", b"eins\n", "src.txt", test_set="test", language_pair="de-en")
    add("reference", b"one\n", "ref.txt", test_set="test", language_pair="de-en")
    assert "You have added every file that the rulebook asks for." in page("manage")


@pytest.mark.parametrize("files", [1, 3])
def test_the_overview_costs_the_same_whatever_there_is(
    files: int, page: Callable[..., str], add: Add, django_assert_num_queries: Callable[..., object]
) -> None:
    for number in range(files):
        add("training", b"x", f"corpus{number}.tgz")
    with django_assert_num_queries(7):  # type: ignore[attr-defined]  # session, user, campaign, roles, team, menu, files
        page("manage")


def test_the_form_knows_where_one_comes_from(campaign: Campaign, client: Client, organiser: User) -> None:
    client.force_login(organiser)
    address = reverse("datasets:add", args=[campaign.slug])
    html = client.get(address, {"kind": "reference", "test_set": "older", "language_pair": "ara2eng", "number": "3"})
    text = html.content.decode()
    assert '<option value="reference" selected>' in text
    assert '<option value="older" selected>' in text
    assert '<option value="ara2eng" selected>' in text
    assert 'name="number" value="3"' in text
    assert "anonymous outputs" not in text


def test_a_file_is_added(campaign: Campaign, client: Client, organiser: User) -> None:
    client.force_login(organiser)
    response = send(client, campaign, source_xml())
    assert response.headers["Location"] == reverse("datasets:manage", args=[campaign.slug])
    file = DataFile.objects.get()
    assert (file.name, file.kind, file.test_set, file.added_by) == ("src.xml", "source", "current", organiser)


def test_an_empty_file_is_refused(campaign: Campaign, client: Client, organiser: User) -> None:
    client.force_login(organiser)
    assert "The submitted file is empty." in words(send(client, campaign, b""))
    assert not DataFile.objects.exists()


def test_a_broken_file_is_explained_with_its_line(campaign: Campaign, client: Client, organiser: User) -> None:
    client.force_login(organiser)
    text = words(send(client, campaign, source_xml().replace(b"</doc>", b"</dock>")))
    assert "The file was not added" in text
    assert re.search(r"src\.xml, line \d+", text)
    assert "Found" in text
    assert "Expected" in text
    assert not DataFile.objects.exists()


def test_references_that_do_not_fit_are_explained(
    campaign: Campaign, client: Client, organiser: User, source: DataFile
) -> None:
    client.force_login(organiser)
    text = words(send(client, campaign, reference_xml(["one"]), kind="reference"))
    assert "the 3 segments of current-src.xml (source) in their order" in text
    assert "An output that is empty still needs its segment." in text
    assert DataFile.objects.count() == 1


def test_who_replaces_a_file_says_why(
    campaign: Campaign, client: Client, organiser: User, source: DataFile, page: Callable[..., str]
) -> None:
    new = source_xml(["1", "2", "3"])
    text = words(send(client, campaign, new))
    assert "Say why it replaces version 1, current-src.xml." in text
    assert DataFile.objects.count() == 1
    send(client, campaign, new, note="Typing errors in document 1")
    latest = DataFile.objects.get(replaced_at=None)
    assert latest.version == 2
    versions = page("history", file_id=latest.pk)
    assert "Typing errors in document 1" in versions
    assert "current-src.xml" in versions
    assert versions.count("Olga Organiser") >= 2


def test_fields_that_the_page_hides_for_a_kind_count_as_empty(
    campaign: Campaign, client: Client, organiser: User
) -> None:
    client.force_login(organiser)
    send(client, campaign, source_xml(), kind="training", number=3)
    (added,) = DataFile.objects.all()
    assert (added.kind, added.test_set, added.input, added.number) == ("training", "", "", 1)


@pytest.mark.parametrize(
    ("fields", "reason"),
    [
        ({"test_set": ""}, "Choose a test set."),
        ({"number": 2}, "found the number 2."),
        ({"test_set": "older", "language_pair": "kor2eng"}, "is not of Korean–English."),
        ({"kind": "outputs"}, "Select a valid choice."),
    ],
)
def test_a_place_that_does_not_exist(
    fields: dict[str, Any], reason: str, campaign: Campaign, client: Client, organiser: User
) -> None:
    client.force_login(organiser)
    assert reason in words(send(client, campaign, source_xml(), **fields))
    assert not DataFile.objects.exists()


def test_a_request_that_is_too_large_is_turned_away(
    campaign: Campaign, client: Client, organiser: User, settings: Any
) -> None:
    settings.MAX_UPLOAD_BYTES = 10
    client.force_login(organiser)
    assert send(client, campaign, b"x" * (2**20 + 100)).status_code == 400
    assert "larger than the 10 bytes" in words(send(client, campaign, b"x" * 50))
    assert not DataFile.objects.exists()


def test_a_file_is_taken_away_with_a_reason(
    campaign: Campaign, client: Client, organiser: User, source: DataFile, page: Callable[..., str]
) -> None:
    address = reverse("datasets:remove", args=[campaign.slug, source.pk])
    client.force_login(organiser)
    assert "Say why" in words(client.post(address, follow=True))
    assert DataFile.objects.get().replaced_at is None
    text = words(client.post(address, {"reason": "of another year"}, follow=True))
    assert "nobody can download it" in text
    assert DataFile.objects.get().replaced_at is not None
    assert "No longer in force" in page("history", file_id=source.pk)


def test_organisers_see_who_fetched_what(
    source: DataFile, team: Team, owner: User, rival: User, page: Callable[..., str], client: Client, campaign: Campaign
) -> None:
    Download.objects.create(data_file=source, user=owner, team=team)
    Download.objects.create(data_file=source, user=None, team=None)
    text = page("downloads")
    assert re.search(r"Owen Owner.* University of the Tests current-src\.xml version 1", text)
    assert "a visitor" in text
    found = client.get(reverse("datasets:downloads", args=[campaign.slug]), {"text": "owen"})
    assert "a visitor" not in words(found)
    assert "Owen Owner" in page("history", file_id=source.pk)


@pytest.mark.parametrize("rows", [1, 3])
def test_the_list_of_downloads_costs_the_same_whatever_its_length(
    rows: int,
    source: DataFile,
    team: Team,
    owner: User,
    page: Callable[..., str],
    django_assert_num_queries: Callable[..., object],
) -> None:
    for _ in range(rows):
        Download.objects.create(data_file=source, user=owner, team=team)
    with django_assert_num_queries(8):  # type: ignore[attr-defined]  # five for who asks, the menu, the number of rows, the rows
        page("downloads")
