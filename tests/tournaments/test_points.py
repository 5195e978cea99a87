"""Round robin and Swiss tournaments: pairs, points, places."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bakeoff.data.matches import MatchResult
from bakeoff.errors import InputError
from bakeoff.tournaments import collect_results, play_round_robin, play_swiss
from tests.depth import cases
from tests.tournaments.simulated import at_random, by_strength, names, replayed


@settings(max_examples=cases(60), deadline=None)
@given(size=st.integers(2, 16), seed=st.integers(0, 1000), tied=st.sampled_from([0.0, 0.5]))
def test_everyone_meets_everyone_once_and_nobody_twice_in_a_round(size: int, seed: int, tied: float) -> None:
    players = names(size)
    plan = play_round_robin(players, collect_results(at_random(players, seed, tied=tied)))
    assert len({frozenset((m.a, m.b)) for m in plan.matches}) == len(plan.matches) == size * (size - 1) // 2
    for name in {match.round for match in plan.matches}:
        busy = [player for match in plan.matches if match.round == name for player in (match.a, match.b)]
        assert len(busy) == len(set(busy))
    assert sorted(plan.ranking) == sorted(players)
    points = [plan.standings[player].points for player in plan.ranking]
    assert points == sorted(points, reverse=True)
    assert sum(points) == len(plan.matches)


@settings(max_examples=cases(40), deadline=None)
@given(size=st.integers(2, 10), seed=st.integers(0, 1000), share=st.floats(0, 1))
@pytest.mark.parametrize("play", [play_round_robin, play_swiss])
def test_possible_places_hold_the_one_that_comes(play: Callable[..., Any], size: int, seed: int, share: float) -> None:
    players, results = names(size), at_random(names(size), seed)
    final = play(players, collect_results(results))
    so_far = play(players, collect_results(results[: round(share * len(results))]))
    for place, player in enumerate(final.ranking, start=1):
        low, high = so_far.ranges[player]
        assert low <= place <= high


def test_equal_points_are_ordered_by_the_share_of_segments_won() -> None:
    beats = [("A", "B", 60, 40), ("B", "C", 90, 10), ("C", "A", 55, 45)]
    results = [MatchResult(a=a, b=b, a_wins=x, b_wins=y, segments=100) for a, b, x, y in beats]
    plan = play_round_robin("ABC", collect_results(results))
    assert plan.ranking == ("B", "A", "C")
    assert plan.standings["B"].better == pytest.approx(0.65)
    # Without the number of segments the segments themselves are summed.
    plain = [MatchResult(a=a, b=b, a_wins=x, b_wins=y) for a, b, x, y in beats]
    plan = play_round_robin("ABC", collect_results(plain))
    assert (plan.ranking, plan.standings["B"].better) == (("B", "A", "C"), None)


def test_draws_give_half_a_point() -> None:
    tied = collect_results([MatchResult(a="A", b="B", a_wins=3, b_wins=3, a_judgments=9, b_judgments=8)])
    plan = play_round_robin("AB", tied, ties="draw")
    assert [plan.standings[player].points for player in "AB"] == [0.5, 0.5]
    assert plan.played[0].decided_by == "draw"
    assert play_round_robin("BA", tied).ranking == ("A", "B")


def test_a_match_without_seeds_may_stay_a_draw() -> None:
    tied = collect_results([MatchResult(a="A", b="B", a_wins=3, b_wins=3)])
    assert play_round_robin("AB", tied, seeded=False).played[0].winner is None
    assert play_round_robin("AB", tied).played[0].winner == "A"


@settings(max_examples=cases(30), deadline=None)
@given(size=st.integers(2, 32), seed=st.integers(0, 1000), order=st.integers(0, 100))
def test_swiss_pairs_meet_once_and_everyone_plays_every_round(size: int, seed: int, order: int) -> None:
    players, results = names(size), at_random(names(size), seed, tied=0.3)
    plan, judged = replayed(partial(play_swiss, players, ties="draw"), results, order)
    assert len({frozenset((m.a, m.b)) for m in plan.matches}) == len(plan.matches) == len(judged)
    rounds = len({match.round for match in plan.matches})
    assert len(plan.matches) == rounds * (size // 2)
    assert sorted(plan.ranking) == sorted(players)
    # Nobody sits out twice, and a bye counts as a win.
    assert all(rounds - standing.played <= size % 2 for standing in plan.standings.values())
    assert sum(standing.points for standing in plan.standings.values()) == rounds * ((size + 1) // 2)
    assert plan == play_swiss(players, collect_results(results), ties="draw")


@pytest.mark.parametrize("size", [2, 3, 4, 5, 8, 9, 32])
def test_swiss_with_the_most_rounds_has_a_pairing(size: int) -> None:
    for seed in range(5):
        players = names(size)
        plan = play_swiss(players, collect_results(at_random(players, seed)), rounds=max(1, size // 2))
        assert plan.is_complete


def test_first_round_of_a_swiss_tournament_is_upper_half_against_lower_half() -> None:
    plan = play_swiss(names(6), collect_results([]))
    assert plan.next_pairs() == (("P1", "P4"), ("P2", "P5"), ("P3", "P6"))


def test_who_has_no_opponent_is_named_round_by_round() -> None:
    plan = play_swiss(names(5), collect_results(by_strength(names(5))), rounds=2)
    assert [(bye.round, bye.player) for bye in plan.byes] == [("round 1", "P5"), ("round 2", "P4")]
    assert plan.standings["P5"].points >= 1
    assert play_swiss(names(6), collect_results([])).byes == ()


def test_winners_meet_winners() -> None:
    plan = play_swiss(names(8), collect_results(by_strength(names(8))))
    second = [(match.a, match.b) for match in plan.matches if match.round == "round 2"]
    assert second == [("P1", "P3"), ("P2", "P4"), ("P5", "P7"), ("P6", "P8")]
    assert plan.ranking[0] == "P1"


def test_too_many_rounds() -> None:
    with pytest.raises(InputError, match="expected 1 to 4 rounds for 8 players, found 5"):
        play_swiss(names(8), collect_results([]), rounds=5)
