"""Outputs corrected on pages and by programs: dealt in hands, saved as one goes, the output kept with the edit."""

from __future__ import annotations

import json
from collections import Counter
from html import unescape
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from bakeoff.human_eval import analyse_judgments, analysis_by_rules
from bakeoff.reports import human_json
from bakeoff_site.accounts.models import User
from bakeoff_site.campaigns.models import Campaign
from bakeoff_site.judging.models import Evaluation, Judge, Judgment, Screen
from bakeoff_site.judging.selectors.contents import content_of, shown_screen
from bakeoff_site.judging.selectors.judgments import judgments_of
from bakeoff_site.judging.selectors.rankings import ranking_of
from bakeoff_site.judging.services.dealing import next_screen
from tests.site.form_values import sent_form
from tests.site.judging.editing_world import edited_campaign
from tests.site.judging.world import SOURCE, SYSTEMS, judge_everything, make_judge, planned_task, signed_in

pytestmark = pytest.mark.django_db
WORK = {"seconds": 12.5, "idle_seconds": 3.0, "keystrokes": 7, "keys": {"letters": 7}, "visits": 1}


@pytest.fixture
def campaign(db: None) -> Campaign:
    return edited_campaign()


@pytest.fixture
def judge(campaign: Campaign, organiser: User) -> Judge:
    return make_judge(planned_task(campaign, "editing", by=organiser), "Tara Translator", now=timezone.now())


def dealt(judge: Judge) -> Screen:
    screen = next_screen(judge, now=timezone.now())
    assert isinstance(screen, Screen)
    return screen


def send(client: Client, screen: Screen, *actions: dict[str, Any], version: int = 0) -> tuple[int, Any]:
    said = {
        "version": version,
        "text_digest": screen.text_digest,
        "actions": [{"key": str(uuid4()), "kind": "answer", **each} for each in actions],
    }
    answer = client.post(
        reverse("judging:actions", args=[screen.key]), json.dumps(said), content_type="application/json"
    )
    return answer.status_code, answer.json()


def edited(text: str, **work: Any) -> dict[str, Any]:
    return {"payload": {"fields": {"answer-text": text, "answer-work": json.dumps(work)}}}


def page_of(client: Client, screen: Screen) -> str:
    return unescape(client.get(reverse("judging:screen", args=[screen.key])).content.decode())


@pytest.mark.parametrize(
    ("codes", "work"),
    [(["editing"], "correct"), (["ranking"], "judge"), (["editing", "ranking"], "judge and correct")],
)
def test_the_page_of_a_task_says_what_its_evaluations_ask_for(
    campaign: Campaign, organiser: User, codes: list[str], work: str
) -> None:
    judge = make_judge(planned_task(campaign, *codes, by=organiser), "Jo Judge", now=timezone.now())
    page = signed_in(judge).get(reverse("judging:task", args=["small", judge.task.slug])).content.decode()
    assert f"You {work} translations without knowing" in page


