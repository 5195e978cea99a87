"""Evaluations dealt together: who has to wait and why, what is held, batches with screens given back."""

from __future__ import annotations

from itertools import groupby

import pytest

from bakeoff.errors import InputError
from bakeoff.human_eval.designs.design import Assignment, Gold
from bakeoff.human_eval.designs.screens.dealer import Dealer
from bakeoff.human_eval.designs.screens.events import DealingEvent, Finished, NothingNow
from bakeoff.human_eval.designs.screens.mixed_dealer import Evaluation, MixedDealer
from tests.human_eval.designs.screens.test_dealer import design, pool


def small(segments: int = 1, **options: object) -> Dealer:
    return Dealer(design(shown=None, pools=(pool(segments, 3, documents=1),), **options))


def ask(dealer: MixedDealer, judge: str) -> tuple[str, Assignment]:
    found = dealer.next(judge)
    assert isinstance(found, tuple)
    return found


def test_a_judge_waits_for_what_another_holds_until_it_is_answered() -> None:
    dealer = MixedDealer({"a": Evaluation(dealer=small())})
    found = ask(dealer, "ann")
    assert dealer.held_by("ann") == (found,)
    assert dealer.next("bob") == NothingNow("held")
    assert dealer.next("ann") == Finished()
    dealer.answer(*found)
    assert dealer.held_by("ann") == ()
    assert dealer.next("bob") == Finished()


def test_what_one_must_not_see_or_did_not_choose_is_not_waited_for() -> None:
    plan = design(shown=1, pools=(pool(1, 1), pool(1, 2, pair="de-en")))
    dealer = MixedDealer({"a": Evaluation(dealer=Dealer(plan))})
    for _ in range(3):
        ask(dealer, "ann")
    assert dealer.next("bob", excluded=["cs-en-s0"], pools={"a": [0]}) == Finished()
    assert dealer.next("bob", pools={"a": []}) == Finished()
    assert dealer.next("bob", pools={"a": [0]}) == NothingNow("held")


def test_an_evaluation_waits_for_the_one_before_it() -> None:
    dealer = MixedDealer({"late": Evaluation(dealer=small(2), after="early"), "early": Evaluation(dealer=small())})
    found = ask(dealer, "ann")
    assert found[0] == "early"
    assert dealer.next("bob") == NothingNow("earlier")
    dealer.give_back(*found)
    assert ask(dealer, "bob")[0] == "early"
    dealer.answer(*dealer.held_by("bob")[0])
    assert [ask(dealer, judge)[0] for judge in ("ann", "bob")] == ["late", "late"]
    assert dealer.next("ann") == NothingNow("held")
    assert dealer.missing == {"late": 0, "early": 0}


def test_controls_that_are_due_keep_nobody_waiting() -> None:
    golds = (Gold(pool=0, segment=0, systems=("cs-en-s0", "cs-en-s1")),)
    dealer = MixedDealer({"a": Evaluation(dealer=small(2, repeats=0.4, gold=0.3, gold_items=golds, gap=50))})
    for _ in range(6):
        found = dealer.next("ann")
        if isinstance(found, tuple):
            dealer.answer(*found)
    assert found == Finished()


def test_the_same_judge_may_get_a_returned_screen_again() -> None:
    dealer = MixedDealer({"a": Evaluation(dealer=small())})
    first = ask(dealer, "ann")
    dealer.give_back(*first)
    second = ask(dealer, "ann")
    assert (second[1].segment, second[1].position) == (first[1].segment, 1)


def test_who_leaves_gives_back_everything_that_is_not_answered() -> None:
    plan = design(shown=1, by_document=True, pools=(pool(6, 1, documents=1),))
    dealer = MixedDealer({"a": Evaluation(dealer=Dealer(plan))})
    screens = [ask(dealer, "ann") for _ in range(3)]
    dealer.answer(*screens[0])
    assert dealer.leave("ann")
    assert not dealer.leave("ann")
    assert dealer.held_by("ann") == ()
    assert [ask(dealer, "bob")[1].segment for _ in range(5)] == [1, 2, 3, 4, 5]
    assert not dealer.leave("nobody")


