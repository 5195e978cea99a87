"""Pools that are opened one after another, as the matches of a tournament."""

from __future__ import annotations

import pytest

from bakeoff.errors import InputError
from bakeoff.human_eval.designs.design import Assignment, Design
from bakeoff.human_eval.designs.pools import Pool
from bakeoff.human_eval.designs.screens.dealer import Dealer
from bakeoff.human_eval.designs.screens.events import DealingEvent, Finished, NothingNow
from bakeoff.human_eval.designs.screens.mixed_dealer import Evaluation, MixedDealer
from bakeoff.human_eval.designs.screens.packed_states import pack_state, restore_state

PAIRS = (("A", "B"), ("A", "C"), ("B", "C"))


def design(**changes: object) -> Design:
    segments = tuple(("talk", str(number)) for number in range(3))
    pools = tuple(Pool(language_pair="en-fr", test_set="news", segments=segments, systems=pair) for pair in PAIRS)
    return Design(name="cup", protocol="pairwise", pools=pools, shown=2, in_turn=True, **changes)  # type: ignore[arg-type]


def deal_all(dealer: Dealer, judge: str) -> list[Assignment]:
    dealt = []
    while isinstance(given := dealer.next(judge), Assignment):
        dealer.answer(given)
        dealt.append(given)
    return dealt


def test_nothing_is_dealt_or_missing_before_a_pool_is_opened() -> None:
    dealer = Dealer(design())
    assert (dealer.next("ann"), dealer.missing, dealer.opened) == (Finished(), 0, frozenset())
    dealer.open_pools([1])
    assert dealer.missing == 3
    assert {each.pool for each in deal_all(dealer, "ann")} == {1}
    assert dealer.is_judged(1)
    assert not dealer.is_judged(0)


def test_common_segments_come_from_open_pools_alone() -> None:
    dealer = Dealer(design(common_pool=0.9, redundancy=2))
    dealer.open_pools([2])
    assert {each.pool for each in deal_all(dealer, "ann")} == {2}


def test_a_judge_waits_while_another_holds_what_decides_which_pool_is_opened_next() -> None:
    dealer = Dealer(design(redundancy=2))
    dealer.open_pools([0])
    deal_all(dealer, "ann")
    assert dealer.next("ann") == NothingNow("held")
    deal_all(dealer, "ben")
    assert dealer.next("ann") == Finished()  # nothing was opened
    dealer.open_pools([0, 1])
    assert isinstance(dealer.next("ann"), Assignment)


def test_who_may_not_see_any_closed_pool_is_finished() -> None:
    dealer = Dealer(design(redundancy=2))
    dealer.open_pools([0, 1])
    while isinstance(given := dealer.next("ann", excluded=["C"]), Assignment):
        dealer.answer(given)
    assert dealer.next("ann", excluded=["C"]) == Finished()


def test_a_pool_is_closed_as_long_as_nothing_of_it_was_handed_out() -> None:
    dealer = Dealer(design())
    dealer.open_pools([0, 1])
    dealer.open_pools([0, 2])
    assert dealer.missing == 6
    given = dealer.next("ann")
    assert isinstance(given, Assignment)
    with pytest.raises(InputError, match="it was handed out"):
        dealer.open_pools([2 if given.pool == 0 else 0])
    dealer.give_back(given)
    dealer.open_pools([1])
    assert {each.pool for each in deal_all(dealer, "ann")} == {1}


def test_openings_are_replayed_as_events() -> None:
    def new() -> MixedDealer:
        return MixedDealer({"cup": Evaluation(dealer=Dealer(design()))})

    first, log = new(), list[DealingEvent]()
    for pools in ((0,), (0, 2)):
        first.open_pools("cup", pools)
        log.append(DealingEvent(kind="opened", evaluation="cup", pools=pools))
        found = first.next("ann")
        assert isinstance(found, tuple)
        log.append(DealingEvent(kind="dealt", judge="ann", evaluation="cup", assignment=found[1]))
        first.answer(*found)
        log.append(DealingEvent(kind="answered", judge="ann", evaluation="cup", assignment=found[1]))
    second = new()
    second.replay(log)
    assert second.missing == first.missing
    assert second.next("ann") == first.next("ann")


def test_only_designs_that_open_pools_in_turn_can_be_told_to() -> None:
    pool = Pool(language_pair="en-fr", test_set="news", segments=(("d", "1"),), systems=("A", "B"))
    with pytest.raises(InputError, match="opened in turn"):
        Dealer(Design(name="pairs", protocol="pairwise", pools=(pool,))).open_pools([0])


def test_a_stored_state_knows_which_pools_are_open() -> None:
    dealer = MixedDealer({"cup": Evaluation(dealer=Dealer(design()))})
    dealer.open_pools("cup", [1])
    dealer.next("ann")
    copy = MixedDealer({"cup": Evaluation(dealer=Dealer(design()))})
    restore_state(copy, pack_state(dealer))
    assert copy.dealer_of("cup").opened == {1}
    assert copy.missing == dealer.missing
    for each in (dealer, copy):
        each.open_pools("cup", [0, 1])
    assert copy.state() == dealer.state()
    assert copy.choose("ben") == dealer.choose("ben")
