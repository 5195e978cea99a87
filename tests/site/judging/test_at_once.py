"""Judges who ask and answer at the same moment: no item goes to too many, and nobody gets an error."""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Callable, Hashable, Sequence
from datetime import timedelta
from functools import partial
from random import Random

import pytest
from django.db import connections
from django.utils import timezone

from bakeoff.human_eval.designs.screens.events import Finished
from bakeoff_site.accounts.models import User
from bakeoff_site.campaigns.models import Campaign
from bakeoff_site.judging.choices import ScreenState
from bakeoff_site.judging.models import Judge, Screen
from bakeoff_site.judging.services import task_dealers
from bakeoff_site.judging.services.answers import SavedScreen
from bakeoff_site.judging.services.dealing import give_back, next_screen
from bakeoff_site.judging.services.judges import block_judge
from bakeoff_site.judging.services.task_dealers import TaskDealer
from tests.site.judging.world import answer, answer_of, judge_everything, make_judge, planned_task

JUDGES = 8
TRIES = 200
"""More than anyone needs: nobody waits for ever."""


class OwnDealers(threading.local):
    """Each thread has dealers of its own, as processes have: the database alone keeps them in step."""

    def __init__(self) -> None:
        self._made: dict[Hashable, TaskDealer] = {}

    def get(self, key: Hashable, make: Callable[[], TaskDealer]) -> TaskDealer:
        if key not in self._made:
            self._made[key] = make()
        return self._made[key]


def at_once(works: Sequence[Callable[[], None]]) -> None:
    """Does everything at the same time, each in a thread of its own; nothing may fail."""
    start = threading.Barrier(len(works))
    faults: list[str] = []

    def run(work: Callable[[], None]) -> None:
        try:
            start.wait()
            work()
        except Exception as error:
            faults.append(f"{type(error).__name__}: {error}")
        finally:
            connections.close_all()

    threads = [threading.Thread(target=run, args=(work,)) for work in works]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert faults == []


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("processes", ["one", "many"])
def test_judges_at_once_never_get_the_same_item_too_often(
    campaign: Campaign, organiser: User, processes: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    if processes == "many":
        monkeypatch.setattr(task_dealers, "_DEALERS", OwnDealers())
    task = planned_task(campaign, "ranking", by=organiser)
    judges = [make_judge(task, f"Judge {number}", now=timezone.now()) for number in range(JUDGES)]

    def work(judge: Judge) -> None:
        for _ in range(TRIES):
            found = next_screen(judge, now=timezone.now())
            if isinstance(found, Finished):
                return
            if isinstance(found, Screen):
                answer(found, answer_of(found), now=timezone.now())

    at_once([partial(work, judge) for judge in judges])
    answered = Screen.objects.filter(state=ScreenState.ANSWERED, control="")
    assert set(Counter(answered.values_list("pool", "segment")).values()) == {2}
    assert answered.count() == task.evaluations.get().units


@pytest.mark.django_db(transaction=True)
def test_one_judge_who_asks_in_many_tabs_at_once_holds_one_screen(
    campaign: Campaign, organiser: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(task_dealers, "_DEALERS", OwnDealers())
    judge = make_judge(planned_task(campaign, "ranking", by=organiser), "Ann Able", now=timezone.now())
    found: list[Screen] = []

    def ask() -> None:
        screen = next_screen(judge, now=timezone.now())
        assert isinstance(screen, Screen)
        found.append(screen)

    for number in (1, 2):
        at_once([ask] * JUDGES)
        assert {screen.number for screen in found} == {number}
        answer(found[0], answer_of(found[0]), now=timezone.now())
        found.clear()
    assert Screen.objects.count() == 2


@pytest.mark.django_db(transaction=True)
def test_leases_end_screens_come_back_and_somebody_is_blocked_while_all_answer(
    campaign: Campaign, organiser: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever waits for a row never has one that others wait for: no request ends in a deadlock."""
    monkeypatch.setattr(task_dealers, "_DEALERS", OwnDealers())
    task = planned_task(campaign, "ranking", by=organiser)
    judges = [make_judge(task, f"Judge {number}", now=timezone.now()) for number in range(JUDGES)]

    def work(judge: Judge, draw: Random) -> None:
        for _ in range(15):
            found = next_screen(judge, now=timezone.now())
            if not isinstance(found, Screen):
                return
            late = timezone.now() + timedelta(hours=1)
            match draw.randrange(4):
                case 0:
                    give_back(found)
                case 1:  # every lease has ended, also those of screens that are just answered
                    next_screen(draw.choice(judges), now=late)
                case _:
                    answer(found, answer_of(found), now=timezone.now())

    blocked = judges[0]
    works = [partial(work, judge, Random(number)) for number, judge in enumerate(judges)]
    at_once([*works, lambda: block_judge(blocked, reason="Test", by=None, now=timezone.now())])
    judge_everything(judges[1:], now=timezone.now())
    assert not Screen.objects.filter(judge=blocked, state=ScreenState.HELD).exists()
    answered = Screen.objects.filter(state=ScreenState.ANSWERED, control="").exclude(judge=blocked)
    assert set(Counter(answered.values_list("pool", "segment")).values()) == {2}


@pytest.mark.django_db(transaction=True)
def test_an_answer_at_the_moment_of_blocking_came_before_or_is_kept_and_marked(
    campaign: Campaign, organiser: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(task_dealers, "_DEALERS", OwnDealers())
    task = planned_task(campaign, "ranking", by=organiser)
    judges = [make_judge(task, f"Judge {number}", now=timezone.now()) for number in range(JUDGES)]
    blocked, others = judges[: JUDGES // 2], judges[JUDGES // 2 :]
    held = [screen for judge in blocked if isinstance(screen := next_screen(judge, now=timezone.now()), Screen)]
    told: dict[int, SavedScreen] = {}

    def send(screen: Screen) -> None:
        told[screen.pk] = answer(screen, answer_of(screen), now=timezone.now())

    def block(judge: Judge) -> None:
        block_judge(Judge.objects.get(pk=judge.pk), reason="Test", by=None, now=timezone.now())

    at_once([*(partial(send, screen) for screen in held), *(partial(block, judge) for judge in blocked)])
    assert len(told) == len(blocked)
    for screen in held:
        screen.refresh_from_db()
        judgment, saved = screen.judgments.get(), told[screen.pk]
        assert (saved.state, saved.late, saved.surplus) == (screen.state, judgment.late, judgment.surplus)
        assert (screen.state, judgment.late, judgment.surplus) in (
            (ScreenState.ANSWERED, False, False),
            (ScreenState.RETURNED, True, True),
        )
    judge_everything(others, now=timezone.now())
    answered = Screen.objects.filter(state=ScreenState.ANSWERED, control="", judge__in=others)
    assert set(Counter(answered.values_list("pool", "segment")).values()) == {2}
    assert answered.count() == task.evaluations.get().units
