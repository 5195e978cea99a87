"""Kappas, Scott's pi, shares of agreement: against statsmodels, textbook examples, edge cases."""

from collections.abc import Callable
from random import Random
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from statsmodels.stats import inter_rater

from bakeoff.errors import InputError
from bakeoff.statistics import (
    Agreement,
    bootstrap_agreement,
    cohen_kappa,
    fixed_chance_kappa,
    fleiss_kappa,
    fleiss_kappa_of_counts,
    inconsistency,
    kappa,
    kappa_of_shares,
    krippendorff_alpha,
    landis_koch,
    observed_agreement,
    pairwise_agreement,
    scott_pi,
)
from bakeoff.statistics.agreement.kappas import KappaWeights

pytestmark = pytest.mark.filterwarnings("error")

# 10 items, 14 judges, 5 categories: the example by which the Wikipedia article on Fleiss' kappa explains it
FOURTEEN_JUDGES = [
    [0, 0, 0, 0, 14],
    [0, 2, 6, 4, 2],
    [0, 0, 3, 5, 6],
    [0, 3, 9, 2, 0],
    [2, 2, 8, 1, 1],
    [7, 7, 0, 0, 0],
    [3, 2, 6, 3, 0],
    [2, 5, 3, 2, 2],
    [6, 5, 2, 1, 0],
    [0, 2, 2, 3, 7],
]


def test_textbook_example_of_fleiss_kappa() -> None:
    result = fleiss_kappa_of_counts(FOURTEEN_JUDGES)
    assert (round(result.observed, 3), round(result.expected, 3), round(result.value, 3)) == (0.378, 0.213, 0.210)
    assert result.n == 10


def test_textbook_example_of_cohen_kappa() -> None:
    """50 grant proposals: 20 twice yes, 15 twice no, 5 yes and no, 10 no and yes."""
    first = ["yes"] * 25 + ["no"] * 25
    second = ["yes"] * 20 + ["no"] * 5 + ["yes"] * 10 + ["no"] * 15
    result = cohen_kappa(first, second)
    assert result == Agreement(pytest.approx(0.4), pytest.approx(0.7), pytest.approx(0.5), 50)  # type: ignore[arg-type]


def test_textbook_example_of_scott_pi() -> None:
    """The same proposals: 55 of 100 answers are yes, so that chance is .55² + .45²."""
    first = ["yes"] * 25 + ["no"] * 25
    second = ["yes"] * 20 + ["no"] * 5 + ["yes"] * 10 + ["no"] * 15
    result = scott_pi(first, second)
    assert (result.expected, result.value) == pytest.approx((0.505, (0.7 - 0.505) / 0.495))


@pytest.mark.parametrize("weights", [None, "linear", "quadratic"])
def test_cohen_kappa_against_statsmodels(weights: KappaWeights | None) -> None:
    rng = np.random.default_rng(1)
    for _ in range(50):
        first = rng.integers(0, 5, 60)
        second = np.clip(first + rng.integers(-2, 3, 60), 0, 4)
        table = np.zeros((5, 5))
        np.add.at(table, (first, second), 1)
        theirs = inter_rater.cohens_kappa(table, wt=weights, return_results=False)
        assert cohen_kappa(
            first.tolist(), second.tolist(), weights=weights, categories=range(5)
        ).value == pytest.approx(theirs)


def test_fleiss_kappa_against_statsmodels() -> None:
    rng = np.random.default_rng(2)
    for _ in range(50):
        answers = np.minimum(rng.integers(0, 4, (30, 1)), rng.integers(0, 4, (30, 5)))
        table, _ = inter_rater.aggregate_raters(answers)
        assert fleiss_kappa(answers).value == pytest.approx(inter_rater.fleiss_kappa(table))
        assert fleiss_kappa_of_counts(table) == fleiss_kappa(answers)