def test_a_returned_screen_gives_its_place_in_the_batch_back() -> None:
    dealer = MixedDealer({name: Evaluation(dealer=small(60), batch=5) for name in "ab"})
    names = []
    for number in range(80):
        found = ask(dealer, "ann")
        if number % 3 == 0:
            dealer.give_back(*found)
        else:
            dealer.answer(*found)
            names.append(found[0])
    runs = [len(list(run)) for _, run in groupby(names)]
    assert {length % 5 for length in runs[:-1]} == {0}
    assert len(runs) > 2


def test_a_late_answer_counts_where_nobody_got_the_screen_since() -> None:
    dealer = MixedDealer({"a": Evaluation(dealer=small())})
    found = ask(dealer, "ann")
    assert not dealer.is_free(*found)
    dealer.give_back(*found)
    assert dealer.is_free(*found)
    dealer.answer(*found)
    assert (dealer.next("bob"), dealer.missing) == (Finished(), {"a": 0})
    with pytest.raises(InputError, match="a screen that ann holds, or that nobody else got since"):
        dealer.answer(*found)


def test_a_late_answer_does_not_count_where_somebody_has_the_screen() -> None:
    dealer = MixedDealer({"a": Evaluation(dealer=small())})
    found = ask(dealer, "ann")
    dealer.give_back(*found)
    ask(dealer, "bob")
    assert not dealer.is_free(*found)
    with pytest.raises(InputError, match="ann holds"):
        dealer.answer(*found)


def test_a_late_answer_within_a_document_leaves_the_rest_to_others() -> None:
    plan = design(shown=1, by_document=True, pools=(pool(6, 1, documents=1),))
    dealer = MixedDealer({"a": Evaluation(dealer=Dealer(plan))})
    screens = [ask(dealer, "ann") for _ in range(3)]
    dealer.leave("ann")
    dealer.answer(*screens[1])
    assert [ask(dealer, "bob")[1].segment for _ in range(5)] == [0, 2, 3, 4, 5]


def test_an_answer_that_no_longer_counts_is_asked_again() -> None:
    dealer = MixedDealer({"a": Evaluation(dealer=small())})
    found = ask(dealer, "ann")
    dealer.answer(*found)
    assert dealer.next("bob") == Finished()
    dealer.give_back(*found)
    assert ask(dealer, "bob")[1].segment == found[1].segment


def test_evaluations_that_wait_for_each_other_are_refused() -> None:
    with pytest.raises(InputError, match="a before itself"):
        MixedDealer({"a": Evaluation(dealer=small(), after="b"), "b": Evaluation(dealer=small(), after="a")})
    with pytest.raises(InputError, match="one of a before a"):
        MixedDealer({"a": Evaluation(dealer=small(), after="x")})


def test_what_answers_said_is_replayed() -> None:
    """The most informative screens depend on answers; the events hold what these said."""
    plan = design(shown=2, choice="most-informative", redundancy=3, pools=(pool(40, 6),))
    dealers = [MixedDealer({"a": Evaluation(dealer=Dealer(plan))}) for _ in range(3)]
    for _ in range(40):
        evaluation, screen = ask(dealers[0], "ann")
        one, two = screen.systems
        said = ((one, two, 1 if one < two else -1),)
        dealers[0].answer(evaluation, screen, said)
        for dealer, comparisons in ((dealers[1], said), (dealers[2], ())):
            for kind in ("dealt", "answered"):
                dealer.apply(
                    DealingEvent(
                        kind=kind,
                        judge="ann",
                        evaluation=evaluation,
                        assignment=screen,
                        comparisons=comparisons if kind == "answered" else (),
                    )
                )
    asked = [[dealer.choose(f"judge{number}") for number in range(30)] for dealer in dealers]
    assert asked[0] == asked[1]
    assert asked[0] != asked[2]
