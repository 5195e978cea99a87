"""Double seeded knockout with consolation: structure, byes, places, plans."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from functools import partial
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bakeoff.data.matches import MatchResult
from bakeoff.errors import InputError
from bakeoff.tournaments import Plan, collect_results, dskoc_bracket, play_dskoc
from bakeoff.tournaments.bracket import Slot
from tests.depth import cases
from tests.tournaments.simulated import at_random, by_strength, names, replayed

SIZES = range(2, 33)


def rounds(plan: Plan) -> list[tuple[str, str, str]]:
    return [(match.round, match.a, match.b) for match in plan.matches]


def test_eight_players_meet_as_the_paper_says() -> None:
    players = names(8)
    plan = play_dskoc(players, collect_results(by_strength(players)))
    assert rounds(plan) == [
        ("upper 1", "P1", "P8"), ("upper 1", "P5", "P4"), ("upper 1", "P3", "P6"), ("upper 1", "P7", "P2"),
        ("upper 2", "P1", "P4"), ("upper 2", "P3", "P2"),
        ("lower 1", "P8", "P5"), ("lower 1", "P6", "P7"),
        ("places 7-8", "P8", "P7"),
        # Each meets the loser of the other half.
        ("lower 2", "P5", "P3"), ("lower 2", "P6", "P4"),
        ("places 5-6", "P5", "P6"),
        ("lower 3", "P3", "P4"),
        ("upper final", "P1", "P2"),
        ("lower final", "P3", "P2"),
        ("final", "P1", "P2"),
    ]  # fmt: skip
    assert plan.ranking == players


@pytest.mark.parametrize("size", SIZES)
def test_where_seeds_tell_the_truth_the_ranking_is_theirs(size: int) -> None:
    players = names(size)
    plan = play_dskoc(players, collect_results(by_strength(players)))
    # Consolation parts who leaves a stage together; beyond eight some meet too early to be ordered by the seeds alone.
    assert plan.ranking[:4] == players[:4]
    if size <= 8:
        assert plan.ranking == players


@pytest.mark.parametrize(("size", "matches"), [(2, 2), (4, 6), (8, 16), (16, 40), (32, 96)])
def test_number_of_matches_of_complete_brackets(size: int, matches: int) -> None:
    """Upper size − 1, lower size − 2, the final, and m/2 · log2 m for each group of m who leave the lower side."""
    unconditional = [node for node in dskoc_bracket(size).nodes if node.after_upset is None]
    groups, players = 0, size // 4
    while players > 1:
        groups += 2 * (players // 2) * (players.bit_length() - 1)
        players //= 2
    assert len(unconditional) == matches == (size - 1) + (size - 2) + 1 + groups


@pytest.mark.parametrize("size", SIZES)
def test_byes_never_play_and_every_place_has_one_slot(size: int) -> None:
    bracket = dskoc_bracket(size)
    seeds = [slot for node in bracket.nodes for slot in (node.first, node.second) if slot.side == "seed"]
    assert sorted(slot.number for slot in seeds) == list(range(1, size + 1))
    assert len(bracket.places) == len(set(bracket.places)) == size
    # Who wins or loses a match goes on to one match or gets one place.
    regular = [node for node in bracket.nodes if node.after_upset is None]
    taken = Counter(slot for node in regular for slot in (node.first, node.second))
    taken.update(bracket.places)
    ends = [Slot(side, node.number) for node in regular for side in ("winner", "loser")]
    assert all(taken[slot] == 1 for slot in [*ends, *seeds])


@pytest.mark.parametrize("size", [5, 6, 7, 9, 13, 31])
def test_the_best_seeds_have_the_byes(size: int) -> None:
    first = [node for node in dskoc_bracket(size).nodes if node.round == "upper 1"]
    playing = {slot.number for node in first for slot in (node.first, node.second)}
    byes = 2 ** (size - 1).bit_length() - size
    assert set(range(1, size + 1)) - playing == set(range(1, byes + 1))


@settings(max_examples=cases(150), deadline=None)
@given(size=st.integers(2, 32), seed=st.integers(0, 10_000), tied=st.sampled_from([0.0, 0.5]))
def test_every_player_is_placed_once_and_nobody_is_out_before_two_defeats(size: int, seed: int, tied: float) -> None:
    players = names(size)
    plan = play_dskoc(players, collect_results(at_random(players, seed, tied=tied)))
    assert sorted(plan.ranking) == sorted(players)
    assert plan.is_complete
    assert all(low == high for low, high in plan.ranges.values())
    sides = [match for match in plan.played if not match.round.startswith("places")]
    lost = Counter(match.loser for match in sides)
    champion = plan.ranking[0]
    assert all(lost[player] == 2 for player in plan.ranking[2:])
    assert lost[champion] <= 1
    assert plan.different_matches == len({frozenset((match.a, match.b)) for match in plan.played})


@settings(max_examples=cases(30), deadline=None)
@given(size=st.integers(2, 32), seed=st.integers(0, 10_000), order=st.integers(0, 100))
def test_judging_what_the_plan_asks_for_ends_in_the_same_ranking(size: int, seed: int, order: int) -> None:
    players, results = names(size), at_random(names(size), seed)
    whole = play_dskoc(players, collect_results(results))
    plan, judged = replayed(partial(play_dskoc, players), results, order)
    assert plan == whole
    assert len(judged) == whole.different_matches


@settings(max_examples=cases(60), deadline=None)
@given(size=st.integers(2, 16), seed=st.integers(0, 10_000), share=st.floats(0, 1))
def test_places_that_are_still_possible_hold_the_one_that_comes(size: int, seed: int, share: float) -> None:
    players, results = names(size), at_random(names(size), seed)
    final = play_dskoc(players, collect_results(results))
    so_far = play_dskoc(players, collect_results(results[: round(share * len(results))]))
    for place, player in enumerate(final.ranking, start=1):
        low, high = so_far.ranges[player]
        assert low <= place <= high
    assert all(known in (None, player) for known, player in zip(so_far.ranking, final.ranking, strict=True))


@pytest.mark.parametrize(("size", "first"), [(8, 3), (16, 4), (32, 5)])
@pytest.mark.parametrize("seed", range(20))
def test_nobody_meets_again_on_the_lower_side_before_a_late_round(size: int, first: int, seed: int) -> None:
    players = names(size)
    plan = play_dskoc(players, collect_results(at_random(players, seed)))
    early = {f"lower {number}" for number in range(1, first)} | {
        match.round for match in plan.played if "upper" in match.round
    }
    assert not [match for match in plan.played if match.round in early and match.reused]


UPSET = {"P6": {"P1", "P2", "P4", "P5"}, "P5": {"P3"}}
"""P6 loses to P3 alone, and P5 keeps P3 from meeting P6 again; otherwise the better seed wins."""


def test_the_final_is_played_twice_where_the_player_from_the_lower_side_wins() -> None:
    players = names(8)
    results = [
        result
        if result.a not in UPSET.get(result.b, ())
        else replace(result, a_wins=result.b_wins, b_wins=result.a_wins)
        for result in by_strength(players)
    ]
    plan = play_dskoc(players, collect_results(results))
    assert [(m.round, m.a, m.b, m.winner, m.reused) for m in plan.played][-3:] == [
        ("lower final", "P6", "P2", "P6", False),
        ("final", "P1", "P6", "P6", False),
        ("second final", "P6", "P1", "P6", True),
    ]
    assert (len(plan.played), plan.ranking[:3]) == (17, ("P6", "P1", "P2"))


def test_the_plan_of_a_tournament_that_starts() -> None:
    plan = play_dskoc(names(5), collect_results([]))
    assert plan.next_pairs() == (("P5", "P4"), ("P3", "P2"))
    assert plan.ranking == (None,) * 5
    assert (plan.different_matches, plan.top(3)) == (0, None)
    # Who has a bye in the first round cannot be last.
    assert plan.ranges == {"P1": (1, 4), "P2": (1, 5), "P3": (1, 5), "P4": (1, 5), "P5": (1, 5)}


@pytest.mark.parametrize("qualifiers", range(1, 8))
def test_matches_that_only_order_the_qualifiers_are_not_played(qualifiers: int) -> None:
    players = names(8)
    results = collect_results(by_strength(players))
    plan, whole = play_dskoc(players, results, qualifiers=qualifiers), play_dskoc(players, results)
    assert plan.is_complete
    assert plan.top(qualifiers) == players[:qualifiers]
    assert plan.ranking[qualifiers:] == whole.ranking[qualifiers:]
    assert len(plan.played) == {1: 16, 2: 15, 3: 13, 4: 12, 5: 12, 6: 7, 7: 7}[qualifiers]


def test_two_players_meet_once() -> None:
    plan = play_dskoc(("A", "B"), collect_results([MatchResult(a="B", b="A", a_wins=3, b_wins=2)]))
    assert (plan.ranking, plan.different_matches, len(plan.played)) == (("B", "A"), 1, 2)


@pytest.mark.parametrize(
    ("players", "options", "sentence"),
    [
        (("A",), {}, "expected 2 to 32 players, found 1."),
        (names(33), {}, "expected 2 to 32 players, found 33."),
        (("A", "B", "A"), {}, "expected each player once, found A twice."),
        (("A", "B"), {"qualifiers": 2}, "expected 1 to 1 qualifiers, found 2."),
    ],
)
def test_mistakes(players: tuple[str, ...], options: dict[str, Any], sentence: str) -> None:
    with pytest.raises(InputError) as error:
        play_dskoc(players, collect_results([]), **options)
    assert str(error.value) == sentence
