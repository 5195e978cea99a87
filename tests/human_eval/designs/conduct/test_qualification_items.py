"""Items of a qualification: gold items alone, new ones as long as there are any, and nothing noted in the dealer."""

from __future__ import annotations

from bakeoff.human_eval.designs.conduct.qualification_items import qualification_items
from bakeoff.human_eval.designs.design import Design, Gold
from bakeoff.human_eval.designs.pools import Pool
from bakeoff.human_eval.designs.screens.dealer import Dealer

POOL = Pool(
    language_pair="en-de", test_set="t", segments=tuple(("d", str(number)) for number in range(6)), systems=("a", "b")
)


def dealer(golds: int = 4) -> Dealer:
    items = tuple(Gold(pool=0, segment=number, systems=("a", "b")) for number in range(golds))
    return Dealer(Design(name="e", protocol="ranking", pools=(POOL,), shown=2, gold_items=items, seed=3))


def test_a_try_has_as_many_items_as_asked_each_once() -> None:
    items = qualification_items(dealer(), "j", items=3, number=1)
    assert len({each.segment for each in items}) == 3
    assert [each.position for each in items] == [0, 1, 2]
    assert {each.control for each in items} == {"gold"}
    assert all(sorted(each.systems) == ["a", "b"] for each in items)


def test_the_next_try_has_what_is_new_first() -> None:
    first, second = ({each.segment for each in qualification_items(dealer(), "j", items=2, number=n)} for n in (1, 2))
    assert first.isdisjoint(second)


def test_the_same_judge_gets_the_same_in_every_process_and_others_get_others() -> None:
    one, same = (qualification_items(dealer(), "j", items=4, number=1) for _ in range(2))
    assert one == same
    orders = {
        tuple(each.segment for each in qualification_items(dealer(), f"j{number}", items=4, number=1))
        for number in range(8)
    }
    assert len(orders) > 1


def test_there_are_no_more_items_than_gold_and_none_with_hidden_systems() -> None:
    assert len(qualification_items(dealer(2), "j", items=5, number=1)) == 2
    assert qualification_items(dealer(0), "j", items=5, number=1) == ()
    assert qualification_items(dealer(), "j", items=5, number=1, excluded=["a"]) == ()


def test_the_dealer_knows_nothing_of_it() -> None:
    asked = dealer()
    before = asked.missing
    qualification_items(asked, "j", items=3, number=1)
    assert (asked.missing, asked.dealt_to("j")) == (before, ())
