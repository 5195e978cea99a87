"""Results of matches from votes: majority, ties, single judgments, significance."""

from __future__ import annotations

import random
from collections import Counter, defaultdict
from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bakeoff.errors import InputError
from bakeoff.statistics import sign_test_of_counts
from bakeoff.tournaments import match_p_value, results_from_votes
from tests.depth import cases

SYSTEMS = ("A", "B", "C")
vote = st.tuples(st.integers(0, 5), st.sampled_from([(0, 1), (1, 0), (0, 2), (2, 1)]), st.integers(-1, 1))


def columns(votes: Sequence[tuple[int, tuple[int, int], int]]) -> dict[str, Any]:
    return {
        "item": [item for item, _, _ in votes],
        "first": [pair[0] for _, pair, _ in votes],
        "second": [pair[1] for _, pair, _ in votes],
        "outcome": [outcome for _, _, outcome in votes],
    }


def naive(
    votes: Sequence[tuple[int, tuple[int, int], int]],
) -> dict[tuple[int, ...], tuple[Any, ...]]:
    """Segments and single judgments won, pair by pair and segment by segment."""
    labels = defaultdict(list)
    for item, (first, second), outcome in votes:
        winner = None if outcome == 0 else first if outcome == 1 else second
        labels[frozenset((first, second)), item].append(winner)
    won: Counter[Any] = Counter()
    single: Counter[Any] = Counter()
    segments: Counter[Any] = Counter()
    for (pair, _), given_labels in labels.items():
        segments[pair] += 1
        for system in pair:
            single[pair, system] += given_labels.count(system)
            won[pair, system] += given_labels.count(system) * 2 > len(given_labels)
    return {
        tuple(sorted(pair)): (segments[pair], *((won[pair, s], single[pair, s]) for s in sorted(pair)))
        for pair in segments
    }


@settings(max_examples=cases(200), deadline=None)
@given(votes=st.lists(vote, min_size=1, max_size=40))
def test_results_as_counted_by_hand(votes: list[tuple[int, tuple[int, int], int]]) -> None:
    found = results_from_votes(SYSTEMS, **columns(votes), trials=50)
    as_numbers = {
        (SYSTEMS.index(r.a), SYSTEMS.index(r.b)): (r.segments, (r.a_wins, r.a_judgments), (r.b_wins, r.b_judgments))
        for r in found
    }
    assert as_numbers == naive(votes)


def test_the_order_of_votes_does_not_matter() -> None:
    drawn = random.Random(3)
    votes = [
        (item, drawn.choice([(0, 1), (1, 0), (2, 0)]), drawn.randint(-1, 1)) for item in range(60) for _ in range(3)
    ]
    before = results_from_votes(SYSTEMS, **columns(votes))
    drawn.shuffle(votes)
    assert results_from_votes(SYSTEMS, **columns(votes)) == before


def test_one_of_each_label_is_no_majority() -> None:
    (result,) = results_from_votes("AB", item=[0, 0, 0], first=[0, 0, 0], second=[1, 1, 1], outcome=[1, 0, -1])
    assert (result.a_wins, result.b_wins, result.segments) == (0, 0, 1)
    assert (result.a_judgments, result.b_judgments, result.p) == (1, 1, 1.0)


def test_half_of_the_votes_is_no_majority() -> None:
    (result,) = results_from_votes("AB", item=[0, 0], first=[0, 0], second=[1, 1], outcome=[1, 0])
    assert (result.a_wins, result.b_wins) == (0, 0)


@pytest.mark.parametrize(("a", "b"), [(167, 95), (149, 167), (81, 109), (12, 3), (1, 0), (5, 5)])
def test_p_values_approach_the_exact_sign_test(a: int, b: int) -> None:
    exact = sign_test_of_counts(a, b).p
    assert match_p_value(a, b) == pytest.approx(exact, abs=4 * np.sqrt(exact * (1 - exact) / 10_000) + 2e-4)
    assert match_p_value(a, b) == match_p_value(b, a)


def test_nobody_votes() -> None:
    assert results_from_votes("AB", item=[], first=[], second=[], outcome=[]) == ()


def test_votes_on_one_system_are_refused() -> None:
    with pytest.raises(InputError, match="expected two systems in each vote, found B twice"):
        results_from_votes("AB", item=[0], first=[1], second=[1], outcome=[0])
    with pytest.raises(InputError, match="expected as many items"):
        results_from_votes("AB", item=[0], first=[1], second=[1, 0], outcome=[0])
