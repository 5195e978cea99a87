"""A screen and a save cost at most ten queries, and the same number however much was judged before."""

from __future__ import annotations

import json
from collections.abc import Callable
from uuid import uuid4

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from bakeoff_site.accounts.models import User
from bakeoff_site.campaigns.models import Campaign
from bakeoff_site.judging.models import Judge, Screen
from bakeoff_site.judging.selectors.contents import shown_screen
from tests.site.api.conftest import as_
from tests.site.judging.world import account_of, answer, answer_of, judge_everything, make_judge, planned_task
from tests.site.responses import ClientResponse

pytestmark = pytest.mark.django_db
MOST = 10
_TRANSACTION = ("SAVEPOINT", "RELEASE")
"""A transaction of a request is one of these in a test."""


def queries(ask: Callable[[], ClientResponse]) -> tuple[int, ClientResponse]:
    with CaptureQueriesContext(connection) as found:
        answered = ask()
    return len([each for each in found if not each["sql"].startswith(_TRANSACTION)]), answered


def counted_by_program(judge: Judge) -> tuple[int, ...]:
    """Queries of the next screen, of a save, and of an answer that is submitted."""
    asking = as_(judge.user)
    asking.get("/me")  # notes that the token was used
    dealt, answered = queries(lambda: asking.post(f"/campaigns/small/judging/{judge.task.slug}/next"))
    screen = Screen.objects.select_related("evaluation__task").get(key=answered.json()["screen"]["key"])
    address = f"/judging/screens/{screen.key}/actions"
    saved, _ = queries(lambda: asking.post(address, actions(screen, 0, "answer")))
    submitted, last = queries(lambda: asking.post(address, actions(screen, 1, "submit")))
    assert last.json()["state"] == "answered"
    return dealt, saved, submitted


def counted_by_browser(judge: Judge) -> tuple[int, ...]:
    """Queries of the way to the next screen, of its page, of a save, and of an answer that is submitted."""
    client = Client()
    client.force_login(account_of(judge))
    dealt, answered = queries(lambda: client.get(reverse("judging:next", args=["small", judge.task.slug])))
    shown, _ = queries(lambda: client.get(answered["Location"]))
    screen = Screen.objects.select_related("evaluation__task").latest("pk")
    address = reverse("judging:actions", args=[screen.key])

    def send(version: int, kind: str) -> tuple[int, ClientResponse]:
        body = json.dumps(actions(screen, version, kind))
        return queries(lambda: client.post(address, body, content_type="application/json"))

    saved, _ = send(0, "answer")
    submitted, last = send(1, "submit")
    assert last.json()["state"] == "answered"
    return dealt, shown, saved, submitted


def actions(screen: Screen, version: int, kind: str) -> dict[str, object]:
    payload = {"answer": [1] * len(shown_screen(screen).outputs)} if kind == "answer" else {}
    said = {"key": str(uuid4()), "kind": kind, "payload": payload}
    return {"version": version, "text_digest": screen.text_digest, "actions": [said]}


@pytest.mark.parametrize("counted", [counted_by_program, counted_by_browser])
def test_judging_costs_the_same_at_the_start_and_later(
    campaign: Campaign, organiser: User, counted: Callable[[Judge], tuple[int, ...]]
) -> None:
    task = planned_task(campaign, "ranking", by=organiser)
    first, second, third = (make_judge(task, name, now=timezone.now()) for name in ("Ann Able", "Ben Best", "Cy Clone"))
    counted(second)  # what a process reads once
    at_the_start = counted(first)
    judge_everything([second], now=timezone.now())
    assert counted(third) == at_the_start
    assert max(at_the_start) <= MOST, at_the_start


def test_a_judge_who_asks_twice_at_once_holds_one_screen(campaign: Campaign, organiser: User) -> None:
    judge = make_judge(planned_task(campaign, "ranking", by=organiser), "Ann Able", now=timezone.now())
    asking = as_(judge.user)
    address = f"/campaigns/small/judging/{judge.task.slug}/next"
    first, again = (asking.post(address).json()["screen"] for _ in range(2))
    assert first == again
    screen = Screen.objects.select_related("evaluation__task").get()
    answer(screen, answer_of(screen), now=timezone.now())
    assert asking.post(address).json()["screen"]["number"] == 2
