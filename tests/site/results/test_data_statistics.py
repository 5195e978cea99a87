"""Statistics of the data: computed once for each version of a file, and seen by those who may fetch the file."""

from __future__ import annotations

import csv
import io
import zipfile
from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from bakeoff_site.accounts.models import User
from bakeoff_site.campaigns.models import Campaign, Team
from bakeoff_site.datasets.models import FileStatistics
from bakeoff_site.datasets.services import add_data_file
from bakeoff_site.datasets.services.statistics import describe_files
from tests.site.api.conftest import as_, speaking
from tests.site.conftest import Clock
from tests.site.datasets.test_adding import stored_run
from tests.site.texts import reference_xml, source_xml

PAGE = "/campaigns/openmt/statistics/"


@pytest.fixture
def files(campaign: Campaign, team: Team, owner: User, organiser: User) -> None:
    """Training data in two languages, and source and references of Arabic–English; the team has signed."""
    for agreement in ("evaluation-rules", "ldc-licence"):
        team.signatures.create(agreement=agreement, signed_by=owner)
    test: dict[str, Any] = {"test_set": "current", "language_pair": "ara2eng", "by": organiser}
    add: dict[str, Any] = {"campaign": campaign, "by": organiser}
    add_data_file(kind="training", name="train.ar.txt", chunks=[b"eins vier\nfuenf\n"], language_pair="ara2eng", **add)
    add_data_file(kind="training", name="train.en.txt", chunks=[b"one\n"], **add)
    add_data_file(kind="training", name="tools.zip", chunks=[b"PK\x05\x06" + b"\0" * 18], **add)
    add_data_file(campaign, kind="source", name="src.xml", chunks=[source_xml(["eins zwei", "drei", "zwei"])], **test)
    references = reference_xml(["one two", "three", "two"], names=["A", "B"])
    add_data_file(campaign, kind="reference", name="refs.xml", chunks=[references], **test)


def seen(user: User | None) -> dict[tuple[str, str], tuple[object, ...]]:
    """By file and what it is: segments, tokens, vocabulary, unknown words."""
    rows = as_(user).get("/campaigns/openmt/data-statistics").json()["items"]
    return {
        (row["file"], row["data"]): (row["segments"], row["tokens"], row["vocabulary"], row["unknown_words"])
        for row in rows
    }


TRAINING = {
    ("train.ar.txt", "training data"): (2, 3, 3, None),
    ("train.en.txt", "training data"): (1, 1, 1, None),
    ("tools.zip", "training data"): (None, None, None, None),
}
SOURCE = {("src.xml", "source"): (3, 4, 3, 2)}
REFERENCES = {("refs.xml", f"reference {name}"): (3, 4, 3, 2) for name in "AB"}


@pytest.mark.usefixtures("files")
def test_figures_are_those_of_files_that_someone_may_fetch(
    campaign: Campaign, clock: Clock, request: pytest.FixtureRequest
) -> None:
    assert describe_files() == 5
    assert describe_files() == 0
    stored_run(campaign, Team.objects.get(code="TESTS"), request.getfixturevalue("owner"), "ara2eng")
    expected: dict[str, Any] = {
        "dry-run": {"owner": TRAINING},
        "evaluation": {"owner": TRAINING | SOURCE},
        "preliminary": {"owner": TRAINING | SOURCE | REFERENCES},
        "public": {"owner": TRAINING | SOURCE | REFERENCES},
    }
    for phase, by_person in expected.items():
        clock.move_into(campaign, phase)
        assert seen(request.getfixturevalue("organiser")) == TRAINING | SOURCE | REFERENCES
        assert seen(request.getfixturevalue("owner")) == by_person["owner"], phase
        for name in ("rival", "judge", "observer", "stranger"):  # the rival has signed nothing
            assert seen(request.getfixturevalue(name)) == {}, (phase, name)
        assert seen(None) == {}


@pytest.mark.usefixtures("files")
def test_page_and_downloads_show_the_same(
    campaign: Campaign, clock: Clock, owner: User, organiser: User, client: Client
) -> None:
    clock.move_into(campaign, "evaluation")
    client.force_login(owner)
    assert "being computed" in client.get(PAGE).content.decode()
    describe_files()
    page = client.get(PAGE).content.decode()
    assert "OpenMT12 test set" in page
    assert "src.xml" in page
    assert "refs.xml" not in page
    assert "no text or transcript that can be read" in page
    rows = list(csv.DictReader(io.StringIO(client.get(f"{PAGE}tables.csv").content.decode())))
    assert {(row["file"], row["tokens"], row["unknown words"]) for row in rows} == {
        ("train.ar.txt", "3", ""), ("train.en.txt", "1", ""), ("tools.zip", "", ""), ("src.xml", "4", "2"),
    }  # fmt: skip
    for ending, mark in (("md", "| src.xml"), ("tex", "src.xml &"), ("json", '"tokens": 4')):
        text = client.get(f"{PAGE}tables.{ending}").content.decode()
        assert mark in text
        assert "refs.xml" not in text
    assert client.get(f"{PAGE}tables.exe").status_code == 404
    program = speaking(owner)
    assert [each.file for each in program.data_statistics("openmt")][-1] == "src.xml"
    assert program.data_statistics_table("openmt", format="json") == client.get(f"{PAGE}tables.json").content.decode()


