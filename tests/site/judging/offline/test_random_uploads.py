"""Judges work online, take files along, upload, give back and stay away: every item gets exactly its judges."""

from __future__ import annotations

import json
from collections import Counter
from contextlib import suppress
from datetime import timedelta
from random import Random
from typing import Any

import pytest
from django.utils import timezone

from bakeoff_site.accounts.models import User
from bakeoff_site.campaigns.models import Campaign
from bakeoff_site.core.caches import clear_caches
from bakeoff_site.core.refusals import RefusedError
from bakeoff_site.judging.choices import ScreenState
from bakeoff_site.judging.models import Action, Judgment, OfflineFile, Screen, Task
from bakeoff_site.judging.services.dealing import next_screen
from bakeoff_site.judging.services.offline.answers import upload_answers
from bakeoff_site.judging.services.offline.files import give_back_file
from tests.depth import cases
from tests.site.judging.offline.world import all_answered, answer_file, take, written
from tests.site.judging.world import account_of, answer, answer_of, judge_everything, make_judge, planned_task

pytestmark = pytest.mark.django_db
REDUNDANCY = 2
"""Of the ranking in the rulebook."""
STEPS = 30


def taken(task: Task) -> Counter[tuple[int, int]]:
    """How many judges hold or have judged each item."""
    rows = Screen.objects.filter(evaluation__task=task, control="").exclude(state=ScreenState.RETURNED)
    return Counter(rows.values_list("pool", "segment"))


@pytest.mark.parametrize("seed", range(max(3, cases(16) // 4)))
def test_redundancy_holds_however_files_and_the_site_are_mixed(campaign: Campaign, organiser: User, seed: int) -> None:
    rng, now = Random(seed), timezone.now()
    task = planned_task(campaign, "ranking", by=organiser, seed=seed, offline_days=2)
    judges = [make_judge(task, f"Judge {number}", now=now) for number in range(4)]
    files: list[tuple[OfflineFile, dict[str, Any]]] = []
    sent: list[tuple[OfflineFile, dict[str, Any]]] = []
    for _ in range(STEPS):
        judge = rng.choice(judges)
        match rng.choice(["online", "take", "take", "upload", "part", "again", "give back", "wait", "restart"]):
            case "online":
                screen = next_screen(judge, now=now)
                if isinstance(screen, Screen) and rng.random() < 0.8:
                    answer(screen, answer_of(screen), now=now)
            case "take":
                with suppress(RefusedError):
                    file, screens = take(judge, rng.randint(1, 3), now=now)
                    files.append((file, all_answered(file, screens, at=now)))
            case "upload" if files:  # perhaps when its time is over and others have the screens
                sent.append(_upload(*files.pop(rng.randrange(len(files))), now=now))
            case "part" if files:
                file, content = rng.choice(files)
                _upload(file, answer_file(file, content["screens"][:1]), now=now)
            case "again" if sent:
                judgments, actions = Judgment.objects.count(), Action.objects.count()
                _upload(*rng.choice(sent), now=now)
                assert (Judgment.objects.count(), Action.objects.count()) == (judgments, actions)
            case "give back" if files:
                with suppress(RefusedError):
                    give_back_file(rng.choice(files)[0], now=now)
            case "wait":
                now += timedelta(days=3 * rng.random())
            case "restart":
                clear_caches()
        assert max(taken(task).values(), default=0) <= REDUNDANCY
    for file, content in files:
        _upload(file, content, now=now)
    judge_everything(judges, now=now + timedelta(days=4))
    _see_redundancy(task)


def _see_redundancy(task: Task) -> None:
    """Every item has exactly its judges, and each of their judgments counts once."""
    counted = Screen.objects.filter(state=ScreenState.ANSWERED, control="")
    items = Counter(counted.values_list("pool", "segment"))
    assert set(items.values()) == {REDUNDANCY}
    assert sum(items.values()) == task.evaluations.get().units
    assert set(Counter(counted.values_list("pool", "segment", "judge")).values()) == {1}
    counting = Judgment.objects.filter(surplus=False, screen__control="").values("screen").distinct()
    assert counting.count() == sum(items.values())


def _upload(file: OfflineFile, content: dict[str, Any], *, now: Any) -> tuple[OfflineFile, dict[str, Any]]:
    judge = file.judge
    content = json.loads(json.dumps(content))
    upload_answers(judge.task, account_of(judge), written(content), partly=True, now=now)
    return file, content
