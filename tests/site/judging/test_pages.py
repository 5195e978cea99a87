"""Pages of judges: from the list of tasks to the last screen, with nothing on them that names a system."""

from __future__ import annotations

import json
import re
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from bakeoff.human_eval.designs.screens.events import Finished
from bakeoff_site.accounts.models import User
from bakeoff_site.campaigns.models import Campaign
from bakeoff_site.judging.choices import Opening
from bakeoff_site.judging.models import Judge, Judgment, Screen, Task
from bakeoff_site.judging.selectors.contents import shown_screen
from bakeoff_site.judging.services.dealing import next_screen
from bakeoff_site.judging.services.judges import block_judge
from tests.site.conftest import Clock
from tests.site.judging.world import (
    RULES,
    SOURCE,
    SYSTEMS,
    TEXTS,
    answer,
    answer_of,
    make_judge,
    planned_task,
    signed_in,
)

pytestmark = pytest.mark.django_db
CODES = ("ranking", "fluency", "pairs", "scores")


@pytest.fixture
def task(campaign: Campaign, organiser: User) -> Task:
    return planned_task(
        campaign, "ranking", by=organiser, instructions="Read *both* texts.", consent_text="We keep it."
    )


def page_of(judge: Judge, client: Client) -> tuple[Screen, Any]:
    """The next screen of a judge, by following the links."""
    task = judge.task
    answer = client.get(reverse("judging:next", args=[task.campaign.slug, task.slug]), follow=True)
    return judge.screens.latest("number"), answer


def test_a_judge_reads_agrees_and_starts(task: Task, judge: User) -> None:
    client = signed_in(judge)
    listed = client.get(reverse("judging:tasks")).content.decode()
    address = reverse("judging:task", args=["small", task.slug])
    assert f'href="{address}"' in listed
    shown = client.get(address).content.decode()
    assert "<em>both</em>" in shown
    refused = client.post(address, {"chosen": ["en-ar"]})
    assert "Tick that you agree" in refused.content.decode()
    assert not Judge.objects.exists()
    started = client.post(address, {"agrees": "on", "chosen": ["en-ar"]}, follow=True)
    assert started.redirect_chain[-1][0] == reverse("judging:screen", args=[Screen.objects.get().key])
    assert Judge.objects.get().chosen == ["en-ar"]


def test_the_list_expects_what_the_next_screen_does_whatever_others_judged_meanwhile(task: Task) -> None:
    now = timezone.now()
    ann, *others = (make_judge(task, name, now=now) for name in ("Ann Able", "Bob Baker", "Cyd Cole"))
    first = answer_next(ann)
    for _ in range(6):
        for other in others:
            answer_next(other)
    listed = signed_in(ann).get(reverse("judging:tasks")).content.decode()
    found = next_screen(ann, now=now)
    assert isinstance(found, Screen)
    assert first.left is not None
    assert found.left is not None
    assert 0 < found.left < first.left - 1
    assert f"about {found.left} left" in listed
    assert f"about {found.left} left" in signed_in(ann).get(reverse("judging:tasks")).content.decode()


def answer_next(judge: Judge) -> Screen:
    screen = next_screen(judge, now=timezone.now())
    assert isinstance(screen, Screen)
    answer(screen, answer_of(screen), now=timezone.now())
    return screen


def test_tasks_that_somebody_started_come_before_those_that_wait(
    campaign: Campaign, task: Task, organiser: User, judge: User
) -> None:
    """Whatever they are called: who comes back continues where they were."""
    planned_task(campaign, "pairs", by=organiser, title="A task that waits")
    planned_task(campaign, "pairs", by=organiser, title="A closed task", opening=Opening.CLOSED)
    client = signed_in(judge)
    client.post(reverse("judging:task", args=["small", task.slug]), {"agrees": "on"}, follow=True)
    listed = client.get(reverse("judging:tasks")).content.decode()
    places = [listed.index(title) for title in (task.title, "A task that waits", "A closed task")]
    assert places == sorted(places)
    assert listed.count("primary") == 1
    assert listed.index(">Continue<") < listed.index(">Start<")


