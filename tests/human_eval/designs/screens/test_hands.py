"""Post-editing is dealt as I16 dealt it: every segment once, as many outputs of every system, systems alternating."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from random import Random

import pytest
from hypothesis import given, settings

from bakeoff.errors import InputError
from bakeoff.human_eval.designs.balance import verify_design
from bakeoff.human_eval.designs.design import Assignment, Design
from bakeoff.human_eval.designs.pools import Pool
from bakeoff.human_eval.designs.screens.dealer import Dealer, Reach
from bakeoff.human_eval.designs.screens.events import Finished
from bakeoff.human_eval.designs.screens.hands import hands_of
from tests.depth import cases
from tests.human_eval.designs.screens.judging import Judging, alternating_design, random_plan, randoms

TALKS = 12


def design_of(systems: int, segments: int, *, documents: int = TALKS, redundancy: int = 1, seed: int = 1) -> Design:
    pool = Pool(
        language_pair="en-de",
        test_set="tst2015",
        segments=tuple((f"talk{n * documents // segments}", str(n)) for n in range(segments)),
        systems=tuple(f"s{n}" for n in range(systems)),
    )
    return Design(
        name="edits",
        protocol="post_editing",
        pools=(pool,),
        redundancy=redundancy,
        by_document=True,
        alternating=True,
        seed=seed,
    )


def deal(design: Design, translators: int, rng: Random) -> dict[str, list[Assignment]]:
    """Everybody works at a pace of their own until all are finished."""
    dealer = Dealer(design)
    got: dict[str, list[Assignment]] = {f"t{n}": [] for n in range(translators)}
    asking = list(got)
    while asking:
        name = rng.choice(asking)
        found = dealer.next(name)
        if isinstance(found, Assignment):
            got[name].append(found)
            dealer.answer(found)
        elif isinstance(found, Finished):
            asking.remove(name)
    return got


def systems_of(assignments: list[Assignment]) -> Counter[str]:
    return Counter(each.systems[0] for each in assignments)


@given(rng=randoms())
@settings(max_examples=cases(200), deadline=None)
def test_hands_are_random_latin_squares_of_as_many_segments_as_systems(rng: Random) -> None:
    design = alternating_design(rng, "a", most=40)
    for number, pool in enumerate(design.pools):
        hands, width = hands_of(design, number), len(pool.systems)
        assert len(hands) == width
        assert hands == hands_of(design, number)
        for begin in range(0, len(pool.segments), width):
            for hand in hands:
                block = hand[begin : begin + width]
                assert len(set(block)) == len(block)
        for column in zip(*hands, strict=True):
            assert set(column) == set(pool.systems)
        for hand in hands:
            assert all(one != other for one, other in pairwise(hand))


def test_different_seeds_and_pools_have_different_squares() -> None:
    one, other = design_of(4, 40, seed=1), design_of(4, 40, seed=2)
    assert hands_of(one, 0) != hands_of(other, 0)
    squares = {tuple(hand[begin : begin + 4] for hand in hands_of(one, 0)) for begin in range(0, 40, 4)}
    assert len(squares) > 5


@pytest.mark.parametrize(("systems", "each"), [(4, 150), (5, 120)])
def test_the_deal_of_i16_gives_everyone_every_segment_and_as_many_outputs_of_every_system(
    systems: int, each: int
) -> None:
    design = design_of(systems, 600)
    got = deal(design, systems, Random(3))
    for assignments in got.values():
        assert sorted(a.segment for a in assignments) == list(range(600))
        assert set(systems_of(assignments).values()) == {each}
    every = [a for assignments in got.values() for a in assignments]
    assert len({(a.segment, a.systems) for a in every}) == len(every) == 600 * systems
    balance = verify_design(design, every)
    assert (balance.missing, balance.duplicates, balance.judges_an_item.most) == (0, 0, 1)


@given(rng=randoms())
@settings(max_examples=cases(80), deadline=None)
def test_as_many_translators_as_systems_get_equal_hands_whatever_the_documents(rng: Random) -> None:
    systems, segments = rng.randint(2, 6), rng.randint(1, 50)
    design = design_of(systems, segments, documents=rng.randint(1, segments), seed=rng.randrange(100))
    got = deal(design, systems, rng)
    for assignments in got.values():
        assert [a.segment for a in assignments] == list(range(segments))  # in the order of the texts
        counts = [systems_of(assignments)[system] for system in design.pools[0].systems]
        assert max(counts) - min(counts) <= (1 if segments % systems else 0)


def test_fewer_translators_edit_as_many_outputs_of_each_segment_as_they_are() -> None:
    design = design_of(4, 40)
    got = deal(design, 3, Random(1))
    assert all(sorted(a.segment for a in assignments) == list(range(40)) for assignments in got.values())
    every = [a for assignments in got.values() for a in assignments]
    assert set(Counter(a.segment for a in every).values()) == {3}
    assert set(systems_of(every).values()) == {30}  # every system as often as the others
    dealer = Dealer(design)
    assert dealer.out_of_reach({name: Reach() for name in got}) == TALKS
    assert dealer.out_of_reach({name: Reach() for name in "abcd"}) == 0


def test_more_translators_share_hands_document_by_document() -> None:
    design = design_of(3, 36)
    got = deal(design, 5, Random(1))
    every = [a for assignments in got.values() for a in assignments]
    assert len({(a.segment, a.systems) for a in every}) == len(every) == 36 * 3
    assert all(len({a.segment for a in assignments}) == len(assignments) for assignments in got.values())
    assert verify_design(design, every).missing == 0


def test_every_output_is_edited_as_often_as_wanted() -> None:
    design = design_of(3, 30, redundancy=2)
    got = deal(design, 6, Random(2))
    edited = Counter((a.segment, a.systems) for assignments in got.values() for a in assignments)
    assert set(edited.values()) == {2}
    assert all(sorted(a.segment for a in assignments) == list(range(30)) for assignments in got.values())


def test_who_comes_in_place_of_another_gets_the_hand_that_was_left() -> None:
    design = design_of(2, 24, documents=4)
    dealer = Dealer(design)
    left: list[Assignment] = []
    for _ in range(9):
        found = dealer.next("ann")
        assert isinstance(found, Assignment)
        dealer.answer(found)
        left.append(found)
    for _ in range(24):
        found = dealer.next("bob")
        assert isinstance(found, Assignment)
        dealer.answer(found)
    dealer.leave("ann")
    assert isinstance(dealer.next("bob"), Finished)
    follows: list[Assignment] = []
    while isinstance(found := dealer.next("cid"), Assignment):
        dealer.answer(found)
        follows.append(found)
    assert [a.segment for a in (*left, *follows)] == list(range(24))
    assert systems_of([*left, *follows]) == {"s0": 12, "s1": 12}


def test_who_must_not_see_a_system_gets_nothing_because_every_hand_has_all() -> None:
    dealer = Dealer(design_of(3, 30))
    assert isinstance(dealer.next("ann", excluded=["s1"]), Finished)
    assert dealer.out_of_reach({"ann": Reach(excluded=["s1"])}) == 3 * TALKS


@given(rng=randoms())
@settings(max_examples=cases(120), deadline=None)
def test_whatever_happens_nobody_gets_a_segment_twice_and_no_output_counts_twice(rng: Random) -> None:
    judges = ["ann", "bob", "cid", "dan"]
    judging = Judging(random_plan(rng, judges, alternating=1.0), rng)
    for _ in range(rng.randint(20, 200)):
        judging.act(rng.choice(judges))
    judging.finish(judges)
    by_judge = Counter((name, each.judge, each.pool, each.segment) for name, each in judging.answered)
    assert set(by_judge.values()) <= {1}
    by_output = Counter((name, each.pool, each.segment, each.systems) for name, each in judging.answered)
    for (name, *_), count in by_output.items():
        assert count <= judging.plan.designs[name].redundancy


@pytest.mark.parametrize("options", [{"shown": 2}, {"by_document": False}, {"repeats": 0.1}, {"gold": 0.1}])
def test_alternating_designs_have_one_output_a_screen_and_no_controls(options: dict[str, float]) -> None:
    said = {"shown": 1, "by_document": True, **options}
    with pytest.raises(InputError, match="where systems alternate"):
        Design(name="x", protocol="post_editing", pools=design_of(2, 4).pools, alternating=True, **said)  # type: ignore[arg-type]
