"""Tournaments of every size, judged through the services by people who vote at random."""

from __future__ import annotations

import random
from collections import Counter

import pytest
from django.utils import timezone

from bakeoff_site.accounts.models import User
from bakeoff_site.judging.models import Match, Screen
from bakeoff_site.judging.selectors.tournaments import live_tournaments
from tests.site.judging.tournaments.world import Vote, cup, cup_task, judge_all
from tests.site.judging.world import make_judge

pytestmark = pytest.mark.django_db


def at_random(seed: int) -> Vote:
    drawn = random.Random(seed)
    return lambda first, second, _segment: drawn.choice((first, second, ""))


@pytest.mark.parametrize("players", range(2, 13))
def test_knockouts_end_with_a_place_for_everyone_and_no_pair_is_judged_twice(players: int, organiser: User) -> None:
    now = timezone.now()
    names = [f"S{number}" for number in range(players)]
    task = cup_task(cup(names, segments=2, by=organiser))
    expected = task.evaluations.get().units
    judges = {make_judge(task, f"Judge {number}", now=now): at_random(players * 100 + number) for number in range(2)}
    screens = judge_all(judges, now=now)
    evaluation = task.evaluations.get()
    [live] = live_tournaments(evaluation)
    assert live.is_complete
    assert sorted(live.result.plan.ranking, key=str) == sorted(names)
    # Exactly the pairs that the bracket needed were judged, each segment of each once.
    judged = Counter(frozenset(systems) for systems in Screen.objects.values_list("systems", flat=True))
    assert set(judged) == live.pairs
    assert set(judged.values()) == {2}
    assert live.result.plan.different_matches == len(judged) == Match.objects.count()
    assert screens == evaluation.units == 2 * len(judged) <= expected


@pytest.mark.parametrize(("kind", "matches"), [("swiss", 4), ("round-robin", 10)])
def test_swiss_tournaments_and_round_robins_end_too(kind: str, matches: int, organiser: User) -> None:
    now = timezone.now()
    names = [f"S{number}" for number in range(5)]
    seeds = ", ".join(f'"{name}"' for name in names)
    task = cup_task(cup(names, segments=2, tournament=f'kind = "{kind}"\nseeds = [{seeds}]', by=organiser))
    assert judge_all({make_judge(task, "Ann Able", now=now): at_random(3)}, now=now) == 2 * matches
    [live] = live_tournaments(task.evaluations.get())
    assert live.is_complete
    assert None not in live.result.plan.ranking
