"""Head-to-head tables and the scores made of them."""

from typing import Any

import numpy as np
import numpy.typing as npt
import pytest
from scipy.optimize import minimize

from bakeoff.errors import InputError
from bakeoff.human_eval.analyses.preferences.bradley_terry import Ties, bradley_terry
from bakeoff.human_eval.analyses.preferences.win_scores import (
    PREFERENCE_SCORES,
    DrawnUnit,
    HeadToHead,
    better,
    better_or_equal,
    bootstrap_preferences,
    expected_wins,
    head_to_head,
    strengths,
    wins,
)
from bakeoff.human_eval.protocols.observations import BETTER
from tests.human_eval.judgments import drawn_rankings, pairwise, preferences_of, ranking

TABLE = HeadToHead(
    ("a", "b", "c"),
    np.array([[0, 6, 3], [2, 0, 4], [1, 1, 0]]),
    np.array([[0, 2, 0], [2, 0, 5], [0, 5, 0]]),
)


def test_wins_and_ties_are_counted_whichever_stood_first() -> None:
    table = head_to_head(
        preferences_of(
            ranking("x", "1", {"a": 1, "b": 2, "c": 2}),
            ranking("y", "1", {"b": 1, "a": 2}),
            ranking("y", "2", {"a": 1, "b": 1}, control="gold"),
        )
    )
    assert table.systems == ("a", "b", "c")
    assert table.wins.tolist() == [[0, 1, 1], [1, 0, 0], [0, 0, 0]]
    assert table.ties.tolist() == [[0, 0, 0], [0, 0, 1], [0, 1, 0]]
    assert table.judgments.tolist() == [[0, 2, 1], [2, 0, 1], [1, 1, 0]]


def test_counts_are_those_of_the_naive_twin() -> None:
    preferences = preferences_of(*drawn_rankings(np.random.default_rng(1)))
    table = head_to_head(preferences)
    for i in range(len(table.systems)):
        for j in range(len(table.systems)):
            won = sum(
                (a == i and b == j and o == BETTER) or (a == j and b == i and o == -BETTER)
                for a, b, o in zip(preferences.first, preferences.second, preferences.outcome, strict=True)
            )
            assert table.wins[i, j] == won


def test_scores_are_those_of_their_definitions() -> None:
    np.testing.assert_allclose(better(TABLE), [9 / 14, 6 / 20, 2 / 14])
    np.testing.assert_allclose(better_or_equal(TABLE), [11 / 14, 13 / 20, 7 / 14])
    np.testing.assert_allclose(better(TABLE, over="systems"), [(0.6 + 0.75) / 2, (0.2 + 0.4) / 2, (0.25 + 0.1) / 2])
    np.testing.assert_allclose(wins(TABLE), [9 / 12, 6 / 13, 2 / 9])
    np.testing.assert_allclose(expected_wins(TABLE), [(6 / 8 + 3 / 4) / 2, (2 / 8 + 4 / 5) / 2, (1 / 4 + 1 / 5) / 2])


def test_pairs_that_never_met_do_not_count() -> None:
    table = HeadToHead(("a", "b", "c"), np.array([[0, 3, 0], [1, 0, 2], [0, 2, 0]]), np.zeros((3, 3), dtype=np.int64))
    np.testing.assert_allclose(expected_wins(table), [3 / 4, (1 / 4 + 1 / 2) / 2, 1 / 2])
    np.testing.assert_allclose(better(table, over="systems"), [3 / 4, (1 / 4 + 1 / 2) / 2, 1 / 2])


def test_a_system_without_decisions_is_an_error() -> None:
    table = head_to_head(preferences_of(pairwise("x", "1", "ab", "tie")))
    for score in (wins, expected_wins):
        with pytest.raises(InputError, match="a win or a loss of every system, found none of a"):
            score(table)


@pytest.mark.parametrize("name", PREFERENCE_SCORES)
def test_every_score_ranks_clear_differences_rightly_and_does_not_depend_on_the_order_of_systems(name: Any) -> None:
    preferences = preferences_of(*drawn_rankings(np.random.default_rng(4), screens=400))
    table = head_to_head(preferences)
    found = dict(zip(table.systems, PREFERENCE_SCORES[name](table), strict=True))
    assert sorted(found, key=found.__getitem__, reverse=True) == ["s0", "s1", "s2", "s3", "s4"]
    turned = HeadToHead(table.systems[::-1], table.wins[::-1, ::-1], table.ties[::-1, ::-1])
    np.testing.assert_allclose(PREFERENCE_SCORES[name](turned)[::-1], PREFERENCE_SCORES[name](table))


def log_likelihood(table: HeadToHead, s: npt.NDArray[np.float64], *, ties: str) -> np.float64:
    won = table.wins + (table.ties / 2 if ties == "half" else 0)
    return -(won * np.log1p(np.exp(s[None, :] - s[:, None]))).sum()


