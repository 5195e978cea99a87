"""A dealer that replays a log, or takes over a stored state, is in exactly the state of the one that wrote it."""

from __future__ import annotations

import json
import zlib
from collections.abc import Callable
from random import Random

import pytest
from hypothesis import given, settings

from bakeoff.errors import InputError
from bakeoff.human_eval.designs.design import Assignment
from bakeoff.human_eval.designs.screens.events import DealingEvent
from bakeoff.human_eval.designs.screens.mixed_dealer import MixedDealer
from bakeoff.human_eval.designs.screens.packed_states import pack_state, restore_state
from tests.depth import cases
from tests.human_eval.designs.screens.judging import Judging, random_plan, randoms

JUDGES = ["ann", "bob", "cid", "dan", "eve"]


def replayed(judging: Judging) -> MixedDealer:
    copy = judging.plan.dealer()
    copy.replay(judging.log)
    return copy


def restored(judging: Judging) -> MixedDealer:
    copy = judging.plan.dealer()
    restore_state(copy, pack_state(judging.dealer))
    assert copy.state() == judging.dealer.state()
    return copy


@pytest.mark.parametrize("copied", [replayed, restored])
@given(rng=randoms())
@settings(max_examples=cases(150), deadline=None)
def test_a_copy_goes_on_as_the_original_does(copied: Callable[[Judging], MixedDealer], rng: Random) -> None:
    """Asked at a random moment and after every further event, whatever the designs and whatever happened."""
    judging = Judging(random_plan(rng, JUDGES, alternating=0.3), rng)
    for _ in range(rng.randint(0, 150)):
        judging.act(rng.choice(JUDGES))
    copy = copied(judging)
    for _ in range(rng.randint(1, 60)):
        assert copy.missing == judging.dealer.missing
        for judge in (*JUDGES, "late"):
            hidden, pools = judging.plan.excluded.get(judge, ()), judging.plan.pools.get(judge)
            assert copy.held_by(judge) == judging.dealer.held_by(judge)
            assert copy.choose(judge, excluded=hidden, pools=pools) == judging.dealer.choose(
                judge, excluded=hidden, pools=pools
            )
        known = len(judging.log)
        judging.act(rng.choice(JUDGES))
        copy.replay(judging.log[known:])
    assert copy.state() == judging.dealer.state()


def test_what_is_no_state_of_these_evaluations_is_refused() -> None:
    rng = Random(1)
    judging = Judging(random_plan(rng, JUDGES), rng)
    for _ in range(50):
        judging.act(rng.choice(JUDGES))
    packed = pack_state(judging.dealer)
    other = json.dumps([0, judging.dealer.state()]).encode()
    for content, message in (
        (packed[:-5], "the state of a dealer"),
        (zlib.compress(b"[1, {}]"), "the state of a dealer"),
        (zlib.compress(other), "a state of packing 1"),
    ):
        with pytest.raises(InputError, match=message):
            restore_state(judging.plan.dealer(), content)


@given(rng=randoms())
@settings(max_examples=cases(30), deadline=None)
def test_asking_without_getting_a_screen_changes_nothing(rng: Random) -> None:
    judging = Judging(random_plan(rng, JUDGES, most=4), rng)
    other = judging.plan.dealer()
    for _ in range(100):
        known = len(judging.log)
        judging.act(rng.choice(JUDGES))
        judging.dealer.choose(rng.choice(JUDGES))
        other.replay(judging.log[known:])
    assert [judging.ask(judge) for judge in JUDGES] == [judging.plan.next(other, judge) for judge in JUDGES]


def test_a_log_with_gaps_is_refused() -> None:
    rng = Random(1)
    judging = Judging(random_plan(rng, JUDGES, free=False), rng)
    for _ in range(2):
        judging.ask("ann")
    copy = judging.plan.dealer()
    with pytest.raises(InputError, match="screen 0 of ann"):
        copy.replay(judging.log[1:])
    with pytest.raises(InputError, match="the screen that was dealt"):
        copy.apply(DealingEvent(kind="dealt", judge="ann", evaluation="a"))
    stray = Assignment(judge="ann", position=0, pool=0, segment=0, systems=("cs-en-s0",))
    with pytest.raises(InputError, match="one of a"):
        copy.apply(DealingEvent(kind="dealt", judge="ann", evaluation="x", assignment=stray))
