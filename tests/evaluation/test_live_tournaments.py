"""Planned tournaments: which results count, and how many matches are left at most."""

from __future__ import annotations

import pytest

from bakeoff.data.matches import MatchResult
from bakeoff.evaluation.live_tournaments import play_planned, settle
from bakeoff.human_eval.designs.planned_tournaments import EarlierMatch, PlannedTournament
from bakeoff.rulebook.schema.human import Tournament
from tests.tournaments.simulated import at_random, names

RULES = Tournament(kind="dskoc")
FOUR = PlannedTournament(language_pair="en-fr", test_set="news", order=("A", "B", "C", "D"))


def won(winner: str, loser: str) -> dict[frozenset[str], MatchResult]:
    result = MatchResult(a=winner, b=loser, a_wins=3, b_wins=1, segments=4, p=0.5)
    return {result.pair: result}


def test_a_decided_match_changes_as_long_as_started_matches_are_still_played() -> None:
    decided = {**won("A", "D"), **won("B", "C")}
    turned = won("D", "A")
    assert settle(RULES, FOUR, decided=decided, counted=turned, started=decided.keys()) == {**decided, **turned}
    started = {*decided, frozenset("AB")}
    assert settle(RULES, FOUR, decided=decided, counted=turned, started=started) == decided


def test_a_match_that_is_judged_again_is_open_unless_something_was_started_after_it() -> None:
    decided = {**won("A", "D"), **won("B", "C")}
    pair = frozenset("AD")
    assert settle(RULES, FOUR, decided=decided, counted={pair: None}, started=[]) == won("B", "C")
    assert settle(RULES, FOUR, decided=decided, counted={pair: None}, started=[frozenset("CD")]) == decided


@pytest.mark.parametrize("players", range(2, 17))
def test_as_many_matches_are_expected_at_most_as_are_played(players: int) -> None:
    planned = PlannedTournament(language_pair="", test_set="", order=names(players))
    known = {result.pair: result for result in at_random(planned.order, players)}
    results: list[MatchResult] = []
    live = play_planned(RULES, planned, results)
    most = live.most_matches
    while live.next_pairs:
        results += [known[pair] for pair in live.next_pairs]
        live = play_planned(RULES, planned, results)
        assert len(results) <= live.most_matches <= most
        most = live.most_matches
    assert live.is_complete
    assert live.most_matches == len(results) == len(live.pairs)


def test_taken_over_results_are_not_judged_and_say_where_they_are_from() -> None:
    earlier = EarlierMatch(result=next(iter(won("D", "A").values())), origin="last year")
    planned = PlannedTournament(language_pair="", test_set="", order=FOUR.order, earlier=(earlier,))
    live = play_planned(RULES, planned, ())
    assert live.next_pairs == {frozenset("BC")}
    assert (planned.origin_of("A", "D"), planned.origin_of("B", "C")) == ("last year", "")
