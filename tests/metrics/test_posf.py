from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import chain, permutations
from math import prod
from typing import Literal

import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bakeoff.errors import ExpressionError
from bakeoff.metrics.posf import PosF
from bakeoff.text import Workspace
from tests.metrics.random_texts import columns, corpora, rows_of

ORDERS = range(1, 5)


def naive_counts(hypothesis: str, reference: str, orders: range = ORDERS) -> tuple[list[int], list[int], list[int]]:
    """Matches, n-grams of the hypothesis and of the reference, each by order."""

    def count(text: str, n: int) -> Counter[tuple[str, ...]]:
        words = text.split()
        return Counter(tuple(words[i : i + n]) for i in range(len(words) - n + 1))

    pairs = [(count(hypothesis, n), count(reference, n)) for n in orders]
    return (
        [(one & other).total() for one, other in pairs],
        [one.total() for one, _ in pairs],
        [other.total() for _, other in pairs],
    )


def naive_score(
    matches: Sequence[int] | npt.NDArray[np.float64],
    hypothesis: Sequence[int] | npt.NDArray[np.float64],
    reference: Sequence[int] | npt.NDArray[np.float64],
    *,
    mean: str,
) -> float | np.float64:
    by_order = []
    for m, h, r in zip(matches, hypothesis, reference, strict=True):
        if h or r:
            precision, recall = m / h if h else 0.0, m / r if r else 0.0
            by_order.append(2 * precision * recall / (precision + recall) if m else 0.0)
    if not by_order:
        return 0.0
    if mean == "geometric":
        return 100 * prod(by_order) ** (1 / len(by_order))
    return 100 * sum(by_order) / len(by_order)


@given(corpora, st.integers(1, 6), st.sampled_from(["arithmetic", "geometric"]))
def test_posf_equals_its_naive_twin_on_random_text(
    corpus: list[tuple[str, ...]], order: int, mean: Literal["arithmetic", "geometric"]
) -> None:
    metric = PosF(tags="only", order=order, mean=mean)
    hypothesis, references = columns(corpus)
    rows = rows_of(metric, hypothesis, references)
    for row, h, *texts in zip(rows, hypothesis, *references, strict=True):
        offered = [naive_counts(h, text, range(1, order + 1)) for text in texts]
        best = max(naive_score(*counts, mean="arithmetic") for counts in offered)
        chosen = [counts for counts in offered if list(chain(*counts)) == row.tolist()]
        assert chosen
        assert naive_score(*chosen[0], mean="arithmetic") == pytest.approx(best, rel=1e-12)
    for row in [*rows, rows.sum(axis=0)]:
        expected = naive_score(*np.split(row, 3), mean=mean)
        assert float(metric.score(row)) == pytest.approx(expected, rel=1e-12)


@given(corpora)
def test_the_order_of_references_makes_no_difference(corpus: list[tuple[str, ...]]) -> None:
    metric = PosF(tags="only")
    hypothesis, references = columns(corpus)
    first, *others = (rows_of(metric, hypothesis, list(order)) for order in permutations(references))
    assert all((rows == first).all() for rows in others)


@given(corpora)
def test_arithmetic_mean_is_never_below_the_geometric_one(corpus: list[tuple[str, ...]]) -> None:
    arithmetic, geometric = PosF(tags="only"), PosF(tags="only", mean="geometric")
    rows = rows_of(arithmetic, *columns(corpus))
    assert (rows == rows_of(geometric, *columns(corpus))).all()
    assert (arithmetic.score(rows) >= geometric.score(rows) - 1e-9).all()


