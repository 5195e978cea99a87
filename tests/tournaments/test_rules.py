"""Seeds, ties, reuse, chaining, marks: a rule of the paper each."""

from __future__ import annotations

from typing import Any

import pytest

from bakeoff.data.matches import MatchResult
from bakeoff.errors import InputError, Place
from bakeoff.tournaments import by_score, collect_results, decide, joined_players, mark, play_dskoc, seed_order
from tests.tournaments.simulated import by_strength, names


def match(a_wins: int | None = None, b_wins: int | None = None, **fields: Any) -> MatchResult:
    return MatchResult(a="A", b="B", a_wins=a_wins, b_wins=b_wins, **fields)


def test_first_round_of_eight_as_the_paper_seeds_it() -> None:
    assert seed_order(8) == (1, 8, 5, 4, 3, 6, 7, 2)


@pytest.mark.parametrize("size", [2, 4, 8, 16, 32])
def test_seeds_of_a_first_round_sum_to_one_more_than_the_size(size: int) -> None:
    order = seed_order(size)
    assert sorted(order) == list(range(1, size + 1))
    assert {order[at] + order[at + 1] for at in range(0, size, 2)} == {size + 1}
    # Seeds 1 and 2 are in different halves, seeds 1 to 4 in different quarters.
    assert {order.index(1) // (size // 2), order.index(2) // (size // 2)} == {0, 1}


def test_the_lowest_score_may_be_the_best() -> None:
    assert by_score({"A": 50.1, "B": 48.0}, best="lowest") == ("B", "A")


@pytest.mark.parametrize(
    ("result", "winner", "by"),
    [
        (match(30, 31), "B", "segments"),
        (match(30, 30, a_judgments=90, b_judgments=91), "B", "judgments"),
        (match(30, 30, a_judgments=90, b_judgments=90), "A", "seed"),
        (match(30, 30), "A", "seed"),
        (match(None, 30, winner="B"), "B", "given"),
        (match(30, 30, winner="B", a_judgments=91, b_judgments=90), "B", "given"),
    ],
)
def test_who_wins(result: MatchResult, winner: str, by: str) -> None:
    decision = decide(result, better_seed="A")
    assert (decision.winner, decision.by) == (winner, by)


def test_a_tie_is_a_draw_where_the_rules_say_so_unless_somebody_must_go_on() -> None:
    tied = match(30, 30, a_judgments=90, b_judgments=91)
    assert decide(tied, ties="draw", better_seed="A").by == "draw"
    assert decide(tied, ties="draw", better_seed="A", must_win=True).winner == "A"
    assert decide(match(30, 31), ties="draw", better_seed="A").winner == "B"


def test_without_seeds_nothing_is_won_by_one() -> None:
    assert decide(match(30, 30)).winner is None


def test_a_pair_has_one_result_whichever_is_named_first() -> None:
    results = collect_results([match(30, 20)])
    assert results.of("B", "A") is results.of("A", "B")
    assert results.of("B", "A").wins("A") == 30


def test_the_result_of_an_earlier_campaign_is_the_first_and_counts() -> None:
    results = collect_results([match(30, 20)], earlier=[MatchResult(a="B", b="A", a_wins=30, b_wins=20)])
    assert results.of("A", "B").wins("B") == 30
    assert results.superseded == results.earlier == {frozenset("AB")}


def test_two_results_of_a_pair_in_one_campaign_are_a_mistake() -> None:
    twice = [
        match(1, 2, place=Place("m.csv", 2)),
        MatchResult(a="B", b="A", a_wins=1, b_wins=2, place=Place("m.csv", 3)),
    ]
    with pytest.raises(
        InputError, match=r"m.csv, line 3: expected one result of A and B, found another \(m.csv, line 2\)"
    ):
        collect_results(twice)


def test_qualifiers_go_on_with_systems_of_earlier_campaigns() -> None:
    players = names(8)
    scores = dict(zip(players, range(80, 0, -10), strict=True))
    first = play_dskoc(players, collect_results(by_strength(players)), qualifiers=4)
    joined = joined_players(first, 4, scores=scores, joining={"Q1": 75.0, "Q2": 5.0})
    assert joined == ("P1", "Q1", "P2", "P3", "P4", "Q2")
    unknown = play_dskoc(players, collect_results([]), qualifiers=4)
    assert joined_players(unknown, 4, scores=scores, joining={"Q1": 75.0}) is None
    with pytest.raises(InputError, match="expected systems that are not in the first tournament, found P1"):
        joined_players(first, 4, scores=scores, joining={"P1": 1.0})


def test_marks_hold_up_to_their_limits() -> None:
    assert [mark(p) for p in (0.01, 0.0101, 0.05, 0.0501, 0.1, 0.1001, None)] == ["★", "‡", "‡", "†", "†", "", ""]


@pytest.mark.parametrize(
    ("fields", "sentence"),
    [
        ({"a_wins": 1}, "expected what A and B won, found no figure for one of them."),
        ({"a_wins": 60, "b_wins": 50, "segments": 100}, "together at most 100 segments, found 60 and 50."),
        ({"a_wins": 60, "b_wins": 50, "percent": True}, "together at most 100 percent, found 60 and 50."),
        ({"a_wins": -1, "b_wins": 5}, "expected wins of 0 or more, found -1 and 5."),
        ({"a_wins": 2, "b_wins": 5, "winner": "A"}, "expected B as the winner, with 5 to 2, found A."),
        ({"a_wins": 2, "b_wins": 5, "winner": "C"}, "expected A or B as the winner, found C."),
    ],
)
def test_results_that_cannot_be(fields: dict[str, Any], sentence: str) -> None:
    with pytest.raises(InputError) as error:
        match(**fields)
    assert sentence in str(error.value)


def test_a_system_does_not_meet_itself() -> None:
    with pytest.raises(InputError, match="expected two systems, found A against itself"):
        MatchResult(a="A", b="A", a_wins=1, b_wins=2)
