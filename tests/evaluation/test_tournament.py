"""Tournaments from files and from judgments."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest

from bakeoff.data.judgments import CONTROLS
from bakeoff.data.matches import MatchResult
from bakeoff.errors import BakeoffError
from bakeoff.evaluation import TournamentRules, match_results, run_tournament
from bakeoff.formats import ScoreFile, ScoreRow
from bakeoff.human_eval.protocols.observations import Preferences
from bakeoff.tournaments.plan import Kind


def seeds(**scores: Any) -> ScoreFile:
    return ScoreFile("seeds.csv", tuple(ScoreRow(system, score) for system, score in scores.items()))


def won(a: str, b: str, x: int = 60, y: int = 30, **fields: Any) -> MatchResult:
    return MatchResult(a=a, b=b, a_wins=x, b_wins=y, **fields)


ROUND = [won("A", "B"), won("B", "C"), won("A", "C")]


def test_a_round_robin_without_seeds_takes_the_systems_of_its_matches() -> None:
    result = run_tournament(TournamentRules("round-robin"), ROUND)
    assert (result.plan.ranking, result.plan.seeded) == (("A", "B", "C"), False)


def test_matches_with_segments_get_a_p_value_and_keep_their_own() -> None:
    counted = [won("A", "B", segments=100), won("B", "C", segments=100, p=0.7), won("A", "C")]
    plan = run_tournament(TournamentRules("round-robin"), counted, seed=3, trials=999).plan
    by_pair = {match.result.pair: match.result.p for match in plan.played}
    assert by_pair[frozenset("AB")] <= 0.01
    assert (by_pair[frozenset("BC")], by_pair[frozenset("AC")]) == (0.7, None)


def test_what_is_said_about_results() -> None:
    rules, given = TournamentRules("dskoc"), seeds(A=4, B=3, C=2, D=1)
    result = run_tournament(rules, [won("A", "B"), won("A", "D")], seeds=given, earlier=[won("D", "A")])
    assert result.remarks == (
        "A and D: judged before, so the earlier result counts.",
        "Not needed so far: A – B.",
    )
    assert result.plan.played[0].winner == "D"


def test_the_lowest_score_can_be_the_best_seed() -> None:
    result = run_tournament(TournamentRules("dskoc"), [], seeds=seeds(A=4, B=3), best="lowest")
    assert result.plan.players == ("B", "A")


def test_the_second_tournament_waits_for_the_qualifiers() -> None:
    rules = TournamentRules("dskoc", qualifiers=1)
    start = run_tournament(rules, [], seeds=seeds(A=4, B=3), joined_by=seeds(C=5))
    assert start.second is None
    result = run_tournament(rules, [won("B", "A"), won("B", "C")], seeds=seeds(A=4, B=3), joined_by=seeds(C=5))
    assert (result.second.players, result.second.ranking, result.remarks) == (("C", "B"), ("B", "C"), ())


@pytest.mark.parametrize(
    ("kind", "options", "sentence"),
    [
        ("dskoc", {}, "a dskoc tournament needs seeds"),
        ("swiss", {}, "a swiss tournament needs seeds"),
        ("dskoc", {"seeds": seeds(A=1, B=2)}, r"expected systems that take part \(A, B\), found C"),
        ("dskoc", {"seeds": seeds(A=1, B=2, C=3), "joined_by": seeds(D=1)}, "say how many qualify"),
        (
            "dskoc",
            {"seeds": ScoreFile("s.tsv", (ScoreRow("A", 1.0, segment="1"),))},
            "s.tsv: expected one score of each system, found scores of segments",
        ),
    ],
)
def test_mistakes(kind: Kind, options: dict[str, Any], sentence: str) -> None:
    with pytest.raises(BakeoffError, match=sentence):
        run_tournament(TournamentRules(kind), ROUND, **options)


def test_rules_that_do_not_fit_their_kind() -> None:
    with pytest.raises(BakeoffError, match="qualifiers end a dskoc tournament, not swiss"):
        TournamentRules("swiss", qualifiers=2)
    with pytest.raises(BakeoffError, match="only swiss tournaments have a chosen number of rounds"):
        TournamentRules("dskoc", rounds=2)


def preferences(rows: Sequence[tuple[int, int, int, int, int, str]]) -> Preferences:
    """Rows of judge, item, first, second, outcome, control."""
    judge, item, first, second, outcome, control = (np.array(column) for column in zip(*rows, strict=True))
    return Preferences(
        systems=("A", "B"),
        judges=tuple(f"j{number}" for number in range(judge.max() + 1)),
        items=tuple(("", "", "", str(number)) for number in range(item.max() + 1)),
        judge=judge.astype(np.int32),
        item=item.astype(np.int32),
        judgment=np.arange(len(item), dtype=np.int32),
        control=np.array([CONTROLS.index(each) for each in control], np.int8),
        seconds=np.full(len(item), np.nan),
        first=first.astype(np.int32),
        second=second.astype(np.int32),
        outcome=outcome.astype(np.int8),
    )


def test_judgments_become_matches_without_gold_and_attention_items() -> None:
    votes = [(0, 0, 0, 1, 1, ""), (1, 0, 1, 0, -1, ""), (2, 0, 0, 1, -1, ""), (0, 1, 0, 1, -1, "repeat")]
    (result,) = match_results(preferences([*votes, (0, 2, 0, 1, -1, "gold"), (0, 3, 1, 0, 1, "attention")]))
    assert (result.a_wins, result.b_wins, result.segments) == (1, 1, 2)
    assert (result.a_judgments, result.b_judgments) == (2, 2)


def test_repeats_break_no_tie() -> None:
    """Of each judge the first answer counts, for majorities and for the single judgments that break ties."""
    votes = [(0, 0, 0, 1, 1, ""), (1, 1, 0, 1, -1, ""), (1, 1, 1, 0, 1, "repeat")]
    (result,) = match_results(preferences(votes))
    assert (result.a_wins, result.b_wins, result.a_judgments, result.b_judgments) == (1, 1, 1, 1)


def test_two_hundred_thousand_votes_are_counted_quickly() -> None:
    from time import perf_counter

    rng = np.random.default_rng(1)
    count, systems = 200_000, tuple(f"S{number}" for number in range(16))
    first = rng.integers(0, 16, count)
    second = (first + rng.integers(1, 16, count)) % 16
    many = Preferences(
        systems=systems,
        judges=tuple(f"j{number}" for number in range(count)),
        items=tuple(("", "", "", str(number)) for number in range(1000)),
        judge=np.arange(count, dtype=np.int32),
        item=rng.integers(0, 1000, count).astype(np.int32),
        judgment=np.arange(count, dtype=np.int32),
        control=np.zeros(count, np.int8),
        seconds=np.full(count, np.nan),
        first=first.astype(np.int32),
        second=second.astype(np.int32),
        outcome=rng.integers(-1, 2, count).astype(np.int8),
    )
    start = perf_counter()
    results = match_results(many)
    elapsed_seconds = perf_counter() - start
    assert (len(results), sum(r.a_judgments + r.b_judgments for r in results)) == (120, int((many.outcome != 0).sum()))
    assert elapsed_seconds < 10
