"""Screens are dealt evenly, to nobody twice, and at once."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bakeoff.errors import InputError
from bakeoff.human_eval.designs.balance import Spread, verify_design
from bakeoff.human_eval.designs.design import Assignment, Design, Gold
from bakeoff.human_eval.designs.pools import Pool
from bakeoff.human_eval.designs.screens.dealer import Dealer
from bakeoff.human_eval.designs.screens.events import Finished, NothingNow
from bakeoff.human_eval.designs.screens.passage_choice import PassageChoice
from tests.depth import cases


def pool(segments: int = 20, systems: int = 4, *, pair: str = "cs-en", documents: int = 4) -> Pool:
    return Pool(
        language_pair=pair,
        test_set="news",
        segments=tuple((f"d{n * documents // segments}", str(n)) for n in range(segments)),
        systems=tuple(f"{pair}-s{n}" for n in range(systems)),
    )


def design(**options: object) -> Design:
    return Design(**{"name": "e", "protocol": "ranking", "pools": (pool(),), **options})  # type: ignore[arg-type]


def deal(dealer: Dealer, judges: list[str], *, most: int = 10_000, **options: object) -> list[Assignment]:
    """Judges ask in turn until none gets anything."""
    found: list[Any] = []
    asking = list(judges)
    while asking and len(found) < most:
        judge = asking.pop(0)
        assignment = dealer.next(judge, **options)  # type: ignore[arg-type]
        if isinstance(assignment, Assignment):
            found.append(assignment)
            asking.append(judge)
    return found


@given(
    shown=st.sampled_from([1, 2, 3, None]),
    redundancy=st.integers(1, 3),
    systems=st.integers(3, 6),
    segments=st.integers(1, 30),
    seed=st.integers(0, 5),
)
@settings(max_examples=cases(40), deadline=None)
def test_every_item_gets_its_judges_and_nobody_gets_one_twice(
    shown: int | None, redundancy: int, systems: int, segments: int, seed: int
) -> None:
    plan = design(shown=shown, redundancy=redundancy, seed=seed, pools=(pool(segments, systems),))
    dealt = deal(Dealer(plan), ["a", "b", "c", "d"])
    balance = verify_design(plan, dealt)
    assert balance.judges_an_item == Spread(redundancy, redundancy)
    assert balance.duplicates == 0
    if shown in (1, None):
        expected = redundancy * segments
        assert balance.showings_a_system == Spread(expected, expected)


def test_five_of_many_are_shown_evenly() -> None:
    plan = design(shown=5, redundancy=2, pools=(pool(200, 13),))
    balance = verify_design(plan, deal(Dealer(plan), ["a", "b", "c"]))
    assert balance.screens == 400
    assert balance.showings_a_system.most - balance.showings_a_system.least <= 4  # of 154
    assert balance.meetings_a_pair is not None
    assert balance.meetings_a_pair.most - balance.meetings_a_pair.least <= 4  # of 51


def test_where_a_system_stands_on_the_screen_is_even() -> None:
    plan = design(shown=5, pools=(pool(2000, 5),))
    balance = verify_design(plan, deal(Dealer(plan), ["a", "b"]))
    assert balance.first_places.least > 330  # 400 expected
    assert balance.first_places.most < 470


def test_judges_who_ask_together_get_different_screens() -> None:
    dealer = Dealer(design(shown=1))
    first = [dealer.next(judge) for judge in ("a", "b", "c")]
    assert len({(each.segment, each.systems) for each in first if isinstance(each, Assignment)}) == 3


def test_nobody_judges_the_own_system() -> None:
    own = frozenset({"cs-en-s1"})
    for shown in (1, 2, None):
        plan = design(shown=shown)
        dealt = deal(Dealer(plan), ["a"], excluded=own)
        assert dealt
        assert all(own.isdisjoint(each.systems) for each in dealt)


def test_judges_get_the_pools_that_they_chose() -> None:
    plan = design(pools=(pool(), pool(pair="de-en"), pool(pair="fr-en")))
    dealt = deal(Dealer(plan), ["a"], pools=[0, 2])
    assert {each.pool for each in dealt} == {0, 2}


def test_what_is_given_back_goes_to_another() -> None:
    dealer = Dealer(design(shown=None, pools=(pool(1, 3),)))
    first = dealer.next("a")
    assert isinstance(first, Assignment)
    assert dealer.next("b") == NothingNow("held")
    dealer.give_back(first)
    second = dealer.next("b")
    assert isinstance(second, Assignment)
    assert second.segment == first.segment
    assert dealer.dealt_to("a") == ()
    assert dealer.missing == 0


def test_a_tenth_is_repeated_far_apart_in_another_order() -> None:
    plan = design(shown=5, repeats=0.1, gap=10, pools=(pool(2000, 8),))
    dealt = deal(Dealer(plan), ["a", "b"])
    repeats = [each for each in dealt if each.control == "repeat"]
    assert 150 < len(repeats) < 280  # of some 2,200
    for repeat in repeats:
        first = next(each for each in dealt if each.judge == repeat.judge and same(each, repeat))
        assert not first.control
        assert repeat.position - first.position >= 10
    assert Counter(map(key, repeats)).most_common(1)[0][1] == 1
    assert any(each.systems != next(e for e in dealt if same(e, each)).systems for each in repeats)


def key(each: Assignment) -> tuple[object, ...]:
    return (each.judge, each.pool, each.segment, frozenset(each.systems))


def same(one: Assignment, other: Assignment) -> bool:
    return key(one) == key(other)


def test_two_fifths_come_from_what_all_share() -> None:
    plan = design(shown=5, common_pool=0.4, common_size=20, redundancy=1, pools=(pool(2000, 8),))
    dealer = Dealer(plan)
    dealt = deal(dealer, [f"j{n}" for n in range(10)], most=300)
    common = set(dealer.tables[0].common)
    share = sum(each.segment in common for each in dealt) / len(dealt)
    assert 0.3 < share < 0.5
    judges: dict[int, set[str]] = {}
    for each in dealt:
        judges.setdefault(each.segment, set()).add(each.judge)
    assert sum(len(found) > 1 for found in judges.values()) >= 18


def test_gold_items_come_once_to_a_judge() -> None:
    golds = tuple(Gold(pool=0, segment=n, systems=("cs-en-s0", "cs-en-s1")) for n in range(5))
    plan = design(shown=2, gold=0.3, gold_items=golds, pools=(pool(100, 4),))
    dealt = deal(Dealer(plan), ["a"])
    found = [each.segment for each in dealt if each.control == "gold"]
    assert sorted(found) == [0, 1, 2, 3, 4]


def test_attention_items_damage_what_the_judge_saw() -> None:
    plan = design(shown=1, attention=0.1, pools=(pool(300, 3),))
    dealt = deal(Dealer(plan), ["a"])
    damaged = [each for each in dealt if each.control == "attention"]
    assert 50 < len(damaged) < 140
    for each in damaged:
        assert each.damaged == each.systems
        assert any(same(each, earlier) for earlier in dealt[: each.position])


def test_documents_come_in_their_order_one_system_at_a_time() -> None:
    plan = design(shown=1, by_document=True, pools=(pool(20, 3, documents=4),))
    dealer = Dealer(plan)
    dealt = deal(dealer, ["a", "b"])
    assert len(dealt) == 60
    for judge in ("a", "b"):
        own = dealer.dealt_to(judge)
        for one, two in pairwise(own):
            assert two.segment == one.segment + 1 or two.segment % 5 == 0
            assert two.systems == one.systems or two.segment % 5 == 0
    assert verify_design(plan, dealt).judges_an_item == Spread(1, 1)


@pytest.mark.parametrize(
    "options",
    [
        {"shown": 2, "repeats": 0.1, "common_pool": 0.3},
        {"shown": 1, "attention": 0.2, "redundancy": 2},
        {"shown": 1, "by_document": True},
    ],
)
def test_a_dealer_goes_on_where_another_was(options: dict[str, object]) -> None:
    plan = design(pools=(pool(60, 5),), **options)
    whole = deal(Dealer(plan), ["a", "b", "c"], most=120)
    second = Dealer(plan)
    second.replay(whole[:50])
    assert whole[:50] + [second.next(each.judge) for each in whole[50:]] == whole


def test_the_seed_decides_everything() -> None:
    one, same_seed, other = (deal(Dealer(design(shown=3, seed=seed)), ["a", "b"]) for seed in (1, 1, 2))
    assert one == same_seed
    assert one != other


def test_the_least_certain_are_compared_with_their_like() -> None:
    plan = design(shown=2, choice="most-informative", redundancy=40, pools=(pool(200, 8),))
    dealer = Dealer(plan)
    quality = {f"cs-en-s{n}": n for n in range(8)}
    gaps = []
    for number in range(2000):
        assignment = dealer.next(f"j{number}")
        assert isinstance(assignment, Assignment)
        first, second = assignment.systems
        gaps.append(abs(quality[first] - quality[second]))
        dealer.ratings.of(0).compared(first, second, 1 if quality[first] > quality[second] else -1)
    ranked = sorted(quality, key=dealer.ratings.of(0).mean)
    assert ranked == sorted(quality, key=lambda system: quality[system])
    assert sum(gaps[-500:]) / 500 < sum(gaps[:100]) / 100  # far ones are left alone once that is known


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"repeats": 1.2}, "a share from 0 to below 1 as repeats"),
        ({"repeats": 0.5, "gold": 0.5}, "leave room for ordinary screens"),
        ({"redundancy": 0}, "one judge and one output or more"),
    ],
)
def test_designs_that_cannot_be_are_refused(options: dict[str, object], message: str) -> None:
    with pytest.raises(InputError, match=message):
        design(**options)


def test_the_next_screen_does_not_wait_for_what_was_judged_before() -> None:
    """The work for a screen is counted in units that are looked at, not in seconds."""
    plan = design(shown=1, redundancy=3, pools=(pool(400, 10, documents=40),))
    dealer = Dealer(plan)
    looked: list[int] = []
    levels = dealer._open_units.levels
    pick = levels.pick

    def counted(fits, **rest: Any):  # type: ignore[no-untyped-def]
        count = 0

        def asked(unit: int) -> bool:
            nonlocal count
            count += 1
            return bool(fits(unit))

        found = pick(asked, **rest)
        looked.append(count)
        return found

    levels.pick = counted  # type: ignore[method-assign]
    deal(dealer, [f"j{n}" for n in range(50)], most=11_000)
    assert len(looked) > 10_000
    assert max(looked[:100]) <= 3
    assert sum(looked[-1000:]) / 1000 < 10


def test_the_next_screen_does_not_wait_where_little_is_left_for_a_judge() -> None:
    """What was judged least is hidden from the judge, or they have seen nearly all: units are not gone through."""
    own = ("cs-en-s0", "cs-en-s1")
    dealer = Dealer(design(shown=1, redundancy=2, pools=(pool(1000, 5),)))
    levels = dealer._open_units.levels
    for unit in range(5000):
        if set(dealer.tables[0].systems_of(unit) or ()).isdisjoint(own):
            levels.raise_(unit)
    looked = 0
    fits = PassageChoice._fits

    def counted(draw: PassageChoice, unit: int) -> bool:
        nonlocal looked
        looked += 1
        return fits(draw, unit)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(PassageChoice, "_fits", counted)
        dealt = [dealer.next("a", excluded=own) for _ in range(3000)]
        assert looked <= 3000 * 81
        assert dealer.next("a", excluded=own) == Finished()
    assert len({(each.segment, each.systems) for each in dealt if isinstance(each, Assignment)}) == 3000
    assert all(isinstance(each, Assignment) and each.systems[0] not in own for each in dealt)
    assert {dealer.tables[0].systems_of(unit) for unit in next(iter(levels))} == {(system,) for system in own}


def test_thousands_of_judges_ask_a_design_of_real_size() -> None:
    plan = design(shown=1, redundancy=3, pools=tuple(pool(2000, 50, pair=f"p{n}") for n in range(5)))
    dealer = Dealer(plan)
    dealt = [dealer.next(f"j{n % 1000}") for n in range(5000)]
    found = {(each.pool, each.segment, each.systems) for each in dealt if isinstance(each, Assignment)}
    assert len(found) == 5000


def test_replaced_assignments_keep_their_place() -> None:
    dealer = Dealer(design(shown=1))
    first = dealer.next("a")
    assert isinstance(first, Assignment)
    dealer.give_back(first)
    second = dealer.next("a")
    assert isinstance(second, Assignment)
    assert (first.position, second.position) == (0, 1)
    fresh = Dealer(dealer.design)
    fresh.replay([second])
    third, again = dealer.next("a"), fresh.next("a")
    assert isinstance(third, Assignment)
    assert again == replace(third)