def test_weights_go_by_value_or_by_the_order_that_is_given() -> None:
    """Nobody answered 2: without `categories` 1 and 3 still lie two apart."""
    first, second = [0, 1, 3, 3, 0], [1, 1, 3, 3, 0]
    by_value = cohen_kappa(first, second, weights="linear").value
    assert cohen_kappa(first, second, weights="linear", categories=[0, 1, 2, 3]).value == pytest.approx(by_value)
    assert cohen_kappa(first, second, weights="linear", categories=[0, 1, 3]).value != pytest.approx(by_value)
    words = ["bad", "fair", "good", "fine"]
    named = cohen_kappa([words[x] for x in first], [words[x] for x in second], weights="linear", categories=words)
    assert named.value == pytest.approx(by_value)


def test_linear_weights_by_hand() -> None:
    """Grades 0–2: distances 0, 1, 2, 0 of at most 2 give credits of 1, 1/2, 0, 1."""
    result = cohen_kappa([0, 1, 0, 2], [0, 2, 2, 2], weights="linear")
    assert result.observed == pytest.approx(2.5 / 4)
    chance = (2 * (1 + 0 * 3) + 1 * (0.5 + 0.5 * 3) + 1 * (0 + 3)) / 16
    assert result.expected == pytest.approx(chance)


def test_weights_of_labels_need_their_order() -> None:
    with pytest.raises(InputError, match=r"finite numbers as answers for weights, found 'bad'. Give categories="):
        cohen_kappa(["bad", "good"], ["good", "bad"], weights="linear")


def test_pairs_of_answers() -> None:
    answers: list[list[str | None]] = [["A", "A", "B"], ["B", "B", None], ["A", None, None], [None, None, None]]
    assert pairwise_agreement(answers) == (1 + 1) / (3 + 1)
    assert observed_agreement(["A", "B", None], ["A", "A", "B"]) == 0.5


def test_kappa_of_answers_is_that_of_their_agreement() -> None:
    answers = [["<", "<", "="], [">", ">", ">"], ["=", "<", None], ["="]]
    result = kappa(answers, chance=1 / 3)
    assert result == Agreement(fixed_chance_kappa(4 / 7, chance=1 / 3), 4 / 7, 1 / 3, 3)


def test_fixed_chance_kappa_ends() -> None:
    assert fixed_chance_kappa(1, chance=1 / 3) == 1
    assert fixed_chance_kappa(0.5, chance=0.5) == 0
    assert fixed_chance_kappa(0, chance=0.5) == -1


def test_kappas_of_shares_are_those_of_each_pair_of_shares() -> None:
    found = kappa_of_shares([1.0, 0.5, 0.0, 0.9, np.nan], [1 / 3, 0.5, 0.5, 1.0, 0.5])
    assert found[:3].tolist() == [fixed_chance_kappa(1, chance=1 / 3), 0.0, -1.0]
    assert np.isnan(found[3:]).all()
    assert np.isnan(kappa_of_shares(0.9, 1 - 1e-15))  # a sum of shares that misses 1 by rounding


def test_answers_all_the_same_leave_nothing_to_see() -> None:
    same = ["yes"] * 7
    for result in (
        cohen_kappa(same, same),
        cohen_kappa([3] * 4, [3] * 4, weights="quadratic"),
        scott_pi(same, same),
        fleiss_kappa([["yes"] * 3] * 5),
        fleiss_kappa_of_counts([[0, 3], [0, 3]]),
        krippendorff_alpha([["yes"] * 3] * 5),
        krippendorff_alpha([[2, 2], [2, 2]], measure="interval"),
    ):
        assert (result.value, result.observed, result.expected) == (None, 1, 1)
    assert kappa([["yes"] * 3] * 5, chance=0.5).value == 1


def test_two_judges_of_one_answer_each_agree_never() -> None:
    result = cohen_kappa(["yes", "yes"], ["no", "no"])
    assert (result.value, result.observed, result.expected) == (0, 0, 0)


