"""Whoever comes, leaves or is late, in the end everything is judged as often as planned, and by whom it may be."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from random import Random

from hypothesis import given, settings

from bakeoff.human_eval.designs.design import Assignment, Design
from bakeoff.human_eval.designs.screens.dealer import Dealer, Reach
from bakeoff.human_eval.designs.screens.events import Finished, NothingNow
from tests.depth import cases
from tests.human_eval.designs.screens.judging import Judging, Plan, ordinary, random_plan, randoms
from tests.human_eval.designs.screens.test_dealer import pool

JUDGES = ["ann", "bob", "cid", "dan", "eve"]
LATE = ["late1", "late2", "late3", "late4"]
"""People who come when the others are finished: somebody may have seen the start of what is left."""


def items(design: Design, assignment: Assignment) -> list[tuple[object, ...]]:
    """What a screen asks about: a segment, or the output of each system that has it, where one output is shown."""
    systems = assignment.systems if design.shown == 1 else (None,)
    return [(assignment.pool, assignment.segment, system) for system in systems]


def judged(judging: Judging, name: str) -> dict[tuple[object, ...], list[str]]:
    """Who answered each ordinary item of an evaluation."""
    design, found = judging.plan.designs[name], dict[tuple[object, ...], list[str]]()
    for evaluation, each in ordinary(judging):
        for item in items(design, each) if evaluation == name else ():
            found.setdefault(item, []).append(each.judge)
    return found


def wanted(design: Design) -> int:
    return sum(len(pool.segments) * (len(pool.systems) if design.shown == 1 else 1) for pool in design.pools)


@given(rng=randoms())
@settings(max_examples=cases(120), deadline=None)
def test_every_item_is_answered_by_its_number_of_different_judges(rng: Random) -> None:
    judging = Judging(random_plan(rng, JUDGES, common=False), rng)
    for _ in range(rng.randint(0, 200)):
        judging.act(rng.choice(JUDGES))
        check_holds(judging)
    gone = rng.sample(JUDGES, rng.randint(0, 3))
    for judge in gone:
        judging.leave(judge)
    judges = [judge for judge in JUDGES if judge not in gone] + LATE
    assert judging.finish(judges) == {Finished: len(judges)}
    judge_the_rest(judging)
    for name, design in judging.plan.designs.items():
        found = judged(judging, name)
        assert {len(each) for each in found.values()} == {design.redundancy}
        assert all(len(set(each)) == len(each) for each in found.values())
        assert len(found) == wanted(design)
    assert set(judging.dealer.missing.values()) == {0}
    check_own(judging)


def judge_the_rest(judging: Judging) -> None:
    """Where documents were torn apart all others may have seen a part of what is left: somebody new comes."""
    for number in range(20):
        if sum(judging.dealer.missing.values()):
            assert judging.finish([f"new{number}"]) == {Finished: 1}


def check_holds(judging: Judging) -> None:
    """Nobody has an item that enough others have, answered or not."""
    have: Counter[tuple[str, object]] = Counter()
    held = [(name, each) for judge in JUDGES for name, each in judging.dealer.held_by(judge) if not each.control]
    for name, each in (*ordinary(judging), *held):
        have.update((name, item) for item in items(judging.plan.designs[name], each))
    assert all(count <= judging.plan.designs[name].redundancy for (name, _), count in have.items())


def check_own(judging: Judging) -> None:
    """Nobody gets own systems, or what they did not choose."""
    plan = judging.plan
    for name, each in judging.answered:
        assert set(each.systems).isdisjoint(plan.excluded.get(each.judge, ()))
        chosen = plan.pools.get(each.judge, {}).get(name)
        assert chosen is None or each.pool in chosen


@given(rng=randoms())
@settings(max_examples=cases(60), deadline=None)
def test_what_all_may_get_is_answered_often_enough_too(rng: Random) -> None:
    judging = Judging(random_plan(rng, JUDGES), rng)
    for _ in range(rng.randint(0, 150)):
        judging.act(rng.choice(JUDGES))
    assert judging.finish(JUDGES + LATE) == {Finished: len(JUDGES + LATE)}
    judge_the_rest(judging)
    for name, design in judging.plan.designs.items():
        found = judged(judging, name)
        assert min(len(each) for each in found.values()) >= design.redundancy
        assert all(len(set(each)) == len(each) for each in found.values())
        assert len(found) == wanted(design)
    check_own(judging)


@given(rng=randoms())
@settings(max_examples=cases(40), deadline=None)
def test_one_evaluation_is_finished_by_a_judge_before_the_next(rng: Random) -> None:
    """Where nobody's answers are taken out and no lease expires."""
    judging = Judging(random_plan(rng, JUDGES, free=False), rng)
    judging.finish(JUDGES)
    for judge in JUDGES:
        own = [name for name, each in judging.answered if each.judge == judge]
        for name, before in judging.plan.after.items():
            assert name not in own or before not in own[own.index(name) :]


