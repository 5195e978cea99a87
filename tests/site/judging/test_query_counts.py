"""A screen and a save cost at most ten queries, and the same number however much was judged before."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from uuid import uuid4

import pytest
from django.utils import timezone

from bakeoff_site.accounts.models import User
from bakeoff_site.campaigns.models import Campaign
from bakeoff_site.judging.choices import ScreenState
from bakeoff_site.judging.models import Judge, Screen
from bakeoff_site.judging.selectors.contents import shown_screen
from bakeoff_site.judging.services.dealing import next_screen
from tests.site.api.conftest import as_
from tests.site.judging.queries import MOST, statements, visited
from tests.site.judging.world import (
    answer,
    answer_of,
    judge_everything,
    make_judge,
    planned_task,
    signed_in,
)
from tests.site.responses import ClientResponse

pytestmark = pytest.mark.django_db


def queries(ask: Callable[[], ClientResponse]) -> tuple[int, ClientResponse]:
    with statements() as found:
        answered = ask()
    return len(found), answered


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
    visit = visited(signed_in(judge), judge.task)
    assert visit is not None
    return tuple(map(len, visit.statements.values()))


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


def left_by(judges: Sequence[Judge], now: datetime) -> int:
    """Queries of somebody who asks for a screen after these judges left theirs."""
    for judge in judges:
        assert isinstance(next_screen(judge, now=now), Screen)
    task = judges[0].task
    asks = make_judge(task, f"Who comes after {judges[0].name}", now=now)
    with statements() as found:
        assert isinstance(next_screen(asks, now=now + timedelta(minutes=task.lease_minutes + 1)), Screen)
    assert set(Screen.objects.filter(judge__in=judges).values_list("state", flat=True)) == {ScreenState.RETURNED}
    return len(found)


def test_many_screens_that_judges_left_are_given_back_at_the_cost_of_one(campaign: Campaign, organiser: User) -> None:
    now = timezone.now()
    task = planned_task(campaign, "ranking", by=organiser)
    judges = [make_judge(task, f"Judge {number}", now=now) for number in range(6)]
    assert left_by(judges[:1], now) == left_by(judges[1:], now) <= MOST


def test_a_judge_who_asks_twice_at_once_holds_one_screen(campaign: Campaign, organiser: User) -> None:
    judge = make_judge(planned_task(campaign, "ranking", by=organiser), "Ann Able", now=timezone.now())
    asking = as_(judge.user)
    address = f"/campaigns/small/judging/{judge.task.slug}/next"
    first, again = (asking.post(address).json()["screen"] for _ in range(2))
    assert first == again
    screen = Screen.objects.select_related("evaluation__task").get()
    answer(screen, answer_of(screen), now=timezone.now())
    assert asking.post(address).json()["screen"]["number"] == 2