@pytest.mark.parametrize("ties", ["half", "left-out"])
def test_strengths_are_the_most_probable_ones(ties: Ties) -> None:
    found = bradley_terry(TABLE, ties=ties)
    assert found.strengths.mean() == pytest.approx(0)
    best = log_likelihood(TABLE, found.strengths, ties=ties)
    rng = np.random.default_rng(1)
    assert all(log_likelihood(TABLE, found.strengths + rng.normal(0, 0.01, 3), ties=ties) < best for _ in range(50))
    np.testing.assert_allclose(found.chances + found.chances.T, 1)


def test_strengths_are_recovered_from_many_comparisons() -> None:
    true = np.array([0.8, 0.3, -0.2, -0.9])
    rng = np.random.default_rng(7)
    chances = 1 / (1 + np.exp(true[None, :] - true[:, None]))
    won = np.triu(rng.binomial(20_000, chances), 1)
    won = won + np.tril(20_000 - won.T, -1)
    table = HeadToHead(("a", "b", "c", "d"), won, np.zeros((4, 4), dtype=np.int64))
    np.testing.assert_allclose(strengths(table), true, atol=0.03)


def test_strengths_are_found_however_often_everybody_met() -> None:
    rng = np.random.default_rng(1)
    for size in range(3, 33):
        true = rng.normal(0, 1, size)
        chances = 1 / (1 + np.exp(true[None, :] - true[:, None]))
        won = np.where(np.eye(size, dtype=bool), 0, np.round(chances * 10**10)).astype(np.int64)
        table = HeadToHead(tuple(f"s{i}" for i in range(size)), won, np.zeros((size, size), dtype=np.int64))
        np.testing.assert_allclose(strengths(table), true - true.mean(), atol=1e-7)


def test_strengths_do_not_exist_for_a_system_that_always_wins_unless_there_is_a_prior() -> None:
    table = HeadToHead(("a", "b"), np.array([[0, 9], [0, 0]]), np.zeros((2, 2), dtype=np.int64))
    with pytest.raises(InputError, match=r"no chain of wins from b to a\. Give a prior"):
        bradley_terry(table)
    weak, strong = bradley_terry(table, prior=2).strengths[0], bradley_terry(table, prior=0.1).strengths[0]
    assert 0 < weak < strong < np.inf
    with pytest.raises(InputError, match="a prior of 0 or more"):
        bradley_terry(table, prior=-1)


@pytest.mark.parametrize("prior", [0.01, 1, 20])
def test_strengths_with_a_prior_against_scipy(prior: float) -> None:
    """The most probable ones by `scipy.optimize.minimize`, the average opponent having the strength 0."""
    table = HeadToHead(
        tuple("abcd"),
        np.array([[0, 90, 7, 5], [0, 0, 5, 1], [0, 0, 0, 2], [0, 1, 0, 0]]),
        np.zeros((4, 4), dtype=np.int64),
    )

    def unlikely(s: npt.NDArray[np.float64]) -> float:
        return prior * (np.log1p(np.exp(-s)) + np.log1p(np.exp(s))).sum() - log_likelihood(table, s, ties="half")

    best = minimize(unlikely, np.zeros(4), method="BFGS", options={"gtol": 1e-9}).x
    np.testing.assert_allclose(strengths(table, prior=prior), best - best.mean(), atol=1e-4)


@pytest.mark.parametrize("unit", ["segment", "judgment", "judge"])
def test_intervals_hold_the_score_and_are_the_same_for_the_same_seed_on_any_threads(unit: DrawnUnit) -> None:
    preferences = preferences_of(*drawn_rankings(np.random.default_rng(4), judges=8))
    found = bootstrap_preferences(preferences, wins, unit=unit, samples=300, rng=np.random.default_rng(1))
    again = bootstrap_preferences(preferences, wins, unit=unit, samples=300, rng=np.random.default_rng(1), threads=2)
    table = head_to_head(preferences)
    for result, other, score in zip(found, again, wins(table), strict=True):
        assert result.value == score
        assert result.interval == other.interval
        assert result.interval.low < score < result.interval.high


def test_intervals_of_shares_have_the_width_that_the_binomial_has() -> None:
    rng = np.random.default_rng(8)
    rows = [pairwise("x", str(n), "ab", rng.choice(["first", "second"], p=[0.7, 0.3])) for n in range(1000)]
    found = bootstrap_preferences(preferences_of(*rows), wins, samples=2000, rng=np.random.default_rng(1))[0]
    assert found.sd == pytest.approx(np.sqrt(found.value * (1 - found.value) / 1000), rel=0.1)


def test_one_segment_says_nothing_about_how_scores_vary() -> None:
    with pytest.raises(InputError, match="at least two segments to draw from, found 1"):
        bootstrap_preferences(preferences_of(pairwise("x", "1", "ab", "first")), wins, rng=np.random.default_rng(1))


def test_samples_without_a_score_are_left_out_and_none_at_all_is_an_error() -> None:
    rows = [pairwise("x", str(n), "ab", "first") for n in range(3)]
    few = preferences_of(*rows, pairwise("x", "9", "ab", "second"))
    found = bootstrap_preferences(few, strengths, samples=200, rng=np.random.default_rng(1))
    assert 0 < len(found[0].scores) < 200
    with pytest.raises(InputError, match="no chain of wins"):
        bootstrap_preferences(preferences_of(*rows), strengths, rng=np.random.default_rng(1))
