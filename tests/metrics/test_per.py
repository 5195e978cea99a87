from __future__ import annotations

import warnings
from collections import Counter
from random import Random
from typing import Literal

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bakeoff.metrics.per import Per
from bakeoff.metrics.wer import Wer
from bakeoff.text import Workspace

segments = st.lists(st.sampled_from(["the", "cat", "sat", "The", ".", "naïve", "猫"]), max_size=90).map(" ".join)


def statistics(metric: Per | Wer, hypothesis: list[str], *references: list[str]) -> np.ndarray:
    space = Workspace(tokenizer="plain")
    return metric.statistics(space.text(hypothesis), metric.prepare([space.text(text) for text in references]))


def score(metric: Per, hypothesis: list[str], *references: list[str]) -> float:
    return float(metric.score(statistics(metric, hypothesis, *references).sum(axis=0)))


@st.composite
def texts(draw: st.DrawFn) -> list[list[str]]:
    """A hypothesis and one to four references of the same number of segments."""
    size = draw(st.integers(1, 4))
    count = 1 + draw(st.integers(1, 4))
    return [draw(st.lists(segments, min_size=size, max_size=size)) for _ in range(count)]


def naive_row(hypothesis: str, references: list[str]) -> list[float]:
    words = hypothesis.split()
    candidates = [reference.split() for reference in references]

    def matches(reference: list[str]) -> int:
        return (Counter(words) & Counter(reference)).total()

    chosen = min(candidates, key=lambda reference: max(len(words), len(reference)) - matches(reference))
    mean = sum(map(len, candidates)) / len(candidates)
    return [matches(chosen), len(words), len(chosen), max(0, len(words) - len(chosen)), mean]


@given(texts())
def test_statistics_equal_those_of_counters(given_texts: list[list[str]]) -> None:
    hypothesis, *references = given_texts
    expected = [naive_row(hypothesis[i], [text[i] for text in references]) for i in range(len(hypothesis))]
    assert statistics(Per(length="mean"), hypothesis, *references).tolist() == expected
    assert statistics(Per(), hypothesis, *references).tolist() == [row[:4] for row in expected]


@given(texts(), st.randoms(use_true_random=False))
def test_order_of_words_does_not_matter(given_texts: list[list[str]], rng: Random) -> None:
    hypothesis, *references = given_texts
    shuffled = [" ".join(rng.sample(words, len(words))) for words in map(str.split, hypothesis)]
    assert statistics(Per(), shuffled, *references).tolist() == statistics(Per(), hypothesis, *references).tolist()


@given(texts())
def test_a_segment_never_has_more_errors_than_by_wer(given_texts: list[list[str]]) -> None:
    hypothesis, reference, *_ = given_texts
    matches, _, words, surplus = statistics(Per(), hypothesis, reference).T
    assert (words - matches + surplus <= statistics(Wer(), hypothesis, reference)[:, :3].sum(axis=1)).all()


@given(texts())
def test_surplus_of_the_corpus_is_never_more_than_that_of_its_segments(given_texts: list[list[str]]) -> None:
    assert score(Per(surplus="corpus"), *given_texts) <= score(Per(), *given_texts)


def test_long_segments_make_up_for_short_ones_only_in_the_corpus() -> None:
    hypothesis, reference = ["a b x", "c"], ["a b", "c d"]
    assert score(Per(), hypothesis, reference) == 50
    assert score(Per(surplus="corpus"), hypothesis, reference) == 25


def test_first_of_equally_near_references_is_chosen() -> None:
    assert statistics(Per(), ["a b"], ["b"], ["c b a"]).tolist() == [[1, 2, 1, 1]]
    assert statistics(Per(), ["a b"], ["c b a"], ["b"]).tolist() == [[2, 2, 3, 0]]


def test_only_the_first_references_are_used_when_asked() -> None:
    assert score(Per(), ["a b"], ["x a"], ["b a"]) == 0
    assert score(Per(references=1), ["a b"], ["x a"], ["b a"]) == 50


@pytest.mark.parametrize("surplus", ["segment", "corpus"])
def test_mean_length_divides_by_all_references(surplus: Literal["segment", "corpus"]) -> None:
    found = score(Per(length="mean", surplus=surplus), ["b a x"], ["a b"], ["a b c d e"])
    assert found == pytest.approx(100 / 3.5, rel=1e-12)


@pytest.mark.parametrize("surplus", ["segment", "corpus"])
@pytest.mark.parametrize(
    ("hypothesis", "reference", "expected"),
    [
        ("", "", 0.0),
        ("", "a b", 100.0),
        ("a", "", 100.0),
        ("a b c", "", 100.0),
        ("a b c", "a", 200.0),
        ("b a", "a b", 0.0),
        ("a a", "a b", 50.0),
    ],
)
def test_edges(hypothesis: str, reference: str, expected: float, surplus: Literal["segment", "corpus"]) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert score(Per(surplus=surplus), [hypothesis], [reference]) == expected


@pytest.mark.parametrize("metric", [Per(), Per(surplus="corpus"), Per(length="mean")])
def test_scores_keep_leading_axes(metric: Per) -> None:
    rows = statistics(metric, ["b a", "", "d c"], ["a x", "", "c d"])
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert metric.score(np.stack([rows, rows[::-1]])).tolist() == [[50, 0, 0], [0, 0, 50]]
        assert metric.segment_scores(rows).tolist() == [50, 0, 0]


@pytest.mark.parametrize("metric", [Per(), Per(surplus="corpus"), Per(length="mean")])
def test_columns_name_the_statistics(metric: Per) -> None:
    assert statistics(metric, ["b a"], ["a x"]).shape == (1, len(metric.columns))
    assert metric.columns[:4] == ("matches", "hypothesis_words", "reference_words", "surplus_words")


def test_signature_names_surplus_and_length() -> None:
    expected = "per|version:1|surplus:corpus|length:chosen|references:1|specification:raw"
    assert Per(surplus="corpus").signature(references=1, specification="raw") == expected