def test_a_judge_who_answered_everything_reads_that_nothing_is_left(task: Task) -> None:
    """Each item needs two judges, so half of the work is left, but for others."""
    judge = make_judge(task, "Ann Able", now=timezone.now())
    client = signed_in(judge)
    while isinstance(screen := next_screen(judge, now=timezone.now()), Screen):
        listed = client.get(reverse("judging:tasks")).text
        assert "nothing left" not in listed
        assert ">Continue<" in listed
        answer(screen, answer_of(screen), now=timezone.now())
    assert screen == Finished()
    listed = client.get(reverse("judging:tasks")).text
    assert f"{judge.screens.count()} answered, nothing left for you now" in listed
    assert "to go" not in listed
    assert ">Ask for more<" in listed


@pytest.mark.parametrize("code", CODES)
def test_a_form_without_scripts_answers_a_screen(campaign: Campaign, organiser: User, code: str) -> None:
    judge = make_judge(planned_task(campaign, code, by=organiser), "Ann Able", now=timezone.now())
    client = signed_in(judge)
    screen, page = page_of(judge, client)
    text = page.content.decode()
    fields = dict(re.findall(r'name="(version|text_digest|submit_key)" value="([^"]*)"', text))
    names = sorted(set(re.findall(r'name="(answer[-\d]*)"', text)))
    given = dict.fromkeys(names, "first" if code == "pairs" else "1")
    answered = client.post(reverse("judging:screen", args=[screen.key]), {**fields, **given, "comment": "fine"})
    assert answered.status_code == 302, answered.content.decode()
    judgment = Judgment.objects.get()
    assert judgment.comment == "fine"
    assert judgment.answer == {"pairs": "first", "scores": 1}.get(code, [1] * len(names))
    again = client.post(reverse("judging:screen", args=[screen.key]), {**fields, **given, "comment": "fine"})
    assert Judgment.objects.count() == 1, again


@pytest.mark.parametrize("code", CODES)
def test_nothing_names_a_system(campaign: Campaign, organiser: User, code: str) -> None:
    judge = make_judge(planned_task(campaign, code, by=organiser), "Ann Able", now=timezone.now())
    client = signed_in(judge)
    screen, page = page_of(judge, client)
    seen = [str(page.request["PATH_INFO"]), page.content.decode(), str(page.headers)]
    sent = client.post(
        reverse("judging:actions", args=[screen.key]),
        json.dumps({"version": 0, "text_digest": screen.text_digest, "actions": [action("comment", text="x")]}),
        content_type="application/json",
    )
    seen += [sent.content.decode(), client.get(reverse("judging:tasks")).content.decode()]
    secrets = [*SYSTEMS, *(f"Team {name}" for name in SYSTEMS), "repeat", "attention", "damaged", "gold"]
    for text in seen:
        assert [secret for secret in secrets if secret in text] == []
    assert "comment" in json.loads(sent.content)["draft"]


def action(kind: str, **payload: object) -> dict[str, object]:
    return {"key": str(uuid4()), "kind": kind, "payload": payload}


def test_what_is_missing_is_listed_with_links(task: Task, campaign: Campaign) -> None:
    judge = make_judge(task, "Ann Able", now=timezone.now())
    client = signed_in(judge)
    screen, page = page_of(judge, client)
    fields = dict(re.findall(r'name="(version|text_digest)" value="([^"]*)"', page.content.decode()))
    refused = client.post(reverse("judging:screen", args=[screen.key]), {**fields, "answer-0": "1"})
    assert refused.status_code == 400
    assert re.findall(r'href="#output-(\w)"', refused.content.decode()) == ["B", "C"]


def test_texts_say_their_language_and_direction(campaign: Campaign, organiser: User) -> None:
    judge = make_judge(planned_task(campaign, "fluency", by=organiser), "Ann Able", now=timezone.now())
    _, page = page_of(judge, signed_in(judge))
    assert 'lang="ar" dir="rtl"' in page.content.decode()


