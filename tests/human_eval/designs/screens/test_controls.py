"""Controls are their share of every judge's screens, come from far enough back, and can be given back."""

from __future__ import annotations

from collections import Counter

import pytest

from bakeoff.human_eval.designs.design import Assignment, Gold
from bakeoff.human_eval.designs.screens.dealer import Dealer
from tests.human_eval.designs.screens.test_dealer import deal, design, pool, same


@pytest.mark.parametrize("share", [0.1, 0.25])
def test_every_judge_has_the_share_of_controls_wherever_they_stop(share: float) -> None:
    for seed in range(60):
        plan = design(shown=1, repeats=share, attention=0.1, gap=5, seed=seed, pools=(pool(200, 3),))
        dealt = deal(Dealer(plan), ["a"], most=60)
        for screens in (30, 45, 60):
            counts = Counter(each.control for each in dealt[:screens])
            assert abs(counts["repeat"] - share * screens) <= 1.5
            assert abs(counts["attention"] - 0.1 * screens) <= 1.5


def test_where_controls_come_cannot_be_foretold() -> None:
    places = {
        next(each.position for each in deal(Dealer(plan), ["a"], most=60)[30:] if each.control)
        for plan in (design(shown=1, repeats=0.1, seed=seed, pools=(pool(200, 3),)) for seed in range(40))
    }
    assert len(places) > 5


def test_a_share_comes_from_what_all_have_in_common() -> None:
    for seed in range(20):
        plan = design(shown=5, common_pool=0.4, common_size=30, seed=seed, pools=(pool(500, 8),))
        dealer = Dealer(plan)
        common = dealer.tables[0].common
        dealt = deal(dealer, ["a", "b"], most=60)
        for judge in ("a", "b"):
            own = [each for each in dealt if each.judge == judge]
            assert abs(sum(each.segment in common for each in own) - 0.4 * len(own)) <= 3  # some by chance


@pytest.mark.parametrize("control", ["repeats", "attention"])
def test_nothing_is_shown_again_at_once(control: str) -> None:
    plan = design(shown=1, gap=10, pools=(pool(300, 3),), **{control: 0.2})
    dealt = deal(Dealer(plan), ["a"])
    again = [each for each in dealt if each.control]
    assert len(again) > 100
    for each in again:
        first = next(other for other in dealt if same(other, each))
        assert each.position - first.position >= 10


@pytest.mark.parametrize("control", ["repeats", "attention", "gold"])
def test_a_control_given_back_may_come_again(control: str) -> None:
    golds = (Gold(pool=0, segment=0, systems=("cs-en-s0",)),)
    plan = design(shown=1, gap=1, pools=(pool(4, 1),), gold_items=golds, **{control: 0.4})
    dealer = Dealer(plan)
    for _ in range(20):
        found = dealer.next("a")
        assert isinstance(found, Assignment)
        if found.control:
            break
    assert isinstance(found, Assignment)
    dealer.give_back(found)
    assert all(not each.control for each in dealer.dealt_to("a"))
    again = [each for each in deal(dealer, ["a"]) if each.control]
    assert again
    assert again[0].control == found.control


def test_own_systems_are_hidden_in_repeats_too() -> None:
    plan = design(shown=1, repeats=0.3, gap=1, pools=(pool(100, 3),))
    dealer = Dealer(plan)
    deal(dealer, ["a"], most=50)
    later = deal(dealer, ["a"], most=100, excluded={"cs-en-s1"})
    assert any(each.control for each in later)
    assert all("cs-en-s1" not in each.systems for each in later)


RANKED = tuple(Gold(pool=0, segment=n, systems=("cs-en-s0", "cs-en-s1", "cs-en-s2")) for n in range(0, 60, 2))
"""Gold items that all show the system s0."""


def test_gold_items_are_dealt_without_what_is_hidden_from_a_judge() -> None:
    plan = design(shown=3, gold=0.2, gold_items=RANKED, pools=(pool(60, 4),))
    dealer = Dealer(plan)
    own = [each for each in deal(dealer, ["a"], most=50, excluded={"cs-en-s0"}) if each.control == "gold"]
    assert abs(len(own) - 10) <= 2
    assert {frozenset(each.systems) for each in own} == {frozenset({"cs-en-s1", "cs-en-s2"})}
    assert len({each.segment for each in own}) == len(own)
    others = [each for each in deal(dealer, ["b"], most=50) if each.control == "gold"]
    assert {len(each.systems) for each in others} == {3}


def test_a_replayed_dealer_knows_the_gold_items_that_a_judge_got_without_what_is_hidden() -> None:
    plan = design(shown=3, gold=0.2, gold_items=RANKED[:3], pools=(pool(60, 4),))
    dealer = Dealer(plan)
    own = deal(dealer, ["a"], most=30, excluded={"cs-en-s0"})
    again = Dealer(plan)
    again.replay(own)
    later = deal(again, ["a"], most=30, excluded={"cs-en-s0"})
    assert later == deal(dealer, ["a"], most=30, excluded={"cs-en-s0"})
    assert sum(each.control == "gold" for each in (*own, *later)) == 3


def test_gold_documents_are_dealt_to_their_end_without_what_is_hidden() -> None:
    plan = design(shown=3, gold=0.3, gold_items=RANKED, by_document=True, pools=(pool(60, 4),))
    dealt = deal(Dealer(plan), ["a"], most=60, excluded={"cs-en-s0"})
    gold = [each for each in dealt if each.control == "gold"]
    assert gold
    assert {frozenset(each.systems) for each in gold} == {frozenset({"cs-en-s1", "cs-en-s2"})}


@pytest.mark.parametrize(
    ("shown", "systems", "excluded", "possible"),
    [
        (1, ("cs-en-s0",), {"cs-en-s0"}, False),
        (1, ("cs-en-s0",), {"cs-en-s1"}, True),
        (2, ("cs-en-s0", "cs-en-s1"), {"cs-en-s0"}, False),
        (3, ("cs-en-s0", "cs-en-s1", "cs-en-s2"), {"cs-en-s0"}, True),
        (None, ("cs-en-s0", "cs-en-s1"), {"cs-en-s0"}, True),
    ],
)
def test_whether_a_judge_can_get_gold_items_is_known_beforehand(
    shown: int | None, systems: tuple[str, ...], excluded: set[str], possible: bool
) -> None:
    plan = design(shown=shown, gold=0.2, gold_items=(Gold(pool=0, segment=0, systems=systems),), pools=(pool(30, 4),))
    dealer = Dealer(plan)
    assert dealer.has_gold(excluded=excluded) is possible
    assert any(each.control == "gold" for each in deal(dealer, ["a"], most=30, excluded=excluded)) is possible
    assert not dealer.has_gold(pools=[])