def test_an_example_by_hand() -> None:
    """Hypothesis DT JJ NN VBZ RB, reference DT NN VBZ RB JJ: by order 5, 2, 1 and 0 of 5, 4, 3 and 2 n-grams match."""
    hypothesis = ["the|DT old|JJ house|NN stands|VBZ there|RB"]
    reference = ["The|DT house|NN is|VBZ very|RB old|JJ"]
    rows = rows_of(PosF(), hypothesis, [reference])
    assert rows.tolist() == [[5, 2, 1, 0, 5, 4, 3, 2, 5, 4, 3, 2]]
    assert float(PosF().score(rows[0])) == pytest.approx(100 * (1 + 1 / 2 + 1 / 3 + 0) / 4)
    assert float(PosF(mean="geometric").score(rows[0])) == 0.0
    geometric = PosF(mean="geometric", order=3)
    score = geometric.score(rows_of(geometric, hypothesis, [reference])[0])
    assert float(score) == pytest.approx(100 * (1 * 1 / 2 * 1 / 3) ** (1 / 3))


def test_precision_and_recall_weigh_the_same() -> None:
    short, long = ["DT NN VBZ"], ["DT NN VBZ RB DT NN"]
    metric = PosF(tags="only")
    assert metric.score(rows_of(metric, short, [long])) == metric.score(rows_of(metric, long, [short]))
    # Order 1: 2 × 3 / 9, order 2: 2 × 2 / 7, order 3: 2 × 1 / 5, order 4: 0 / 3.
    expected = 100 * (6 / 9 + 4 / 7 + 2 / 5 + 0) / 4
    assert float(metric.score(rows_of(metric, short, [long])[0])) == pytest.approx(expected)


def test_orders_that_neither_side_has_are_left_out() -> None:
    for mean in ("arithmetic", "geometric"):
        metric = PosF(tags="only", mean=mean)
        rows = rows_of(metric, ["DT NN", "DT NN", "", ""], [["DT NN", "DT NN VBZ", "DT", ""]])
        two = (4 / 5 + 2 / 3 + 0) / 3 if mean == "arithmetic" else 0
        assert metric.score(rows).tolist() == pytest.approx([100, 100 * two, 0, 0])


def test_each_segment_takes_its_best_reference_and_of_equals_the_shortest() -> None:
    metric = PosF(tags="only", order=1)
    # A half of the hypothesis in four words, or three quarters of it in eight: F is 1/2 both times.
    short, long = ["A B C D"], ["A B A X Y Z U V"]
    for references in ([short, long], [long, short]):
        assert rows_of(metric, ["A B A B"], references).tolist() == [[2, 4, 4]]
    assert rows_of(metric, ["A B A B"], [short, ["A B A"]]).tolist() == [[3, 4, 3]]


def test_tags_are_compared_with_case_and_words_not_at_all() -> None:
    metric = PosF(order=1)
    rows = rows_of(metric, ["a|NN b|nn"], [["x|NN y|NN"]])
    assert rows.tolist() == [[1, 2, 2]]


def test_columns_name_every_statistic() -> None:
    assert PosF(order=2).columns == (
        *("matches_1", "matches_2", "hypothesis_ngrams_1", "hypothesis_ngrams_2"),
        *("reference_ngrams_1", "reference_ngrams_2"),
    )


@pytest.mark.parametrize("order", [0, -1, 1001])
def test_an_order_that_makes_no_sense_is_refused(order: int) -> None:
    with pytest.raises(ExpressionError, match=f"posf: expected an order from 1 to 1000, found {order}"):
        PosF(order=order)


def test_a_segment_of_five_hundred_tags_of_which_there_are_few() -> None:
    rng = np.random.default_rng(5)
    hypothesis, reference = (" ".join(rng.choice(["DT", "NN", "VB"], 500)) for _ in range(2))
    metric = PosF(tags="only")
    expected = list(chain(*naive_counts(hypothesis, reference)))
    assert rows_of(metric, [hypothesis], [[reference]]).tolist() == [expected]


def test_the_hypothesis_is_tagged_once_for_all_metrics() -> None:
    text = Workspace().text(["a|DT"])
    assert text.tags(PosF().tag_source()) is text.tags(PosF(mean="geometric").tag_source())
