"""The offline file: one page that loads nothing, with every screen as on the site and nothing that names systems."""

from __future__ import annotations

import base64
import hashlib
import json
import re
from html import unescape
from html.parser import HTMLParser
from typing import Any

import pytest
from django.contrib.staticfiles.storage import StaticFilesStorage
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from bakeoff.data.judgments import Judgment as KnownAnswer
from bakeoff_site.accounts.models import User
from bakeoff_site.campaigns.models import Campaign
from bakeoff_site.judging.choices import Opening
from bakeoff_site.judging.models import Judge, Judgment, OfflineFile, Screen, Task
from bakeoff_site.judging.services.dealing import next_screen
from bakeoff_site.judging.services.judges import block_judge
from bakeoff_site.judging.services.offline.pages import offline_page
from bakeoff_site.judging.services.opening import open_task
from bakeoff_site.judging.services.plans import TaskOptions, create_task, prepare_task
from tests.site.judging.campaigns.blindness import elements_of, marked_controls, marks_in, names_in, names_of
from tests.site.judging.offline.world import SCREENS, all_answered, answer_file, answered, take, written
from tests.site.judging.spans_world import mark
from tests.site.judging.world import (
    SYSTEMS,
    account_of,
    answer,
    answer_of,
    make_judge,
    planned_task,
    signed_in,
    with_early_controls,
)

pytestmark = pytest.mark.django_db
NOW = timezone.now()
HOSTILE = "</script></template><script>alert(1)</script><!-- & \"'"
LINE = "\u2028"
"""Which ends a line of a script, and is no name."""


class NamedByChecksum(StaticFilesStorage):
    """As on a server in operation, where scripts and styles have their checksum in their names."""

    def url(self, name: str | None) -> str:
        stem, dot, ending = (name or "").rpartition(".")
        if not dot:
            raise ValueError(f"Missing staticfiles manifest entry for {name!r}")
        return super().url(f"{stem}.0123456789ab.{ending}")


def page_of(file: OfflineFile) -> str:
    return offline_page(file, upload_address="https://example.org/upload/")


def about(page: str) -> Any:
    [found] = re.findall(r'<script id="offline-file" type="application/json">(.*?)</script>', page)
    return json.loads(found)


def parts_of(page: str) -> dict[str, str]:
    return dict(re.findall(r'<template id="page-(\w+)"[^>]*>(.*?)</template>', page, re.DOTALL))


