"""Shares won against the other systems."""

from collections.abc import Callable
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from bakeoff.errors import InputError
from bakeoff.statistics import share_better, share_not_worse

pytestmark = pytest.mark.filterwarnings("error")

WINS = [[0, 0.5, 0.4], [0.25, 0, 0.3], [0.1, 0.3, 0]]


def test_mean_over_the_other_systems() -> None:
    assert share_better(WINS) == pytest.approx([0.45, 0.275, 0.2])
    assert share_not_worse(WINS) == pytest.approx([1 - 0.35 / 2, 1 - 0.8 / 2, 1 - 0.7 / 2])


def test_judgments_weigh_the_pairs() -> None:
    """100 judgments of the first pair, 300 of the others: 50 + 120 of 400 were won by the first system."""
    judgments = [[0, 100, 300], [100, 0, 300], [300, 300, 0]]
    assert share_better(WINS, judgments=judgments) == pytest.approx([170 / 400, 115 / 400, 120 / 600])
    assert share_not_worse(WINS, judgments=judgments) == pytest.approx([1 - 55 / 400, 1 - 140 / 400, 1 - 210 / 600])


def test_diagonal_and_pairs_without_judgments_do_not_count() -> None:
    nan = float("nan")
    wins = [[nan, 0.5, nan], [0.25, nan, 0.3], [nan, 0.3, nan]]
    judgments = [[9, 10, 0], [10, 9, 30], [0, 30, 9]]
    assert share_better(wins, judgments=judgments) == pytest.approx([0.5, (2.5 + 9) / 40, 0.3])
    assert share_not_worse(wins, judgments=judgments) == pytest.approx([0.75, 1 - (5 + 9) / 40, 0.7])


outcomes = st.integers(2, 6).flatmap(lambda k: arrays(float, (k, k), elements=st.integers(0, 50).map(float)))


@given(outcomes)
def test_shares_are_bounded_and_ordered(counts: npt.NDArray[np.float64]) -> None:
    wins = counts / 100
    better, not_worse = share_better(wins), share_not_worse(wins)
    assert (better >= 0).all()
    assert (not_worse <= 1).all()
    assert (better <= not_worse + 1e-12).all()
    # What all win together, all others lose.
    assert better.sum() == pytest.approx((1 - not_worse).sum())


def test_weights_that_are_equal_change_nothing() -> None:
    assert share_better(WINS, judgments=np.full((3, 3), 7)) == pytest.approx(share_better(WINS))


def test_shares_rounded_in_print_are_taken() -> None:
    assert share_better([[0, 0.51], [0.50, 0]]).tolist() == [0.51, 0.50]


@pytest.mark.parametrize("function", [share_better, share_not_worse])
@pytest.mark.parametrize(
    ("wins", "judgments", "message"),
    [
        ([[0, 47.75], [6.25, 0]], None, r"shares from 0 to 1.*found 47.75 and 6.25 for 0 and 1.*Divide percentages"),
        ([[0, 0.7], [0.4, 0]], None, "sum to at most 1"),
        ([[0, -0.1], [0.4, 0]], None, "shares from 0 to 1"),
        ([[0, float("nan")], [0.4, 0]], None, "shares from 0 to 1"),
        ([[0, 0.1, 0.2], [0.4, 0, 0.1]], None, "as many rows as columns in wins, at least 2, found 2 × 3"),
        ([[0]], None, "at least 2"),
        ([["a", "b"], ["c", "d"]], None, "a table of numbers as wins"),
        ([[0, 0.5], [0.5, 0]], [[0, 3], [4, 0]], "the same for i, j and j, i"),
        ([[0, 0.5], [0.5, 0]], [[0, -3], [-3, 0]], "judgments of 0 or more"),
        ([[0, 0.5], [0.5, 0]], [[0, 0], [0, 0]], "judgments of every system, found none of system 0"),
        ([[0, 0.5], [0.5, 0]], np.ones((3, 3)), "2 × 2 judgments, found 3 × 3"),
    ],
)
def test_bad_input_is_named(
    function: Callable[..., Any],
    wins: list[list[float | str]],
    judgments: list[list[int]] | npt.NDArray[np.float64] | None,
    message: str,
) -> None:
    with pytest.raises(InputError, match=message):
        function(wins, judgments=judgments)
