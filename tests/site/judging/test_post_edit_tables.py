"""Tables of post-edits on the site: those of `bakeoff human analyse`, for organisers live, on boards when released."""

from __future__ import annotations

import json
import re
from contextlib import suppress
from datetime import UTC, datetime
from html import unescape
from io import BytesIO
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from bakeoff.cli.main import main
from bakeoff_site.accounts.models import User
from bakeoff_site.campaigns.models import Campaign
from bakeoff_site.datasets.services.files import add_data_file
from bakeoff_site.judging.choices import Opening
from bakeoff_site.judging.models import Evaluation, Judgment, JudgmentImport, Task
from bakeoff_site.judging.selectors.post_edits import post_edits_of
from tests.site.conftest import Clock
from tests.site.judging.editing_world import edited_campaign
from tests.site.judging.world import SYSTEMS, TEXTS, judge_everything, make_judge, planned_task

pytestmark = pytest.mark.django_db
REFERENCES = TEXTS["en-ar"]
EARLIER = [f"{line} قديم" for line in REFERENCES]
BOARD = {"evaluation": "editing", "language_pair": "en-ar", "test_set": "news"}


@pytest.fixture
def campaign(db: None) -> Campaign:
    return edited_campaign()


@pytest.fixture
def task(campaign: Campaign, organiser: User) -> Task:
    """Everything is edited by four translators."""
    task = planned_task(campaign, "editing", by=organiser)
    names = [f"Translator {number}" for number in range(1, 5)]
    judge_everything([make_judge(task, name, now=timezone.now()) for name in names], now=timezone.now())
    return task


@pytest.fixture
def organiser_client(organiser: User) -> Client:
    client = Client()
    client.force_login(organiser)
    return client


def import_earlier(client: Client, task: Task, *, edited: list[str] | None = None, **changes: Any) -> Any:
    """The page after post-edits of SU-15 were uploaded; they are those of a reference, but for the last segment."""
    address = reverse("judging:imports", args=[task.campaign.slug, task.slug])
    given = {
        "earlier": "yes",
        "earlier-evaluation": Evaluation.objects.get(task=task).pk,
        "earlier-file": SimpleUploadedFile(
            "su15.edited.txt", "".join(f"{line}\n" for line in edited or [*REFERENCES[:3], ""]).encode()
        ),
        "earlier-output": SimpleUploadedFile("su15.txt", "\n".join(EARLIER).encode()),
        "earlier-system": "SU-15",
    }
    return client.post(address, given | changes)


def confirm(client: Client, page: Any) -> None:
    assert page.context["refused"] is None, page.context["refused"]
    address = page.request["PATH_INFO"]
    assert client.post(address, {"checked": page.context["checked"].token}).status_code == 302


def analysed(capsys: pytest.CaptureFixture[str], *arguments: object) -> Any:
    capsys.readouterr()
    with suppress(SystemExit):
        main(["human", "analyse", *map(str, arguments), "--format", "json"])
    return json.loads(capsys.readouterr().out)


