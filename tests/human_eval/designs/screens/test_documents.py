"""Documents are dealt whole, whoever leaves; controls among them are documents, too."""

from __future__ import annotations

from collections import Counter
from itertools import groupby

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bakeoff.errors import InputError
from bakeoff.human_eval.designs.balance import Spread, verify_design
from bakeoff.human_eval.designs.design import Assignment, Design, Gold
from bakeoff.human_eval.designs.screens.dealer import Dealer
from bakeoff.human_eval.designs.screens.events import NothingNow
from tests.depth import cases
from tests.human_eval.designs.screens.test_dealer import deal, design, pool


def documents(segments: int = 10, systems: int = 1, *, count: int = 1, **options: object) -> Design:
    return design(shown=1, by_document=True, pools=(pool(segments, systems, documents=count),), **options)


def take(dealer: Dealer, judge: str, count: int) -> list[Assignment]:
    found = [dealer.next(judge) for _ in range(count)]
    return [each for each in found if isinstance(each, Assignment)]


def numbers(screens: list[Assignment]) -> list[int]:
    return [each.segment for each in screens]


def test_what_someone_leaves_of_a_document_goes_to_another() -> None:
    dealer = Dealer(documents())
    assert numbers(take(dealer, "a", 4)) == [0, 1, 2, 3]
    assert (dealer.next("b"), dealer.missing) == (NothingNow("held"), 1)
    assert dealer.leave("a")
    assert not dealer.leave("a")
    assert dealer.missing == 1
    assert numbers(take(dealer, "b", 9)) == [4, 5, 6, 7, 8, 9]
    assert dealer.missing == 0


def test_a_document_counts_as_missing_to_its_end_and_says_how_much_of_it_was_dealt() -> None:
    dealer = Dealer(documents(segments=3, count=1))
    assert dealer.dealt_of_passage("a") == 0
    take(dealer, "a", 2)
    assert (dealer.missing, dealer.dealt_of_passage("a"), dealer.dealt_of_passage("b")) == (1, 2, 0)
    take(dealer, "a", 1)
    assert (dealer.missing, dealer.dealt_of_passage("a")) == (0, 0)


def test_a_screen_given_back_takes_the_rest_of_its_document_with_it() -> None:
    dealer = Dealer(documents())
    screens = take(dealer, "a", 4)
    dealer.give_back(screens[3])
    assert numbers(take(dealer, "b", 2)) == [3, 4]
    dealer.leave("b")
    assert numbers(take(dealer, "a", 9)) == [5, 6, 7, 8, 9]


def test_who_gives_back_a_screen_may_go_on_with_the_document() -> None:
    dealer = Dealer(documents())
    dealer.give_back(take(dealer, "a", 4)[3])
    assert numbers(take(dealer, "a", 9)) == [3, 4, 5, 6, 7, 8, 9]
    assert dealer.missing == 0


def test_nothing_is_given_back_twice() -> None:
    dealer = Dealer(documents())
    first, second = take(dealer, "a", 2)
    dealer.give_back(second)
    with pytest.raises(InputError, match="a screen that a has"):
        dealer.give_back(second)
    dealer.give_back(first)
    assert dealer.missing == 1


def test_a_document_given_back_completely_is_as_if_it_had_not_been_dealt() -> None:
    dealer = Dealer(documents())
    for screen in reversed(take(dealer, "a", 5)):
        dealer.give_back(screen)
    assert dealer.missing == 1
    assert numbers(take(dealer, "b", 99)) == list(range(10))


@given(
    shown=st.sampled_from([1, 2, None]),
    redundancy=st.integers(1, 3),
    acts=st.lists(st.tuples(st.sampled_from("abcd"), st.sampled_from(["ask"] * 6 + ["leave", "return"])), max_size=150),
    controls=st.booleans(),
)
@settings(max_examples=cases(60), deadline=None)
def test_whoever_leaves_everything_is_judged_in_the_end(
    shown: int | None, redundancy: int, acts: list[tuple[str, str]], controls: bool
) -> None:
    """Every segment gets its judges, each of them once, although people come and go."""
    shares = {"repeats": 0.1, "attention": 0.1, "gap": 5} if controls else {}
    plan = design(shown=shown, by_document=True, redundancy=redundancy, pools=(pool(24, 3, documents=5),), **shares)
    dealer = Dealer(plan)
    for judge, act in acts:
        own = dealer.dealt_to(judge)
        if act == "ask":
            dealer.next(judge)
        elif act == "leave":
            dealer.leave(judge)
        elif own:
            dealer.give_back(own[-1])
    deal(dealer, list("abcd"))
    deal(dealer, list("efgh"))  # someone may have seen the beginning of what is left
    dealt = [each for judge in "abcdefgh" for each in dealer.dealt_to(judge)]
    balance = verify_design(plan, dealt)
    assert (balance.judges_an_item, balance.duplicates) == (Spread(redundancy, redundancy), 0)
    assert dealer.missing == 0


def test_documents_are_repeated_and_damaged_in_one_piece() -> None:
    plan = documents(600, 3, count=120, repeats=0.1, attention=0.1)
    dealt = deal(Dealer(plan), ["a", "b"])
    for judge in ("a", "b"):
        own = [each for each in dealt if each.judge == judge]
        passages = [
            list(part) for _, part in groupby(own, key=lambda each: (each.control, each.segment // 5, each.systems))
        ]
        assert all(numbers(part) == list(range(part[0].segment, part[0].segment + 5)) for part in passages)
        controls = Counter(each.control for each in own)
        assert controls["repeat"] == pytest.approx(0.1 * len(own), abs=6)
        assert controls["attention"] == pytest.approx(0.1 * len(own), abs=6)
        first: dict[object, int] = {}
        for each in own:
            key = (each.segment, each.systems)
            if each.control:
                assert each.position - first[key] >= plan.gap
                assert each.damaged == (each.systems if each.control == "attention" else ())
            else:
                first[key] = each.position


def test_gold_items_of_a_document_come_together() -> None:
    golds = tuple(Gold(pool=0, segment=n, systems=("cs-en-s0",)) for n in (7, 5, 6))
    plan = documents(100, 2, count=20, gold=0.1, gold_items=golds)
    dealt = deal(Dealer(plan), ["a"])
    assert numbers([each for each in dealt if each.control == "gold"]) == [5, 6, 7]


@pytest.mark.parametrize("shown", [1, 3])
def test_a_dealer_of_documents_goes_on_where_another_was(shown: int) -> None:
    plan = design(
        shown=shown,
        by_document=True,
        repeats=0.1,
        attention=0.1,
        common_pool=0.2,
        common_size=3,
        pools=(pool(60, 5, documents=20),),
    )
    first = Dealer(plan)
    whole = deal(first, ["a", "b", "c"])
    for cut in (7, 50, 77):
        second = Dealer(plan)
        second.replay(whole[:cut])
        assert whole[:cut] + [second.next(each.judge) for each in whole[cut:]] == whole


def test_screens_that_were_given_back_are_replayed() -> None:
    first, second = Dealer(documents(20, 2, count=4)), Dealer(documents(20, 2, count=4))
    screens = [each for _ in range(3) for judge in "ab" for each in take(first, judge, 1)]
    first.give_back(screens[2])  # the second of a, who has got the third
    first.give_back(screens[5])  # the last of b
    second.replay(first._history("a").dealt + first._history("b").dealt)
    assert second.missing == first.missing
    assert deal(second, ["a", "b", "c"]) == deal(first, ["a", "b", "c"])
