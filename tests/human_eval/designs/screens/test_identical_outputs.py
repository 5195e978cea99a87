"""Where screens show one output, an output that several systems have is asked once, for all of them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from random import Random
from typing import Any

from hypothesis import given, settings

from bakeoff.human_eval.designs.balance import Spread, verify_design
from bakeoff.human_eval.designs.design import Assignment, Design
from bakeoff.human_eval.designs.pools import Pool
from bakeoff.human_eval.designs.screens.dealer import Dealer
from tests.depth import cases
from tests.human_eval.designs.screens.judging import random_identical, random_pool, randoms

JUDGES = ["ann", "bob", "cid"]


def random_single(rng: Random, **options: Any) -> Design:
    pools = tuple(random_pool(rng, pair, 12) for pair in ("cs-en", "de-en")[: rng.randint(1, 2)])
    by_document = rng.random() < 0.4
    plan = Design(
        name="e",
        protocol="direct",
        pools=pools,
        redundancy=rng.randint(1, 3),
        by_document=by_document,
        identical=random_identical(rng, pools, by_document=by_document),
        seed=rng.randrange(100),
    )
    return replace(plan, **options)


def deal(dealer: Dealer, excluded: Mapping[str, tuple[str, ...]] | None = None) -> list[Assignment]:
    found: list[Assignment] = []
    asking = list(JUDGES)
    while asking:
        judge = asking.pop(0)
        assignment = dealer.next(judge, excluded=(excluded or {}).get(judge, ()))
        if isinstance(assignment, Assignment):
            found.append(assignment)
            asking.append(judge)
            dealer.answer(assignment)
    return found


def outputs_of(plan: Design) -> set[tuple[int, int, frozenset[str]]]:
    """Every different output of the design."""
    found = set()
    for number, pool in enumerate(plan.pools):
        for segment in range(len(pool.segments)):
            groups = plan.identical.get((number, segment), ())
            shared = {system: group for group in groups for system in group}
            found |= {(number, segment, frozenset(shared.get(system, (system,)))) for system in pool.systems}
    return found


@given(rng=randoms())
@settings(max_examples=cases(100), deadline=None)
def test_every_different_output_gets_its_judges_once(rng: Random) -> None:
    plan = random_single(rng)
    dealer = Dealer(plan)
    dealt = deal(dealer)
    asked = [(each.pool, each.segment, frozenset(each.systems)) for each in dealt]
    assert {output: asked.count(output) for output in asked} == dict.fromkeys(outputs_of(plan), plan.redundancy)
    assert len({(each.judge, *output) for each, output in zip(dealt, asked, strict=True)}) == len(dealt)
    assert dealer.missing == 0
    balance = verify_design(plan, dealt)
    assert (balance.judges_an_item, balance.missing, balance.duplicates) == (
        Spread(plan.redundancy, plan.redundancy),
        0,
        0,
    )
    for number, pool in enumerate(plan.pools):  # the answer counts for each system
        for system in pool.systems:
            own = sum(each.pool == number and system in each.systems for each in dealt)
            assert own == plan.redundancy * len(pool.segments)


@given(rng=randoms())
@settings(max_examples=cases(100), deadline=None)
def test_nobody_sees_an_output_that_a_system_of_theirs_has_too(rng: Random) -> None:
    plan = random_single(rng, repeats=0.1, attention=0.1, common_pool=rng.choice([0.0, 0.3]), common_size=2, gap=2)
    excluded = {judge: (rng.choice(plan.pools[0].systems),) for judge in JUDGES[:2]}
    dealt = deal(Dealer(plan), excluded)
    assert dealt
    assert verify_design(plan, dealt, excluded=excluded).own == 0


@given(rng=randoms())
@settings(max_examples=cases(100), deadline=None)
def test_repeats_and_damaged_outputs_are_complete_units(rng: Random) -> None:
    plan = random_single(rng, repeats=0.2, attention=0.2, gap=1, redundancy=1)
    outputs = outputs_of(plan)
    for each in deal(Dealer(plan)):
        assert (each.pool, each.segment, frozenset(each.systems)) in outputs
        assert set(each.damaged) == (set(each.systems) if each.control == "attention" else set())


@given(rng=randoms())
@settings(max_examples=cases(60), deadline=None)
def test_what_was_given_back_is_dealt_again_with_all_its_systems(rng: Random) -> None:
    plan = random_single(rng, redundancy=1)
    dealer = Dealer(plan)
    first = dealer.next("ann")
    assert isinstance(first, Assignment)
    dealer.give_back(first)
    dealer.leave("ann")
    asked = [(each.pool, each.segment, frozenset(each.systems)) for each in deal(dealer)]
    assert Counter(asked) == dict.fromkeys(outputs_of(plan), 1)


def test_a_unit_is_that_of_the_first_system_whichever_of_them_is_named() -> None:
    pool = Pool(language_pair="cs-en", test_set="t", segments=(("d", "1"), ("d", "2")), systems=("a", "b", "c"))
    plan = Design(name="e", protocol="direct", pools=(pool,), identical={(0, 1): (("b", "c"),)})
    (table,) = Dealer(plan).tables
    assert [table.systems_of(unit) for unit in range(5)] == [("a",), ("b",), ("c",), ("a",), ("b", "c")]
    assert table.void == {5}
    assert [table.unit(1, [system]) for system in "abc"] == [3, 4, 4]
    assert table.unit(1, ["c", "b"]) == 4
