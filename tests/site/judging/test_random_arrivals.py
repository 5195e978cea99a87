"""Whoever comes, leaves and returns when: every item gets exactly its judges, and no more hold it at a time."""

from __future__ import annotations

from collections import Counter
from datetime import timedelta
from random import Random

import pytest
from django.utils import timezone

from bakeoff.data.judgments import Judgment as KnownAnswer
from bakeoff.human_eval.designs.screens.dealer import Dealer
from bakeoff_site.accounts.models import User
from bakeoff_site.campaigns.models import Campaign, Team, TeamMember
from bakeoff_site.core.caches import clear_caches
from bakeoff_site.judging.choices import Opening, ScreenState
from bakeoff_site.judging.models import Judgment, Screen, Task
from bakeoff_site.judging.selectors.contents import content_of
from bakeoff_site.judging.services.dealing import give_back, next_screen
from bakeoff_site.judging.services.judges import block_judge
from bakeoff_site.judging.services.plans import TaskOptions, create_task, prepare_task
from tests.site.judging.world import (
    RULES,
    SYSTEMS,
    account_of,
    answer,
    answer_of,
    judge_everything,
    judged_campaign,
    make_judge,
    planned_task,
    with_early_controls,
)

pytestmark = pytest.mark.django_db
REDUNDANCY = 2
"""Of the ranking in the rulebook."""
STEPS = 40


MIXED = """
[human.mixed]
protocol = "ranking"
phase = "judging"
language_pairs = ["en-ar"]
shown = 3
judgments = 2
repeats = 0.2
common_pool = 0.4
batch = 2
mixed_with = ["known"]
[human.known]
protocol = "pairwise"
phase = "judging"
language_pairs = ["en-zh"]
gold = 0.2
batch = 3
mixed_with = ["mixed"]
"""


@pytest.fixture
def campaign(db: None) -> Campaign:
    return judged_campaign(RULES + MIXED)


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


GOLD = [
    KnownAnswer(id=str(n), protocol="pairwise", judge="known", segment=str(n), systems=SYSTEMS[:2], answer="first")
    for n in (1, 2, 3)
]


@pytest.mark.parametrize("seed", [1, 2])
def test_mixed_batches_with_controls_come_out_even_whoever_is_blocked(
    campaign: Campaign, organiser: User, seed: int
) -> None:
    rng, now = Random(seed), timezone.now()
    options = TaskOptions(opening=Opening.OPEN, seed=seed, gold=GOLD)
    task = create_task(
        campaign,
        with_early_controls(prepare_task(campaign, ["mixed", "known"], options)),
        options=options,
        by=organiser,
    )
    judges = [make_judge(task, f"Judge {number}", now=now) for number in range(5)]
    own = Team.objects.get(code=SYSTEMS[0])
    TeamMember.objects.create(campaign=campaign, team=own, user=account_of(judges[0]))
    held: dict[int, Screen] = {}
    blocked = judges[-1]
    for step in range(50):
        number = rng.randrange(len(judges))
        if step == 30:
            block_judge(blocked, reason="answers at random", by=organiser, now=now)
            judges.remove(blocked)
            held.pop(len(judges), None)
            continue
        match rng.choice(["ask", "ask", "answer", "answer", "give back", "wait", "restart"]):
            case "ask":
                found = next_screen(judges[number], now=now)
                if isinstance(found, Screen):
                    held[number] = found
            case "answer" if number in held:
                screen = held.pop(number)
                screen.refresh_from_db()
                answer(screen, answer_of(screen), now=now)
            case "give back" if number in held:
                give_back(held.pop(number))
            case "wait":
                now += timedelta(minutes=task.lease_minutes * rng.random())
            case "restart":
                clear_caches()
    judge_everything(judges, now=now + timedelta(minutes=task.lease_minutes + 1))
    kept = Screen.objects.filter(judge__in=judges, state=ScreenState.ANSWERED).select_related("evaluation")
    assert {screen.control for screen in kept} == {"", "repeat", "gold"}
    _see_redundancy(task, list(kept))
    for judge in judges:
        _see_controls([screen for screen in kept.order_by("number") if screen.judge_id == judge.pk])
    hidden = Screen.objects.filter(judge=judges[0])
    assert hidden
    assert not any(SYSTEMS[0] in screen.systems for screen in hidden)  # of the own team


def _see_redundancy(task: Task, screens: list[Screen]) -> None:
    """Everything has exactly its judges; what everybody may get has at least as many."""
    asked = Counter((each.evaluation.code, each.pool, each.segment) for each in screens if not each.control)
    for code, planned in content_of(task).evaluations.items():
        dealer = Dealer(planned.design)
        for number, pool in enumerate(planned.design.pools):
            for segment in range(len(pool.segments)):
                judged = asked[code, number, segment]
                if segment in dealer.tables[number].common:
                    assert judged >= planned.design.redundancy
                else:
                    assert judged == planned.design.redundancy, (code, number, segment)


def _see_controls(screens: list[Screen]) -> None:
    """A repeat is of an earlier screen of the judge, once; a gold item is one that is known, once."""
    seen: set[tuple[str, int, int]] = set()
    again: Counter[tuple[str, int, int]] = Counter()
    for screen in screens:
        item = (screen.evaluation.code, screen.pool, screen.segment)
        if screen.control == "repeat":
            assert item in seen
            again[item] += 1
        elif screen.control == "gold":
            assert set(screen.systems) <= set(SYSTEMS[:2])
            again[item] += 1
        else:
            assert item not in seen
            seen.add(item)
    assert set(again.values()) <= {1}
    for code, control, share in (("mixed", "repeat", 0.2), ("known", "gold", 0.2)):
        own = [screen for screen in screens if screen.evaluation.code == code]
        assert sum(screen.control == control for screen in own) <= share * len(own) + 1
