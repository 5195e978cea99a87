"""An organiser adds data, a team fetches them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from bakeoff_site.accounts.models import User
from bakeoff_site.campaigns.models import Campaign, Signature, Team
from bakeoff_site.datasets.models import DataFile, Download
from bakeoff_site.datasets.services import add_data_file
from tests.site.texts import source_xml

pytestmark = pytest.mark.django_db(transaction=True)


def saved(folder: Path, name: str, data: bytes) -> str:
    path = folder / name
    path.write_bytes(data)
    return str(path)


def test_an_organiser_adds_a_source_and_a_broken_one_is_explained(
    page: Page, campaign: Campaign, organiser: User, sign_in: Callable[[User], None], tmp_path: Path, settings: Any
) -> None:
    settings.DATA_FOLDER = tmp_path / "data"
    sign_in(organiser)
    page.goto(f"/campaigns/{campaign.slug}/data/manage/")
    page.get_by_role("link", name="Add source of OpenMT12 test set, Arabic–English").click()
    expect(page.get_by_label("Test set")).to_have_value("current")
    broken = source_xml().replace(b"</doc>", b"</dock>")
    page.get_by_label("Choose a file").set_input_files(saved(tmp_path, "broken.xml", broken))
    page.get_by_role("button", name="Add the file").click()
    expect(page.get_by_role("alert")).to_contain_text("broken.xml, line")
    expect(page.get_by_label("Test set")).to_have_value("current")
    # The form that came back with the answer works as the first did.
    page.get_by_label("Choose a file").set_input_files(saved(tmp_path, "src.xml", source_xml()))
    page.get_by_role("button", name="Add the file").click()
    expect(page.get_by_text("src.xml is added as version 1.")).to_be_visible()
    expect(page).to_have_url(f"{page.url.partition('/campaigns')[0]}/campaigns/{campaign.slug}/data/manage/")
    assert DataFile.objects.get().name == "src.xml"
    page.go_back()
    expect(page.get_by_role("heading", level=1)).to_have_text("Add a file")


def test_a_file_that_is_too_large_is_not_sent(
    page: Page, campaign: Campaign, organiser: User, sign_in: Callable[[User], None], tmp_path: Path, settings: Any
) -> None:
    settings.MAX_UPLOAD_BYTES = 10
    sign_in(organiser)
    page.goto(f"/campaigns/{campaign.slug}/data/manage/add/?kind=training")
    field = page.get_by_label("Choose a file")
    field.set_input_files(saved(tmp_path, "corpus.tgz", b"x" * 2048))
    assert field.evaluate("field => field.validationMessage") == "The file has 2.0 KB; at most 10 bytes are possible."
    page.get_by_role("button", name="Add the file").click()
    expect(page.get_by_text("Uploading")).to_be_hidden()


def test_a_team_fetches_training_data(
    page: Page,
    campaign: Campaign,
    team: Team,
    owner: User,
    sign_in: Callable[[User], None],
    tmp_path: Path,
    settings: Any,
) -> None:
    settings.DATA_FOLDER = tmp_path
    for agreement in campaign.rules.registration.agreements:
        Signature.objects.create(team=team, agreement=agreement, signed_by=owner)
    add_data_file(campaign, kind="training", name="corpus.tgz", chunks=[b"some text"], by=None)
    sign_in(owner)
    page.goto(f"/campaigns/{campaign.slug}/")
    page.get_by_role("link", name="Data", exact=True).click()
    with page.expect_download() as waiting:
        page.get_by_role("link", name="corpus.tgz").click()
    assert waiting.value.suggested_filename == "corpus.tgz"
    assert Path(waiting.value.path()).read_bytes() == b"some text"
    assert Download.objects.get().team == team