@given(rng=randoms())
@settings(max_examples=cases(30), deadline=None)
def test_repeats_are_their_share_of_what_a_judge_answered(rng: Random) -> None:
    """Although leases expire; the last repeats may be missing where nothing is left to wait for."""
    design = Design(
        name="a",
        protocol="ranking",
        pools=(pool(200, 4),),
        redundancy=2,
        repeats=0.1,
        gap=5,
        seed=rng.randrange(1000),
    )
    judging = Judging(Plan(designs={"a": design}, batches={"a": 1}, after={}, seed=1), rng)
    for _ in range(1_500):
        judge = rng.choice(JUDGES)
        if judging.dealer.held_by(judge):
            rng.choice([judging.answer] * 4 + [judging.expire])(judge)
        else:
            judging.ask(judge)
    for judge in JUDGES:
        own = [each.control for _, each in judging.answered if each.judge == judge]
        assert abs(own.count("repeat") - 0.1 * len(own)) <= 1.5


@given(rng=randoms())
@settings(max_examples=cases(60), deadline=None)
def test_who_is_finished_stays_finished_and_who_waits_waits_for_somebody(rng: Random) -> None:
    """Until answers are taken out, and where complete segments are dealt."""
    plan = random_plan(rng, JUDGES, most=6)
    designs = {name: replace(design, by_document=False) for name, design in plan.designs.items()}
    judging = Judging(replace(plan, designs=designs), rng)
    finished: set[str] = set()
    for _ in range(rng.randint(50, 300)):
        judge = rng.choice(JUDGES)
        if judge in finished:
            assert isinstance(judging.ask(judge), Finished)
            continue
        judging.act(judge, taken_out=False)
        found = None if judging.dealer.held_by(judge) else judging.ask(judge)
        if isinstance(found, Finished):
            finished.add(judge)
        elif isinstance(found, NothingNow):
            assert any(judging.dealer.held_by(other) for other in JUDGES if other != judge)


@given(rng=randoms())
@settings(max_examples=cases(60), deadline=None)
def test_what_is_left_when_all_are_finished_is_out_of_their_reach(rng: Random) -> None:
    few = JUDGES[: rng.randint(1, 3)]
    plan = random_plan(rng, few, common=False)
    designs = {name: replace(each, by_document=False) for name, each in plan.designs.items()}
    judging = Judging(replace(plan, designs=designs, after={}), rng)
    assert judging.finish(few) == {Finished: len(few)}
    for name, missing in judging.dealer.missing.items():
        reach = {
            judge: Reach(pools=plan.pools.get(judge, {}).get(name), excluded=plan.excluded.get(judge, ()))
            for judge in few
        }
        assert judging.dealer.out_of_reach(name, reach) == missing
        assert judging.dealer.out_of_reach(name, {}) == missing


def test_what_a_new_judge_can_judge_is_within_reach() -> None:
    german, french = replace(pool(4), systems=("a", "b")), replace(pool(3, pair="fr-en"), systems=("a", "c"))
    dealer = Dealer(Design(name="e", protocol="direct", pools=(german, french), shown=1, redundancy=2))
    assert dealer.screens == 2 * (4 * 2 + 3 * 2)
    everyone = {"ann": Reach(excluded=["a"]), "bob": Reach(pools=[0])}
    # In German, nobody but bob sees a; in French, nobody sees a, and ann alone c.
    assert dealer.out_of_reach(everyone) == 4 + 3 * 2 + 3
    assert dealer.out_of_reach({**everyone, "cid": Reach(), "dan": Reach()}) == 0
