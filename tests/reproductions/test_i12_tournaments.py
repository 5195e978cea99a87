"""I12, appendix B: the four DSKOC tournaments and the round robin, from the printed percentages."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from bakeoff.data.matches import MatchResult
from bakeoff.statistics import sign_test_of_counts
from bakeoff.tournaments import (
    by_score,
    collect_results,
    joined_players,
    mark,
    match_p_value,
    play_dskoc,
    play_round_robin,
)
from tests.reproductions.appendix_b_of_i12 import B1, B2, B4, B31, B32, SEGMENTS, Printed


@pytest.mark.parametrize(("printed", "matches", "different"), [(B1, 16, 15), (B2, 16, 14)], ids=["B.1", "B.2"])
def test_rankings_and_numbers_of_matches(printed: Printed, matches: int, different: int) -> None:
    plan = play_dskoc(by_score(printed.seeds), collect_results(printed.results()))
    assert plan.ranking == printed.ranking
    assert (len(plan.played), plan.different_matches, plan.next_pairs()) == (matches, different, ())
    # Every match that is printed was needed, and no other.
    assert {frozenset((m.a, m.b)) for m in plan.played} == {frozenset((a, b)) for a, b, *_ in printed.matches}


def test_tied_matches_go_to_the_side_with_more_single_judgments() -> None:
    for printed, winner in ((B1, "UEDIN12"), (B2, "TUBITAK12")):
        plan = play_dskoc(by_score(printed.seeds), collect_results(printed.results()))
        tied = [match for match in plan.played if match.decided_by == "judgments"]
        assert {match.winner for match in tied} == {winner}


def test_the_first_english_french_tournament_stops_when_four_are_known() -> None:
    plan = play_dskoc(by_score(B31.seeds), collect_results(B31.results()), qualifiers=4)
    assert plan.ranking == B31.ranking
    assert (len(plan.played), plan.different_matches, plan.is_complete) == (12, 11, True)
    assert set(plan.top(4)) == {"KIT12", "LIG12", "RWTH12", "UEDIN12"}
    # The match without a figure decides places 7 and 8.
    assert [match.round for match in plan.played if match.decided_by == "given"] == ["places 7-8"]
    whole = play_dskoc(by_score(B31.seeds), collect_results(B31.results()))
    assert whole.next_pairs() == (("RWTH12", "LIG12"), ("UEDIN12", "KIT12"))


def test_the_second_english_french_tournament_takes_a_match_over() -> None:
    first = play_dskoc(by_score(B31.seeds), collect_results(B31.results()), qualifiers=4)
    of_2011 = {system: score for system, score in B32.seeds.items() if system.endswith("11")}
    players = joined_players(first, 4, scores=B31.seeds, joining=of_2011)
    assert players == by_score(B32.seeds)
    plan = play_dskoc(players, collect_results(B32.results(), earlier=B31.results()))
    assert plan.ranking == B32.ranking
    assert (len(plan.played), plan.different_matches) == (16, 12)
    assert {frozenset((m.a, m.b)) for m in plan.played if m.earlier} == {frozenset(("KIT12", "LIG12"))}


def test_two_english_french_tournaments_have_one_match_more_than_table_10_says() -> None:
    # Table 10 has 21 different matches of 12 systems; appendices B.3.1 and B.3.2 print 22, none of them twice.
    pairs = {frozenset((a, b)) for printed in (B31, B32) for a, b, *_ in printed.matches}
    assert len(pairs) == len(B31.matches) + len(B32.matches) == 22


def test_the_round_robin_of_b4() -> None:
    players = sorted({system for a, b, *_ in B4.matches for system in (a, b)})
    plan = play_round_robin(players, collect_results(B4.results()))
    assert plan.ranking == B4.ranking
    found = [plan.standings[system] for system in B4.ranking]
    assert [standing.points for standing in found] == [3, 2, 1, 0]
    assert [round(standing.better, 4) for standing in found] == [0.3808, 0.3025, 0.2150, 0.0850]
    assert [round(standing.not_worse, 4) for standing in found] == [0.8642, 0.8242, 0.7242, 0.6042]


def test_marks_of_significance_as_printed() -> None:
    """55 of 56 marks follow from the percentages; 2011's figures want other numbers of segments than 400.

    RWTH11 and RWTH12 (B.2) are 81 to 109 segments, of which the sign test makes p = .04985, a hair below .05; the paper
    marks it † (p ≤ .10): 10,000 random trials fall on either side.
    """
    found = []
    for printed in (B1, B2, B31, B32, B4):
        for a, b, a_wins, b_wins, printed_mark in printed.matches:
            if a_wins is None:
                continue
            segments = printed.of_2011.get(frozenset((a, b)), SEGMENTS)
            won = [round(wins * segments / 100) for wins in (a_wins, b_wins)]
            assert [round(100 * count / segments, 2) for count in won] == [a_wins, b_wins]
            found.append((mark(match_p_value(*won)) == printed_mark, a, b))
    differing = [pair for is_same, *pair in found if not is_same]
    assert (len(found), differing) == (56, [["RWTH11", "RWTH12"]])
    assert sign_test_of_counts(81, 109).p == pytest.approx(0.04985, abs=5e-6)


def test_tournaments_replay_match_by_match_whatever_order_results_arrive_in() -> None:
    """Judging what the plan asks for, and nothing else, ends in the printed ranking."""
    known = collect_results(B1.results())
    shuffled = random.Random(1)
    judged: list[MatchResult] = []
    while pairs := (plan := play_dskoc(by_score(B1.seeds), collect_results(judged))).next_pairs():
        a, b = shuffled.choice(pairs)
        judged.append(replace(known.of(a, b)))
    assert plan.ranking == B1.ranking
    assert len(judged) == 15