def test_the_tables_of_the_site_are_those_of_the_command(
    task: Task, organiser_client: Client, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    confirm(organiser_client, import_earlier(organiser_client, task))
    campaign = task.campaign
    export = organiser_client.get(reverse("judging:export", args=[campaign.slug, task.slug]))
    (tmp_path / "judgments.jsonl").write_bytes(export.getvalue())
    (tmp_path / "rules.toml").write_text(campaign.rulebook_text, encoding="utf-8")
    (tmp_path / "reference.txt").write_text("\n".join(REFERENCES), encoding="utf-8")
    (tmp_path / "SU-15.txt").write_text("\n".join(EARLIER), encoding="utf-8")
    (tmp_path / "edited.txt").write_text("".join(f"{line}\n" for line in [*REFERENCES[:3], ""]), encoding="utf-8")
    runs: list[object] = []
    for number, name in enumerate(SYSTEMS):
        (tmp_path / f"{name}.txt").write_text("\n".join(f"{line} {name.lower()[: number + 1]}" for line in REFERENCES))
        runs += ["--run", tmp_path / f"{name}.txt"]
    by_rules = ["--rules", tmp_path / "rules.toml", "--evaluation", "editing"]
    texts = [*runs, "-r", tmp_path / "reference.txt", "--earlier", tmp_path / "SU-15.txt", tmp_path / "edited.txt"]
    said = analysed(capsys, tmp_path / "judgments.jsonl", *by_rules, *texts)
    board = reverse("results:human-download", args=[campaign.slug, *BOARD.values(), "systems", "json"])
    shown = organiser_client.get(board).json()
    hidden = {each["system"]: each["system"] for each in shown["groups"][0]["systems"]}
    assert "SU-15" in hidden
    assert len(hidden) == 1 + len(SYSTEMS)
    shown_figures, said_figures = (
        [[each["mter"], each["hter"], each["ter"], each["edits"]] for each in found["groups"][0]["systems"]]
        for found in (shown, said)
    )
    assert shown_figures == said_figures
    assert shown["groups"][0]["translators"][0]["hter"] == said["groups"][0]["translators"][0]["hter"]
    assert shown["groups"][0]["rank_correlations"] == said["groups"][0]["rank_correlations"]
    assert {name: shown[name] for name in ("trials", "level", "signature")} == {
        name: said[name] for name in ("trials", "level", "signature")
    }


def page_of(client: Client, name: str, *arguments: object) -> str:
    return unescape(client.get(reverse(name, args=arguments)).content.decode())


def figures(task: Task) -> list[tuple[str, str]]:
    """Systems and their mTER as the analysis has them."""
    found = post_edits_of(list(task.evaluations.select_related("task__campaign")), with_references=True)
    assert found is not None
    assert found.result is not None
    return [(each.system, f"{each.mter.value:.2f}") for each in found.result.groups[0].systems]


def test_the_live_view_ranks_by_mter_with_labels_in_place_of_names(task: Task, organiser_client: Client) -> None:
    page = page_of(organiser_client, "judging:live", task.campaign.slug, task.slug)
    table = page[page.index("Systems by their post-edits") : page.index("Single post-edits")]
    assert [*(value for _, value in figures(task)), "–"] == re.findall(r'data-label="mTER">([^<]+)<', table)
    assert "TER of the test set" in table
    assert "Translator 1" in table
    assert not any(name in page for name in SYSTEMS)


def test_a_board_shows_post_edits_to_everyone_and_translators_to_those_who_may_read_judgments(
    task: Task, organiser_client: Client, clock: Clock, client: Client
) -> None:
    clock.move_to(datetime(2026, 4, 2, tzinfo=UTC))
    Task.objects.update(opening=Opening.CLOSED)
    known = figures(task)
    where = (task.campaign.slug, *BOARD.values())
    page = page_of(client, "results:human-board", *where)
    shown = page[page.index("Systems and translators by post-edits") : page.index("Single post-edits")]
    for name, value in known:
        assert f"<bdi>{name}</bdi>" in shown
        assert f">{value}<" in shown
    assert "Translators" not in shown.removeprefix("Systems and translators")
    assert "<h3>Translators</h3>" in page_of(organiser_client, "results:human-board", *where)
    table = client.get(reverse("results:human-download", args=[*where, "systems", "csv"])).content.decode()
    assert [row.split(",")[0] for row in table.splitlines()[1 : 1 + len(SYSTEMS)]] == [name for name, _ in known]
    missing = reverse("results:human-download", args=[task.campaign.slug, *BOARD.values(), "clusters", "csv"])
    assert client.get(missing).status_code == 404


def test_earlier_post_edits_count_once_and_until_they_are_withdrawn(task: Task, organiser_client: Client) -> None:
    before = dict(figures(task))
    confirm(organiser_client, import_earlier(organiser_client, task))
    after = dict(figures(task))
    assert after.keys() - before.keys() == {"SU-15"}
    assert any(after[name] != value for name, value in before.items())  # it is another reference
    again = import_earlier(organiser_client, task)
    address = again.request["PATH_INFO"]
    said = organiser_client.post(address, {"checked": again.context["checked"].token}, follow=True)
    assert "They count once" in unescape(said.content.decode())
    imported = JudgmentImport.objects.get()
    assert (imported.is_earlier, imported.judgments) == (True, 3)
    assert Evaluation.objects.get().imports == []  # nobody's judgments here
    withdraw = reverse("judging:withdraw-import", args=[task.campaign.slug, task.slug, imported.pk])
    organiser_client.post(withdraw, {"reason": "The wrong year"})
    assert dict(figures(task)) == before


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"earlier-system": "ALPHA"}, "ALPHA is edited in this evaluation"),
        ({"edited": ["only", "two"]}, "post-edits of"),
        ({"earlier-output": ""}, "su15.edited.txt"),
    ],
)
def test_earlier_post_edits_that_fit_nothing_are_refused(
    task: Task, organiser_client: Client, changes: dict[str, Any], sentence: str
) -> None:
    page = unescape(import_earlier(organiser_client, task, **changes).content.decode())
    assert sentence in page
    assert not JudgmentImport.objects.exists()


def test_post_edits_are_exported_as_references_that_a_test_set_takes(task: Task, organiser_client: Client) -> None:
    answer = organiser_client.get(reverse("judging:export-form", args=["small", task.slug, "editing", "references"]))
    with ZipFile(BytesIO(answer.content)) as archive:
        files = {name: archive.read(name) for name in archive.namelist()}
    assert len(files) == 4
    assert all(name.startswith("news-en-ar-judge") for name in files)
    name, content = next(iter(files.items()))
    answers: list[Any] = list(Judgment.objects.values_list("answer", flat=True))
    own = [each["text"] for each in answers]
    assert all(line.split("\t")[-1] in own for line in content.decode().splitlines()[1:])
    kept = add_data_file(
        task.campaign,
        kind="reference",
        name=name,
        chunks=[content],
        test_set="news",
        language_pair="en-ar",
        note="Post-edits",
        by=task.planned_by,
    )
    assert kept.holds == 1