def test_a_translator_corrects_every_segment_once_and_every_system_equally_often(
    campaign: Campaign, organiser: User
) -> None:
    task = planned_task(campaign, "editing", by=organiser)
    translators = [make_judge(task, f"Translator {number}", now=timezone.now()) for number in range(len(SYSTEMS))]
    assert judge_everything(translators, now=timezone.now()) == len(SYSTEMS) * len(SOURCE)
    given = list(judgments_of(Evaluation.objects.get(), counted=True))
    for name in {each.judge for each in given}:
        own = [each for each in given if each.judge == name]
        assert len({each.item for each in own}) == len(SOURCE)
        assert Counter(each.systems[0] for each in own) == dict.fromkeys(SYSTEMS, len(SOURCE) // len(SYSTEMS))
    assert len({(each.item, each.systems) for each in given}) == len(given)
    for each in given:
        number = SYSTEMS.index(each.systems[0])
        assert each.answer["original"].endswith(f" {SYSTEMS[number].lower()[: number + 1]}")


def test_the_ranking_of_the_site_is_that_of_the_export(campaign: Campaign, organiser: User) -> None:
    task = planned_task(campaign, "editing", by=organiser)
    judge_everything(
        [make_judge(task, f"Translator {number}", now=timezone.now()) for number in range(4)], now=timezone.now()
    )
    evaluation = Evaluation.objects.select_related("task__campaign").get()
    planned = content_of(task).evaluations["editing"]
    computed = analyse_judgments(
        tuple(judgments_of(evaluation, counted=True)),
        protocol="post_editing",
        settings=planned.protocol.settings,
        analysis=analysis_by_rules(planned.rules),
    )
    found = ranking_of(evaluation).result
    assert found is not None
    assert human_json(found) == human_json(computed)


def test_an_edit_is_saved_with_its_output_and_what_it_took(judge: Judge) -> None:
    screen, client = dealt(judge), signed_in(judge)
    original = shown_screen(screen).texts[0]
    status, saved = send(client, screen, edited(f"{original} نص", **WORK))
    assert (status, saved["draft"]["answer"]["original"]) == (200, original)
    page = page_of(client, screen)
    assert f"{original} نص</textarea>" in page
    assert f'data-original="{original}"' in page
    assert send(client, screen, {"kind": "submit"}, version=1)[0] == 200
    answer: Any = Judgment.objects.get().answer
    assert (answer["text"], answer["original"]) == (f"{original} نص", original)
    assert {name: answer[name] for name in WORK} == WORK
    assert answer["signed_off"] is False


def test_who_comes_back_can_sign_off_and_nothing_is_lost(judge: Judge) -> None:
    screen, client = dealt(judge), signed_in(judge)
    assert "this translation is finished" not in page_of(client, screen)
    send(client, screen, edited("first", **WORK), {"kind": "submit"})
    assert "this translation is finished" in page_of(client, screen)
    again = edited("second", **{**WORK, "visits": 2})
    again["payload"]["fields"]["answer-signed-off"] = "on"
    screen.refresh_from_db()
    assert send(client, screen, again, {"kind": "submit"}, version=screen.version)[0] == 200
    answers: list[Any] = [each.answer for each in Judgment.objects.order_by("pk")]
    assert [(each["text"], each["signed_off"], each["visits"]) for each in answers] == [
        ("first", False, 1),
        ("second", True, 2),
    ]


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        ({"answer-text": "  "}, "Give an edited text."),
        ({"answer-text": "x", "answer-work": '{"seconds": -1}'}, "seconds as a number from 0 on"),
        ({"answer-text": "x", "answer-work": '{"keys": {"hands": 1}}'}, "keys by kind"),
    ],
)
def test_edits_that_are_none_are_refused_with_a_reason(judge: Judge, fields: dict[str, str], sentence: str) -> None:
    screen = dealt(judge)
    status, said = send(signed_in(judge), screen, {"payload": {"fields": fields}}, {"kind": "submit"})
    assert status == 400
    assert sentence in said["error"]
    assert not Judgment.objects.exists()


def test_a_form_without_a_script_saves_the_text(judge: Judge) -> None:
    screen, client = dealt(judge), signed_in(judge)
    address = reverse("judging:screen", args=[screen.key])
    form = sent_form(client.get(address).content.decode())
    assert form["answer-text"] == [shown_screen(screen).texts[0]]
    assert client.post(address, {**form, "answer-text": "one\r\ntwo"}).status_code == 302
    answer: Any = Judgment.objects.get().answer
    assert answer["text"] == "one\ntwo"


def test_segments_before_are_shown_as_the_translator_left_them(judge: Judge) -> None:
    client = signed_in(judge)
    first = dealt(judge)
    original = shown_screen(first).texts[0]
    send(client, first, edited(f"{original} جديد"), {"kind": "submit"})
    second = dealt(judge)
    send(client, second, edited(shown_screen(second).texts[0]), {"kind": "submit"})
    page = page_of(client, dealt(judge))
    assert f"{original} جديد</p>" in page
    assert "<b>1 word</b>" in page
    assert "<b>No change</b>" in page
    assert "Time stops after 30 seconds without input." in page
    assert not any(name in page for name in SYSTEMS)
