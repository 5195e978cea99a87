"""Earlier years: packages that organisers import, and how the best systems got better."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from bakeoff.release.writing import write_package
from bakeoff_site.accounts.models import User
from bakeoff_site.campaigns.models import Campaign
from bakeoff_site.jobs.execution import work_off
from bakeoff_site.publication.models import EarlierYear
from bakeoff_site.publication.selectors.release import release_content
from bakeoff_site.scoring.models import RunScore
from bakeoff_site.submissions.models import Run
from tests.site.conftest import Clock

PageOf = Callable[[User | None, str], str]
YEARS = "/campaigns/openmt/published/years/"
MANAGE = "/campaigns/openmt/organise/publication/years/"


@pytest.fixture(autouse=True)
def store(settings: Any, tmp_path: Path) -> None:
    """Files are kept in the test's own folder."""
    settings.DATA_FOLDER = tmp_path / "data"


@pytest.fixture
def upload(client: Client, organiser: User) -> Callable[[bytes], str]:
    """An organiser uploads a file, and a worker reads it; what the page says of it then."""

    def upload(content: bytes) -> str:
        client.force_login(organiser)
        file = SimpleUploadedFile("earlier.zip", content)
        said = client.post(f"{MANAGE}upload/", {"file": file}, follow=True).content.decode()
        work_off("test")
        return said + client.get(MANAGE).content.decode()

    return upload


def test_the_best_of_an_earlier_year_is_next_to_that_of_this_year(
    campaign: Campaign,
    runs: dict[str, Run],
    clock: Clock,
    upload: Callable[[bytes], str],
    page_of: PageOf,
    tmp_path: Path,
) -> None:
    clock.move_into(campaign, "public")
    write_package(release_content(campaign), tmp_path / "package.zip")
    Run.objects.filter(pk=runs["RIVAL_primary"].pk).update(withdrawn_at=clock.now)  # this year without the best
    assert campaign.title in upload((tmp_path / "package.zip").read_bytes())
    year = EarlierYear.objects.get()
    assert (year.year, bool(year.scores)) == (2012, True)
    page = page_of(None, YEARS)
    for name in ("RIVAL_primary", "TESTS_primary"):
        score = RunScore.objects.get(run=runs[name], metric="bleu@mteval")
        assert f"{score.value:.2f}" in page
    assert page.index("RIVAL_primary") < page.index("This year") < page.index("TESTS_primary")
    assert "Not comparable" not in page
    assert "is imported already" in upload((tmp_path / "package.zip").read_bytes())


def test_scores_with_other_settings_are_marked(
    campaign: Campaign,
    runs: dict[str, Run],
    clock: Clock,
    upload: Callable[[bytes], str],
    page_of: PageOf,
    tmp_path: Path,
) -> None:
    clock.move_into(campaign, "public")
    write_package(release_content(campaign), tmp_path / "package.zip")
    upload((tmp_path / "package.zip").read_bytes())
    year = EarlierYear.objects.get()
    year.scores = [{**each, "settings": "bleu@mteval|references:4"} for each in year.scores]
    year.save()
    assert "Not comparable" in page_of(None, YEARS)


def test_nobody_sees_this_year_before_its_scores_are_released(
    campaign: Campaign,
    runs: dict[str, Run],
    clock: Clock,
    upload: Callable[[bytes], str],
    page_of: PageOf,
    tmp_path: Path,
) -> None:
    clock.move_into(campaign, "public")
    write_package(release_content(campaign), tmp_path / "package.zip")
    clock.move_into(campaign, "evaluation")
    upload((tmp_path / "package.zip").read_bytes())
    assert "No earlier years to compare with" in page_of(None, YEARS)


@pytest.mark.parametrize("content", [b"no archive", b"PK\x03\x04 but not really"], ids=["text", "broken"])
def test_what_is_no_package_is_refused_with_the_reason(
    content: bytes, campaign: Campaign, upload: Callable[[bytes], str], organiser: User, client: Client
) -> None:
    page = upload(content)
    assert EarlierYear.objects.get().title == ""
    assert "Being read" not in page[page.rindex("<h1>") :]
    client.post(f"{MANAGE}{EarlierYear.objects.get().pk}/remove/")
    assert not EarlierYear.objects.exists()