def test_a_screen_is_its_judges_alone(task: Task, judge: User, stranger: User) -> None:
    holder = make_judge(task, "Ann Able", now=timezone.now())
    screen, _ = page_of(holder, signed_in(holder))
    for other in (judge, stranger):
        client = signed_in(other)
        assert client.get(reverse("judging:screen", args=[screen.key])).status_code == 404
        sent = client.post(
            reverse("judging:actions", args=[screen.key]),
            json.dumps({"version": 0, "text_digest": screen.text_digest, "actions": [action("submit")]}),
            content_type="application/json",
        )
        assert sent.status_code == 404
    assert not Judgment.objects.exists()


def test_a_task_opens_with_the_phase(campaign: Campaign, organiser: User, judge: User, clock: Clock) -> None:
    task = planned_task(campaign, "ranking", by=organiser, opening=Opening.PHASE)
    address = reverse("judging:task", args=["small", task.slug])
    clock.move_into(campaign, "evaluation")
    assert "not open now" in signed_in(judge).get(address).content.decode()
    assert signed_in(judge).post(address, {}).status_code == 403
    clock.move_into(campaign, "judging")
    assert signed_in(judge).post(address, {}).status_code == 302


def test_earlier_screens_can_be_corrected(task: Task) -> None:
    judge = make_judge(task, "Ann Able", now=timezone.now())
    client = signed_in(judge)
    first, _ = page_of(judge, client)
    count = len(shown_screen(first).outputs)
    for given in ([1] * count, [2] * count):
        page = client.get(reverse("judging:screen", args=[first.key])).content.decode()
        fields = dict(re.findall(r'name="(version|text_digest|submit_key)" value="([^"]*)"', page))
        ranks = {f"answer-{number}": str(rank) for number, rank in enumerate(given)}
        client.post(reverse("judging:screen", args=[first.key]), {**fields, **ranks})
    assert [each.answer for each in Judgment.objects.order_by("pk")] == [[1] * count, [2] * count]
    second, following = page_of(judge, client)
    assert f'href="{reverse("judging:screen", args=[first.key])}"' in following.content.decode()
    assert second.number == 2


@pytest.mark.parametrize("campaign", [RULES.replace('"direct"', '"direct"\nhistory_shown = true')], indirect=True)
def test_a_screen_of_a_document_says_which_segment_it_is_about(campaign: Campaign, organiser: User) -> None:
    judge = make_judge(planned_task(campaign, "scores", by=organiser), "Ann Able", now=timezone.now())
    client = signed_in(judge)
    screen, page = page_of(judge, client)
    assert "<p>Segment 1 of 4</p>" in page.content.decode()
    answer(screen, 50, now=timezone.now())
    assert "<p>Segment 2 of 4</p>" in page_of(judge, client)[1].content.decode()


def test_a_blocked_judge_is_told_why_and_what_becomes_of_their_answers(task: Task, organiser: User) -> None:
    judge = make_judge(task, "Ann Able", now=timezone.now())
    block_judge(judge, reason="Known answers were wrong.", by=organiser, now=timezone.now())
    page = signed_in(judge).get(reverse("judging:next", args=[task.campaign.slug, task.slug]), follow=True)
    text = page.content.decode()
    assert "The organisers ended your judging of this task: Known answers were wrong.</p>" in text
    assert "Your answers are kept, but they do not count." in text
    assert "Start judging" not in text


DIALOG = """
[human.dialog]
title = "Dialog"
protocol = "dialog"
phase = "judging"
language_pairs = ["en-ar"]
"""


@pytest.mark.parametrize("campaign", [RULES + DIALOG], indirect=True)
def test_a_dialog_so_far_is_shown_turn_by_turn_before_the_last_one(campaign: Campaign, organiser: User) -> None:
    judge = make_judge(planned_task(campaign, "dialog", by=organiser), "Ann Able", now=timezone.now())
    client = signed_in(judge)
    first, _ = page_of(judge, client)
    answer(first, [5] * len(shown_screen(first).outputs), now=timezone.now())
    _, page = page_of(judge, client)
    text = page.content.decode()
    history = text[text.index("data-history") : text.index("</section>", text.index("data-history"))]
    assert history.count("data-turn") == 1
    assert SOURCE[0] in history
    assert TEXTS["en-ar"][0] in history