class Loading(HTMLParser):
    """Everything on a page that loads something or runs."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []
        self.scripts = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        self.scripts += tag == "script" and given.get("type") != "application/json"
        loads = {"src", "srcset", "action", "poster", "data", "style", "ping", "background"} & given.keys()
        self.found += [f"{tag} {name}={given[name]}" for name in loads if given[name]]
        self.found += [f"{tag} {name}" for name in given if name.startswith("on")]
        if tag in ("link", "iframe", "img", "object", "embed", "base"):
            self.found.append(tag)
        if tag == "a" and not (given.get("href") or "#").startswith(("#", "https://example.org/upload/")):
            self.found.append(f"a to {given['href']}")


@pytest.fixture
def task(campaign: Campaign, organiser: User) -> Task:
    return planned_task(campaign, "ranking", by=organiser, offline_days=3)


@pytest.fixture
def ann(task: Task) -> Judge:
    return make_judge(task, "Ann Able", now=NOW)


def test_the_file_loads_nothing_and_runs_only_what_its_policy_names(task: Task, ann: Judge) -> None:
    page = page_of(take(ann, 3, now=NOW)[0])
    loading = Loading()
    loading.feed(page)
    assert loading.found == []
    assert loading.scripts == 1
    [policy] = re.findall(r'<meta http-equiv="Content-Security-Policy" content="([^"]+)">', page)
    hashes = re.findall(r"(script|style)-src &#x27;sha256-([^&]+)&#x27;", policy)
    for kind, wanted in hashes:
        [text] = re.findall(rf"<{kind}>(.*?)</{kind}>", page, re.DOTALL)
        assert base64.b64encode(hashlib.sha256(text.encode()).digest()).decode() == wanted
    assert [kind for kind, _ in hashes] == ["script", "style"]
    assert policy.startswith("default-src &#x27;none&#x27;; ")
    assert "fetch(form.dataset.actions" not in page  # what speaks with the server stays there
    assert "csrf" not in page


def test_the_file_knows_its_screens_in_order(task: Task, ann: Judge) -> None:
    file, screens = take(ann, 4, now=NOW)
    said = about(page_of(file))
    assert [each["key"] for each in said["screens"]] == [str(each.key) for each in screens]
    assert [each["text_digest"] for each in said["screens"]] == [each.text_digest for each in screens]
    assert {each["answered"] for each in said["screens"]} == {False}
    answer(screens[0], answer_of(screens[0]), now=NOW)
    again = about(page_of(file))["screens"]
    assert [each["answered"] for each in again] == [True, False, False, False]
    assert again[0]["version"] == 2


def test_texts_stay_texts(campaign: Campaign, organiser: User) -> None:
    Campaign.objects.filter(pk=campaign.pk).update(title=HOSTILE)
    hostile = {"title": HOSTILE, "instructions": f"{HOSTILE}{LINE}{HOSTILE}"}
    task = planned_task(Campaign.objects.get(pk=campaign.pk), "ranking", by=organiser, offline_days=3, **hostile)
    ann = make_judge(task, "Ann Able", now=NOW)
    User.objects.filter(pk=account_of(ann).pk).update(name=HOSTILE)
    account_of(ann).refresh_from_db()
    file, screens = take(ann, 2, now=NOW)
    page = page_of(OfflineFile.objects.select_related("judge__user", "judge__task__campaign").get(pk=file.pk))
    assert "<script>alert" not in page
    assert page.count("</template>") == 2 + 1 + 1  # screens, overview, instructions
    assert about(page)["title"] == HOSTILE
    assert not any(LINE in each for each in re.findall(r"<script[^>]*>(.*?)</script>", page, re.DOTALL))
    assert len(screens) == 2


def test_a_part_that_comes_later_is_closed_until_the_part_before_it_is_done(
    campaign: Campaign, organiser: User
) -> None:
    task = planned_task(campaign, "fluency", "adequacy", by=organiser, offline_days=3)
    file, screens = take(make_judge(task, "Ann Able", now=NOW), 8, now=NOW)
    assert [each.evaluation.code for each in screens] == ["fluency"] * 4 + ["adequacy"] * 4
    assert [each["stage"] for each in about(page_of(file))["screens"]] == [0] * 4 + [1] * 4


GOLD = [
    KnownAnswer(id=f"{protocol}{n}", protocol=protocol, judge="known", segment=str(n), systems=systems, answer=answer)
    for n in (1, 2, 3, 4)
    for protocol, systems, answer in (("pairwise", SYSTEMS[:2], "first"), ("direct", SYSTEMS[:1], 90))
]


def test_no_protocol_tells_systems_or_controls_in_the_file(campaign: Campaign, organiser: User) -> None:
    controls = {"repeats": 0.2, "attention": 0.2}
    changes = {f"every-{each}": dict(controls) for each in SCREENS if each not in ("esa", "error_spans")}
    for protocol in ("constituent_ranking", "constituent_acceptability"):
        del changes[f"every-{protocol}"]["attention"]  # which would change texts under their highlights
    for protocol in ("pairwise", "direct"):
        changes[f"every-{protocol}"]["gold"] = 0.2
    options = TaskOptions(opening=Opening.OPEN, gold=GOLD, offline_days=3, changes=changes, seed=3)
    planned = prepare_task(campaign, [f"every-{protocol}" for protocol in SCREENS], options)
    task = create_task(campaign, with_early_controls(planned), options=options, by=organiser)
    ann = make_judge(task, "Ann Able", now=NOW)
    file, screens = take(ann, 200, now=NOW)
    assert {each.evaluation.protocol for each in screens} == set(SCREENS)
    assert {"", "repeat", "attention", "gold"} == {each.control for each in screens}
    page = page_of(file)
    assert list(names_in(page, names_of(task, to=account_of(ann)), "the file")) == []
    assert list(marks_in(about(page), "the file")) == []
    parts = parts_of(page)
    shapes = {str(each.key): elements_of(parts[str(number)]) for number, each in enumerate(screens, start=1)}
    assert list(marked_controls(screens, shapes, "the file")) == []
    ids = {each["key"] for each in about(page)["screens"]}
    assert ids == {str(each.key) for each in screens}
    for screen in screens:
        assert f"judge{screen.judge_id}" not in page
    assert len(page) < 200_000 + 20_000 * len(screens)


def test_earlier_segments_of_a_document_are_recalled_and_tell_no_control(campaign: Campaign, organiser: User) -> None:
    """What was answered before the download is in the file; for what is answered in it, it names the screens."""
    changes = {"every-esa": {"repeats": 0.2, "attention": 0.2}}
    options = TaskOptions(opening=Opening.OPEN, offline_days=3, changes=changes, seed=3)
    planned = prepare_task(campaign, ["every-esa"], options)
    task = create_task(campaign, with_early_controls(planned), options=options, by=organiser)
    ann = make_judge(task, "Ann Able", now=NOW)
    first = next_screen(ann, now=NOW)
    assert isinstance(first, Screen)
    answer(first, {"spans": [mark(0, 3, id="a", note="odd")], "score": 71}, now=NOW)
    file, screens = take(ann, 200, now=NOW)
    assert {"", "repeat", "attention"} == {each.control for each in screens}
    page = page_of(file)
    parts = parts_of(page)
    for number, screen in enumerate(screens, start=1):
        recalled = re.findall(r'data-own-fields="([^"]*)"(?: data-answer-of="([^"]+)")?', parts[str(number)])
        earlier = [first, *screens[: number - 1]][number - screen.segment :]
        assert [key for _, key in recalled] == ["" if each == first else str(each.key) for each in earlier]
        known = [json.loads(unescape(fields)) for fields, _ in recalled if fields]
        marked = '[{"side": "target", "start": 0, "end": 3, "severity": "minor"}]'
        assert known == [{"answer-marks": marked, "answer-0": "71"}] * (first in earlier)
    shapes = {str(each.key): elements_of(parts[str(number)]) for number, each in enumerate(screens, start=1)}
    assert list(marked_controls(screens, shapes, "the file")) == []
    assert list(names_in(page, names_of(task, to=account_of(ann)), "the file")) == []


def test_a_judge_takes_screens_along_and_uploads_the_answers(task: Task, ann: Judge) -> None:
    client, slug = signed_in(ann), task.campaign.slug
    assert (
        reverse("judging:offline", args=[slug, task.slug])
        in client.get(reverse("judging:task", args=[slug, task.slug])).content.decode()
    )
    own = reverse("judging:offline", args=[slug, task.slug])
    assert "No offline file yet" in client.get(own).content.decode()
    refused = client.post(reverse("judging:offline-take", args=[slug, task.slug]), {"screens": "0"})
    assert refused.status_code == 400
    assert "greater than or equal to 1" in refused.content.decode()
    taken = client.post(reverse("judging:offline-take", args=[slug, task.slug]), {"screens": "3"}, follow=True)
    assert "Your offline file is ready" in taken.content.decode()
    file = OfflineFile.objects.get()
    assert f'href="{reverse("judging:offline-file", args=[file.key])}"' in taken.content.decode()
    download = client.get(reverse("judging:offline-file", args=[file.key]))
    assert re.fullmatch(r'attachment; filename="small-ranking-offline-\d+\.html"', download["Content-Disposition"])
    assert f"http://testserver{own}" in download.content.decode()
    screens = list(file.screens.order_by("number"))
    part = answer_file(file, [answered(screens[0], at=NOW)])
    asked = _upload(client, task, written(part))
    assert asked.status_code == 400
    assert "2 screens have no answer: 2, 3." in asked.content.decode()
    saved = _upload(client, task, written(part), partly="on").content.decode()
    assert "Answers to 1 screen are saved" in saved
    assert "Not answered yet: screens 2, 3" in saved
    everything = written(all_answered(file, screens[1:], at=NOW))
    assert "Answers to 2 screens are saved" in _upload(client, task, everything).content.decode()
    again = _upload(client, task, everything).content.decode()
    assert "Nothing new in this file" in again
    assert "Answers to 2 screens were saved before; they count once." in again


def test_a_judge_who_changed_an_answer_elsewhere_says_which_one_counts(task: Task, ann: Judge) -> None:
    file, screens = take(ann, 2, now=NOW)
    answer(screens[0], [3, 3, 3], now=NOW)
    client = signed_in(ann)
    content = answer_file(file, [answered(each, at=NOW, version=0) for each in screens])
    asked = _upload(client, task, written(content))
    assert asked.status_code == 400
    assert "You changed screen 1 also on the site" in asked.content.decode()
    assert "Use the answer of this file" in asked.content.decode()
    assert Judgment.objects.count() == 1
    kept = _upload(client, task, written(content), replaces="false").content.decode()
    assert "Screen 1: what you answered elsewhere was kept." in kept
    _upload(client, task, written(content), replaces="true")
    assert Judgment.objects.filter(screen=screens[0]).latest("pk").answer == answer_of(screens[0])


def test_a_page_says_why_a_file_is_refused(task: Task, ann: Judge) -> None:
    file, screens = take(ann, 2, now=NOW)
    client = signed_in(ann)
    content = all_answered(file, screens, at=NOW)
    content["screens"][1]["text_digest"] = "other"
    refused = _upload(client, task, written(content))
    assert refused.status_code == 400
    assert "Nothing was saved" in refused.content.decode()
    assert "Screen 2: the answer is to other texts than the screen shows." in refused.content.decode()
    nothing = client.post(reverse("judging:offline-upload", args=[task.campaign.slug, task.slug]), {})
    assert "This field is required." in nothing.content.decode()


def test_after_judging_has_closed_or_ended_for_someone_answers_can_still_be_uploaded(
    task: Task, ann: Judge, organiser: User
) -> None:
    file, screens = take(ann, 2, now=NOW)
    client = signed_in(ann)
    open_task(task, Opening.CLOSED, by=organiser)
    block_judge(ann, reason="answers at random", by=organiser, now=NOW)
    page = client.get(reverse("judging:offline", args=[task.campaign.slug, task.slug])).content.decode()
    assert "You can still upload answers; they are kept." in page
    assert "Make an offline file" not in page
    saved = _upload(client, task, written(all_answered(file, screens, at=NOW))).content.decode()
    assert "Screens 1, 2: the answers are kept, but they do not count." in saved


def test_a_file_is_given_back_on_its_page(task: Task, ann: Judge) -> None:
    file, _ = take(ann, 2, now=NOW)
    client = signed_in(ann)
    page = client.post(reverse("judging:offline-return", args=[file.key]), follow=True).content.decode()
    assert "Other judges get them." in page
    assert "the rest was given back" in page
    assert set(Screen.objects.values_list("state", flat=True)) == {"returned"}


def _upload(client: Client, task: Task, content: bytes, **data: str) -> Any:
    address = reverse("judging:offline-upload", args=[task.campaign.slug, task.slug])
    return client.post(address, {"file": SimpleUploadedFile("answers.json", content), **data})


def test_a_server_in_operation_makes_the_same_file(campaign: Campaign, organiser: User, settings: Any) -> None:
    task = planned_task(campaign, "fluency", by=organiser, offline_days=3)
    file, _ = take(make_judge(task, "Ann Able", now=NOW), 2, now=NOW)
    before = page_of(file)
    backend = f"{NamedByChecksum.__module__}.{NamedByChecksum.__name__}"
    settings.STORAGES = {**settings.STORAGES, "staticfiles": {"BACKEND": backend}}
    assert page_of(file) == before