labels = st.sampled_from(["A", "B", "tie"])
tables = st.lists(st.lists(labels | st.none(), min_size=2, max_size=5), min_size=1, max_size=20).filter(
    lambda rows: any(sum(x is not None for x in row) > 1 for row in rows)
)


@given(tables, st.randoms())
def test_order_of_items_and_of_answers_and_names_do_not_matter(rows: list[list[str | None]], random: Random) -> None:
    shuffled = [random.sample(row, len(row)) for row in random.sample(rows, len(rows))]
    renamed = [[{"A": 5, "B": 7, "tie": -1}.get(label) for label in row] for row in rows]
    spare = [*rows, [None, "A"], []]
    for statistic in (fleiss_kappa, krippendorff_alpha, lambda answers: kappa(answers, chance=1 / 3)):
        expected = statistic(rows)
        for other in (shuffled, renamed, spare):
            found = statistic(other)
            assert (found.value is None) == (expected.value is None)
            assert found.observed == pytest.approx(expected.observed)
            assert found.value is None or found.value == pytest.approx(expected.value)
            assert found.value is None or found.value <= 1
            assert found.n == expected.n


@given(st.lists(st.tuples(st.integers(0, 3), st.integers(0, 3)), min_size=1, max_size=30))
def test_two_judges_are_a_case_of_many(pairs: list[tuple[int, int]]) -> None:
    first, second = zip(*pairs, strict=True)
    assert scott_pi(first, second) == fleiss_kappa(pairs)
    assert cohen_kappa(first, second).observed == pytest.approx(observed_agreement(first, second))
    swapped = cohen_kappa(second, first, weights="linear")
    assert cohen_kappa(first, second, weights="linear").expected == pytest.approx(swapped.expected)
    if cohen_kappa(first, second).value is not None:
        assert -1 <= cohen_kappa(first, second).value <= 1


@pytest.mark.parametrize(
    ("value", "word"),
    [
        (-1, "poor"),
        (-0.001, "poor"),
        (0, "slight"),
        (0.2, "slight"),
        (0.21, "fair"),
        (0.4, "fair"),
        (0.41, "moderate"),
        (fixed_chance_kappa(0.8, chance=0.5), "moderate"),  # .6 and a rounding error
        (0.61, "substantial"),
        (0.8, "substantial"),
        (0.81, "almost perfect"),
        (1, "almost perfect"),
    ],
)
def test_words_of_landis_and_koch(value: float, word: str) -> None:
    assert landis_koch(value) == word


def test_inconsistency_of_a_judge() -> None:
    assert inconsistency([4, 0, 2], [4, 3, 1]) == pytest.approx(4 / 3)
    assert inconsistency([1], [1]) == 0


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: pairwise_agreement([]), "an item with two answers or more, found none among 0 items"),
        (lambda: pairwise_agreement([["A"], ["B", None]]), "an item with two answers or more, found none among 2"),
        (lambda: pairwise_agreement(["AB", "AA"]), "for each item a row of answers, found 'AB' as item 0"),
        (lambda: pairwise_agreement([1, 2, 3]), "Two judges' answers become rows with zip"),  # type: ignore[list-item]
        (lambda: pairwise_agreement(np.zeros((2, 2, 2))), "answers of items × judges, found an array of 3 dimensions"),
        (lambda: pairwise_agreement([[["A"], ["A"]]]), "labels such as numbers and texts"),
        (lambda: cohen_kappa(["A"], ["A", "B"]), "as many answers of both judges, found 1 and 2"),
        (lambda: cohen_kappa(["A"], ["C"], categories=["A", "B"]), "answers among 'A', 'B', found 'C'"),
        (lambda: cohen_kappa([1], [2], weights="cubic"), "weights to be one of linear, quadratic"),  # type: ignore[arg-type]
        (lambda: observed_agreement([None], ["A"]), "an item with two answers"),
        (lambda: fleiss_kappa_of_counts([[1.5, 2]]), "whole numbers of answers in counts, found 1.5"),
        (lambda: fleiss_kappa_of_counts([[-1, 2]]), "whole numbers of answers in counts, found -1"),
        (lambda: fleiss_kappa_of_counts([1, 2]), "counts of 2 dimensions"),
        (lambda: fixed_chance_kappa(57.8, chance=1 / 3), "an agreement from 0 to 1, found 57.8"),
        (lambda: fixed_chance_kappa(0.5, chance=1), "a chance of at least 0 and below 1, found 1"),
        (lambda: fixed_chance_kappa(float("nan"), chance=0.5), "an agreement from 0 to 1, found nan"),
        (lambda: landis_koch(1.01), "a coefficient of agreement of at most 1"),
        (lambda: landis_koch(float("nan")), "a coefficient of agreement of at most 1"),
        (lambda: inconsistency([], []), "at least 1 values"),
        (lambda: inconsistency([1, 2], [1]), "as many values in both gradings"),
    ],
)
def test_bad_input_is_named(call: Callable[..., Any], message: str) -> None:
    with pytest.raises(InputError, match=message):
        call()


