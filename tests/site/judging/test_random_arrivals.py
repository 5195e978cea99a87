"""Whoever comes, leaves and returns when: every item gets exactly its judges, and no more hold it at a time."""

from __future__ import annotations

from collections import Counter
from datetime import timedelta
from random import Random

import pytest
from django.utils import timezone

from bakeoff_site.accounts.models import User
from bakeoff_site.campaigns.models import Campaign
from bakeoff_site.core.caches import clear_caches
from bakeoff_site.judging.choices import ScreenState
from bakeoff_site.judging.models import Judgment, Screen, Task
from bakeoff_site.judging.services.dealing import give_back, next_screen
from tests.site.judging.world import answer, answer_of, judge_everything, make_judge, planned_task

pytestmark = pytest.mark.django_db
REDUNDANCY = 2
"""Of the ranking in the rulebook."""
STEPS = 40


def taken(task: Task) -> Counter[tuple[int, int]]:
    """How many judges hold or have judged each item."""
    rows = Screen.objects.filter(evaluation__task=task, control="").exclude(state=ScreenState.RETURNED)
    return Counter(rows.values_list("pool", "segment"))


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_redundancy_holds_whoever_comes_and_leaves(campaign: Campaign, organiser: User, seed: int) -> None:
    rng, now = Random(seed), timezone.now()
    task = planned_task(campaign, "ranking", by=organiser, seed=seed)
    judges = [make_judge(task, f"Judge {number}", now=now) for number in range(4)]
    held: dict[int, Screen] = {}
    for _ in range(STEPS):
        number = rng.randrange(len(judges))
        match rng.choice(["ask", "ask", "answer", "answer", "give back", "wait", "restart"]):
            case "ask":
                found = next_screen(judges[number], now=now)
                if isinstance(found, Screen):
                    held[number] = found
            case "answer" if number in held:  # perhaps after the lease, when somebody else has it
                screen = held.pop(number)
                screen.refresh_from_db()
                answer(screen, answer_of(screen), now=now)
            case "give back" if number in held:
                give_back(held[number])  # and perhaps answer it all the same
            case "wait":
                now += timedelta(minutes=task.lease_minutes * rng.random())
            case "restart":
                clear_caches()
        assert max(taken(task).values(), default=0) <= REDUNDANCY
    judge_everything(judges, now=now + timedelta(minutes=task.lease_minutes + 1))
    answered = Screen.objects.filter(state=ScreenState.ANSWERED, control="")
    items = Counter(answered.values_list("pool", "segment"))
    assert set(items.values()) == {REDUNDANCY}
    assert sum(items.values()) == task.evaluations.get().units
    assert set(Counter(answered.values_list("pool", "segment", "judge")).values()) == {1}
    counting = Judgment.objects.filter(surplus=False, screen__control="").values("screen").distinct()
    assert counting.count() == sum(items.values())