@pytest.mark.usefixtures("files")
def test_figures_are_computed_again_when_training_data_change(campaign: Campaign, organiser: User) -> None:
    describe_files()
    made = FileStatistics.objects.get(data_file__name="refs.xml").made_at
    more: dict[str, Any] = {"kind": "training", "name": "more.ar.txt", "chunks": [b"zwei\n"]}
    add_data_file(campaign, **more, language_pair="ara2eng", by=organiser)
    assert describe_files() == 2  # the new file, and the source in its language
    assert seen(organiser)["src.xml", "source"] == (3, 4, 3, 1)
    assert FileStatistics.objects.get(data_file__name="refs.xml").made_at == made


def packed(files: dict[str, bytes]) -> bytes:
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return data.getvalue()


PARALLEL = {
    "corpus/europarl.ar-en.ar": b"eins vier\nfuenf\n",
    "corpus/europarl.ar-en.en": b"one four\nfive one\n",
    "corpus/README": b"Read me.\n",
}


@pytest.mark.usefixtures("files")
def test_texts_of_an_archive_of_training_data_have_rows_of_their_own(
    campaign: Campaign, organiser: User, client: Client
) -> None:
    add_data_file(campaign, kind="training", name="corpus.zip", chunks=[packed(PARALLEL)], by=organiser)
    describe_files()
    found = as_(organiser).get("/campaigns/openmt/data-statistics").json()["items"]
    rows = {row["file"]: row for row in found if row["file"].startswith("corpus.zip")}
    assert {
        name: (row["language"], row["segments"], row["tokens"], row["vocabulary"]) for name, row in rows.items()
    } == {
        "corpus.zip (corpus/europarl.ar-en.ar)": ("Arabic", 2, 3, 3),
        "corpus.zip (corpus/europarl.ar-en.en)": ("English", 2, 4, 3),
    }
    client.force_login(organiser)
    assert "corpus.zip (corpus/europarl.ar-en.en)" in client.get(PAGE).content.decode()


def test_words_of_an_archive_in_the_same_language_are_known(campaign: Campaign, organiser: User) -> None:
    test: dict[str, Any] = {"test_set": "current", "language_pair": "ara2eng", "by": organiser}
    add_data_file(campaign, kind="source", name="src.xml", chunks=[source_xml(["eins zwei", "drei one"])], **test)
    add_data_file(campaign, kind="training", name="corpus.zip", chunks=[packed(PARALLEL)], by=organiser)
    assert describe_files() == 2
    assert describe_files() == 0
    assert seen(organiser)["src.xml", "source"] == (2, 4, 4, 3)  # only "eins" is in the Arabic text


@pytest.mark.parametrize(
    "made",
    [
        lambda: packed({"a.en": b"word " * 1_000_000}),
        lambda: packed({"../../a.en": b"one\n"}),
        lambda: packed({"inner.zip": packed({"a.en": b"one\n"})}),
        lambda: packed({f"{number}.en": b"a\n" for number in range(2_001)}),
        lambda: packed({"a.en": b"one\n"})[:-30],
        lambda: b"PK\x03\x04 nothing of the kind",
    ],
    ids=["bomb", "outside", "nested", "many", "cut", "fake"],
)
def test_hostile_archives_of_training_data_have_no_figures(
    made: Callable[[], bytes], campaign: Campaign, organiser: User
) -> None:
    add_data_file(campaign, kind="training", name="corpus.zip", chunks=[made()], by=organiser)
    assert describe_files() == 1
    (row,) = as_(organiser).get("/campaigns/openmt/data-statistics").json()["items"]
    assert (row["segments"], row["remark"]) == (None, "no text or transcript that can be read")


def test_recordings_have_durations_and_speakers(campaign: Campaign, organiser: User) -> None:
    stm = b"talk1 1 anna 0.0 2.5 hello there\ntalk1 1 ben 3.0 4.0 hello\n"
    add_data_file(campaign, kind="training", name="train.stm", chunks=[stm], by=organiser)
    describe_files()
    (row,) = as_(organiser).get("/campaigns/openmt/data-statistics").json()["items"]
    assert (row["documents"], row["speakers"], row["duration_seconds"], row["speech_seconds"]) == (1, 2, 4.0, 3.5)
    assert (row["segments"], row["tokens"], row["vocabulary"], row["remark"]) == (2, 3, 2, "")


def test_without_files_the_page_says_what_will_fill_it(campaign: Campaign, client: Client) -> None:
    assert "There is nothing to describe yet." in client.get(f"/campaigns/{campaign.slug}/statistics/").content.decode()


def test_the_statistics_are_among_the_results_in_the_navigation(
    page_of: Callable[..., str], campaign: Campaign
) -> None:
    page = page_of(None, PAGE)
    assert f'<a href="/campaigns/{campaign.slug}/results/" aria-current="page">Results</a>' in page
    assert f'<a href="{PAGE}" aria-current="page">Statistics of the data</a>' in page


def test_the_metrics_task_is_among_the_results_in_the_navigation(
    page_of: Callable[..., str], campaign: Campaign
) -> None:
    page = page_of(None, f"/campaigns/{campaign.slug}/metrics-task/")
    assert f'<a href="/campaigns/{campaign.slug}/results/" aria-current="page">Results</a>' in page


def test_the_page_of_data_leads_to_the_statistics(page_of: Callable[..., str], campaign: Campaign) -> None:
    assert f'<a class="button" href="{PAGE}">Statistics</a>' in page_of(None, f"/campaigns/{campaign.slug}/data/")
