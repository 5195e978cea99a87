"""Outputs are corrected in tools of translators: taken along as XLIFF, TMX or tables, checked as they come back."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from html import unescape
from pathlib import Path
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from bakeoff.formats.exchange.bilingual import BilingualUnit
from bakeoff.formats.exchange.files import read_bilingual, write_bilingual
from bakeoff_site.accounts.models import User
from bakeoff_site.campaigns.models import Campaign
from bakeoff_site.judging.models import Judge, Judgment, OfflineFile, Screen
from bakeoff_site.judging.selectors.offline_files import screens_of
from bakeoff_site.judging.services.offline.edit_files import EDIT_FORMATS
from bakeoff_site.judging.services.offline.files import make_offline_file
from bakeoff_site.judging.services.offline.pages import offline_page
from tests.site.api.conftest import speaking
from tests.site.judging.editing_world import edited_campaign
from tests.site.judging.test_post_editing import edited, send
from tests.site.judging.world import SOURCE, SYSTEMS, make_judge, planned_task, signed_in

pytestmark = pytest.mark.django_db


@pytest.fixture
def campaign(db: None) -> Campaign:
    return edited_campaign()


@pytest.fixture
def judge(campaign: Campaign, organiser: User) -> Judge:
    task = planned_task(campaign, "editing", by=organiser, offline_days=3)
    return make_judge(task, "Tara Translator", now=timezone.now())


@pytest.fixture
def file(judge: Judge) -> OfflineFile:
    return make_offline_file(judge, screens=len(SOURCE), now=timezone.now())


def downloaded(client: Client, file: OfflineFile, format: str, folder: Path) -> Path:
    answer = client.get(reverse("judging:offline-edits", args=[file.key, format]))
    assert answer.status_code == 200
    path = folder / str(answer["Content-Disposition"]).split('"')[1]
    path.write_bytes(answer.content)
    return path


def changed(path: Path, format: str, change: Callable[[BilingualUnit], BilingualUnit]) -> Path:
    found = read_bilingual(path)
    write_bilingual(replace(found, units=tuple(map(change, found.units))), path, format)
    return path


def uploaded(client: Client, file: OfflineFile, path: Path, **choices: str) -> tuple[int, str]:
    fields = {f"{file.key}-{name}": value for name, value in choices.items()}
    given = fields | {f"{file.key}-file": SimpleUploadedFile(path.name, path.read_bytes())}
    answer = client.post(reverse("judging:offline-upload-edits", args=[file.key]), given)
    return answer.status_code, unescape(answer.content.decode())


def texts() -> list[str]:
    """What counts of each screen, in their order."""
    rows = Judgment.objects.order_by("screen__number", "pk")
    latest: dict[int, Any] = {row.screen_id: row.answer for row in rows}
    return [str(each["text"]) for each in latest.values()]


@pytest.mark.parametrize("format", EDIT_FORMATS)
def test_a_file_is_edited_elsewhere_and_comes_back(format: str, file: OfflineFile, tmp_path: Path) -> None:
    client = signed_in(file.judge)
    page = client.get(reverse("judging:offline", args=["small", file.judge.task.slug])).content.decode()
    assert "Or edit in your own tool" in page
    path = downloaded(client, file, format, tmp_path)
    assert not any(name in path.read_text(encoding="utf-8") for name in SYSTEMS)
    sent = read_bilingual(path)
    assert [unit.source for unit in sent.units] == list(SOURCE)
    named = format != "bilingual-tsv"  # a table says no languages
    assert (sent.source_language, sent.target_language) == (("en", "ar") if named else ("", ""))
    originals = [unit.target for unit in sent.units]
    changed(
        path,
        format,
        lambda unit: replace(unit, target=f"{unit.target} نص", signed_off=True, notes=("hard",)),
    )
    status, said = uploaded(client, file, path)
    assert (status, "Answers to 4 screens are saved" in said) == (200, True)
    answers: list[Any] = list(Judgment.objects.order_by("screen__number").values_list("answer", "comment"))
    assert [each["original"] for each, _ in answers] == originals
    assert texts() == [f"{text} نص" for text in originals]
    if format.startswith("xliff"):
        assert all(each["signed_off"] for each, _ in answers)
        assert {comment for _, comment in answers} == {"hard"}
    assert "Nothing new in this file" in uploaded(client, file, path)[1]
    assert Judgment.objects.count() == len(SOURCE)


def test_mistakes_are_all_named_and_nothing_is_saved(file: OfflineFile, tmp_path: Path) -> None:
    client = signed_in(file.judge)
    path = downloaded(client, file, "xliff-2.1", tmp_path)
    text = path.read_text(encoding="utf-8")
    path.write_text(text.replace(SOURCE[0], "Another lamp.").replace('id="u3"', 'id="u9"'), "utf-8")
    status, said = uploaded(client, file, path)
    assert status == 400
    for part in ("Nothing was saved", f"{path.name}, line", "'Another lamp.'", "the id 'u9'"):
        assert part in said
    path.write_bytes(b"PK\x03\x04 no text")
    assert "expected XLIFF 1.2 or 2, TMX, or a table" in uploaded(client, file, path)[1]
    path.write_text('<!DOCTYPE xliff [<!ENTITY a "b">]><xliff version="2.1">&a;</xliff>', "utf-8")
    assert uploaded(client, file, path)[0] == 400
    assert not Judgment.objects.exists()


def test_a_file_can_come_in_parts_and_again(file: OfflineFile, tmp_path: Path) -> None:
    client = signed_in(file.judge)
    path = downloaded(client, file, "xliff-1.2", tmp_path)
    first = replace(read_bilingual(path).units[0])
    changed(path, "xliff-1.2", lambda unit: unit if unit.id == first.id else replace(unit, target=None))
    status, said = uploaded(client, file, path)
    assert (status, "3 screens have no answer: 2, 3, 4" in said) == (400, True)
    assert uploaded(client, file, path, partly="on")[0] == 200
    assert texts() == [first.target]
    for text in ("one", "two", "one"):  # an edit may be taken back
        changed(path, "xliff-1.2", lambda unit, text=text: replace(unit, target=text))  # type: ignore[misc]
        assert uploaded(client, file, path)[0] == 200
        assert texts() == [text] * len(SOURCE)


def test_what_was_changed_on_the_site_is_asked_about(file: OfflineFile, tmp_path: Path) -> None:
    client = signed_in(file.judge)
    path = changed(
        downloaded(client, file, "tmx", tmp_path), "tmx", lambda unit: replace(unit, target=f"{unit.target} file")
    )
    assert uploaded(client, file, path)[0] == 200
    screen = screens_of(file)[0]
    send(client, screen, edited("from the site"), {"kind": "submit"}, version=screen.version)
    changed(path, "tmx", lambda unit: replace(unit, target=f"{unit.target} again"))
    status, said = uploaded(client, file, path)
    assert (status, "You changed screen 1 also on the site" in said) == (400, True)
    assert uploaded(client, file, path, replaces="false")[0] == 200
    assert texts()[0] == "from the site"
    assert all(text.endswith("file again") for text in texts()[1:])
    assert uploaded(client, file, path, replaces="true")[0] == 200
    assert texts()[0].endswith("file again")


def test_nobody_gets_the_file_of_another(file: OfflineFile, judge: Judge, tmp_path: Path) -> None:
    path = downloaded(signed_in(judge), file, "tmx", tmp_path)
    other = signed_in(make_judge(judge.task, "Otto Other", now=timezone.now()))
    assert other.get(reverse("judging:offline-edits", args=[file.key, "tmx"])).status_code == 404
    assert uploaded(other, file, path)[0] == 404
    assert signed_in(judge).get(reverse("judging:offline-edits", args=[file.key, "docx"])).status_code == 404


def test_the_page_of_a_file_has_the_editor_and_names_no_system(file: OfflineFile) -> None:
    page = offline_page(file, upload_address="https://example.org/upload")
    assert page.count("data-editing=") == len(SOURCE)
    assert "Work" in page  # the script that measures is written into the file
    assert not any(name in page for name in SYSTEMS)


def test_programs_do_the_same(judge: Judge, tmp_path: Path) -> None:
    client = speaking(judge.user, "judge")
    made = client.make_offline_file("small", judge.task.slug, screens=len(SOURCE))
    path = client.fetch_edit_file(made.key, tmp_path / "edits.xlf")
    changed(path, "xliff-2.1", lambda unit: replace(unit, target=f"{unit.target}!"))
    said = client.upload_edit_file(made.key, path)
    assert (said.taken, said.missing) == ((1, 2, 3, 4), ())
    assert client.upload_edit_file(made.key, path).known == (1, 2, 3, 4)
    assert all(text.endswith("!") for text in texts())
    assert Screen.objects.filter(state="answered").count() == len(SOURCE)
