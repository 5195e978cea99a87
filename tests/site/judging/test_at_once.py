"""Judges who ask and answer at the same moment: no item goes to too many, and nobody gets an error."""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Callable, Hashable

import pytest
from django.db import connections
from django.utils import timezone

from bakeoff.human_eval.designs.screens.events import Finished
from bakeoff_site.accounts.models import User
from bakeoff_site.campaigns.models import Campaign
from bakeoff_site.judging.choices import ScreenState
from bakeoff_site.judging.models import Judge, Screen
from bakeoff_site.judging.services import task_dealers
from bakeoff_site.judging.services.dealing import next_screen
from bakeoff_site.judging.services.task_dealers import TaskDealer
from tests.site.judging.world import answer, answer_of, make_judge, planned_task

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


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("processes", ["one", "many"])
def test_judges_at_once_never_get_the_same_item_too_often(
    campaign: Campaign, organiser: User, processes: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    if processes == "many":
        monkeypatch.setattr(task_dealers, "_DEALERS", OwnDealers())
    task = planned_task(campaign, "ranking", by=organiser)
    judges = [make_judge(task, f"Judge {number}", now=timezone.now()) for number in range(JUDGES)]
    start = threading.Barrier(JUDGES)
    faults: list[str] = []

    def work(judge: Judge) -> None:
        try:
            start.wait()
            for _ in range(TRIES):
                found = next_screen(judge, now=timezone.now())
                if isinstance(found, Finished):
                    return
                if isinstance(found, Screen):
                    answer(found, answer_of(found), now=timezone.now())
        except Exception as error:
            faults.append(f"{judge}: {type(error).__name__}: {error}")
        finally:
            connections.close_all()

    threads = [threading.Thread(target=work, args=(judge,)) for judge in judges]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert faults == []
    answered = Screen.objects.filter(state=ScreenState.ANSWERED, control="")
    assert set(Counter(answered.values_list("pool", "segment")).values()) == {2}
    assert answered.count() == task.evaluations.get().units