def test_bootstrap_interval_of_agreement() -> None:
    rng = np.random.default_rng(3)
    truth = rng.integers(0, 3, 200)
    answers = [[int(t) if rng.random() < 0.8 else int(rng.integers(0, 3)) for _ in range(3)] for t in truth]
    plain = fleiss_kappa(answers)
    result = bootstrap_agreement(answers, fleiss_kappa, samples=300, rng=np.random.default_rng(1))
    assert (result.value, result.n) == (plain.value, plain.n)
    assert result.interval.low < plain.value < result.interval.high
    # The jackknife's standard error of the same statistic, doubled on both sides.
    left_out = np.array([fleiss_kappa(answers[:i] + answers[i + 1 :]).value for i in range(200)])
    error = np.sqrt(199 / 200 * ((left_out - left_out.mean()) ** 2).sum())
    assert result.interval.high - result.interval.low == pytest.approx(2 * 1.96 * error, rel=0.15)
    assert result == bootstrap_agreement(answers, fleiss_kappa, samples=300, rng=np.random.default_rng(1))


def test_bootstrap_of_two_judges() -> None:
    rows = [("yes", "yes"), ("no", "no"), ("yes", "no"), ("no", None)] * 20
    result = bootstrap_agreement(
        rows, lambda drawn: cohen_kappa(*zip(*drawn, strict=True)), samples=100, rng=np.random.default_rng(1)
    )
    assert result.n == 60
    assert result.interval.low < result.value < result.interval.high


def test_bootstrap_without_a_defined_sample_has_no_interval() -> None:
    result = bootstrap_agreement([["A", "A"]] * 3, fleiss_kappa, samples=10, rng=np.random.default_rng(1))
    assert (result.value, result.interval) == (None, None)


def test_bootstrap_leaves_out_samples_without_pairs() -> None:
    result = bootstrap_agreement(
        [["A", "B"], ["B", "B"], ["A"]], fleiss_kappa, samples=50, rng=np.random.default_rng(1)
    )
    assert result.interval is not None


@pytest.mark.parametrize(
    ("option", "message"), [({"samples": 0}, "samples of 1 or more"), ({"level": 1}, "level between")]
)
def test_bootstrap_refuses_bad_options(option: dict[str, Any], message: str) -> None:
    with pytest.raises(InputError, match=message):
        bootstrap_agreement([["A", "B"]], fleiss_kappa, rng=np.random.default_rng(1), **option)


def test_bootstrap_of_nothing_is_refused() -> None:
    with pytest.raises(InputError, match="an item with two answers or more"):
        bootstrap_agreement([], fleiss_kappa, rng=np.random.default_rng(1))
