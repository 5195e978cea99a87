from __future__ import annotations

import warnings
from functools import partial

import jiwer
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from rapidfuzz.distance import Levenshtein

from bakeoff.metrics.wer import Wer
from bakeoff.text import Workspace

segments = st.lists(st.sampled_from(["the", "cat", "sat", "The", ".", "naïve", "猫"]), max_size=90).map(" ".join)


def statistics(metric: Wer, hypothesis: list[str], *references: list[str], threads: int = 1) -> np.ndarray:
    space = Workspace(tokenizer="plain", threads=threads)
    return metric.statistics(space.text(hypothesis), metric.prepare([space.text(text) for text in references]))


def score(metric: Wer, hypothesis: list[str], *references: list[str]) -> float:
    return float(metric.score(statistics(metric, hypothesis, *references).sum(axis=0)))


@st.composite
def texts(draw: st.DrawFn, least_references: int = 1) -> list[list[str]]:
    """A hypothesis and up to four references of the same number of segments."""
    size = draw(st.integers(1, 4))
    count = 1 + draw(st.integers(least_references, 4))
    return [draw(st.lists(segments, min_size=size, max_size=size)) for _ in range(count)]


@given(st.lists(st.tuples(segments, segments.filter(bool)), min_size=1, max_size=4))
def test_counts_against_jiwer(pairs: list[tuple[str, str]]) -> None:
    hypothesis, reference = map(list, zip(*pairs, strict=True))
    expected = jiwer.process_words(reference, hypothesis)
    found = statistics(Wer(), hypothesis, reference).sum(axis=0)
    words = expected.hits + expected.substitutions + expected.deletions
    assert found.tolist() == [expected.substitutions, expected.deletions, expected.insertions, words]
    assert Wer().score(found) == pytest.approx(100 * expected.wer, rel=1e-12)


@given(texts(least_references=2))
def test_each_segment_counts_against_its_nearest_reference(given_texts: list[list[str]]) -> None:
    hypothesis, *references = given_texts
    expected = []
    for i, segment in enumerate(hypothesis):
        words = segment.split()
        candidates = [text[i].split() for text in references]
        nearest = min(candidates, key=partial(Levenshtein.distance, words))
        kinds = [step.tag for step in Levenshtein.editops(nearest, words)]
        expected.append([*map(kinds.count, ("replace", "delete", "insert")), len(nearest)])
    assert statistics(Wer(), hypothesis, *references).tolist() == expected


@given(texts())
def test_mean_length_changes_only_the_words(given_texts: list[list[str]]) -> None:
    hypothesis, *references = given_texts
    chosen = statistics(Wer(), hypothesis, *references)
    mean = statistics(Wer(length="mean"), hypothesis, *references)
    lengths = [[len(segment.split()) for segment in text] for text in references]
    assert mean[:, :3].tolist() == chosen[:, :3].tolist()
    assert mean[:, 3].tolist() == np.mean(lengths, axis=0).tolist()


@given(texts())
def test_another_reference_never_adds_errors(given_texts: list[list[str]]) -> None:
    hypothesis, *references = given_texts
    all_references = statistics(Wer(), hypothesis, *references)[:, :3].sum(axis=1)
    first = statistics(Wer(references=1), hypothesis, *references)[:, :3].sum(axis=1)
    assert (all_references <= first).all()


def test_first_of_equally_near_references_is_chosen() -> None:
    assert statistics(Wer(), ["a b"], ["a"], ["a b c"], ["a c"]).tolist() == [[0, 0, 1, 1]]
    assert statistics(Wer(), ["a b"], ["a b c"], ["a"]).tolist() == [[0, 1, 0, 3]]


def test_only_the_first_references_are_used_when_asked() -> None:
    assert score(Wer(), ["a b"], ["a x"], ["a b"]) == 0
    assert score(Wer(references=1), ["a b"], ["a x"], ["a b"]) == 50


def test_mean_length_divides_by_all_references() -> None:
    assert score(Wer(length="mean"), ["a b"], ["a x"], ["a b c d e"]) == pytest.approx(100 / 3.5, rel=1e-12)


@pytest.mark.parametrize(
    ("hypothesis", "reference", "expected"),
    [
        ("", "", 0.0),
        ("", "a b", 100.0),
        ("a", "", 100.0),
        ("a b c", "", 100.0),
        ("a b c", "a", 200.0),
        ("a b", "a b", 0.0),
    ],
)
def test_edges(hypothesis: str, reference: str, expected: float) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert score(Wer(), [hypothesis], [reference]) == expected


def test_scores_keep_leading_axes() -> None:
    rows = statistics(Wer(), ["a b", "", "c d"], ["a x", "", "c d"])
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert Wer().score(np.stack([rows, rows[::-1]])).tolist() == [[50, 0, 0], [0, 0, 50]]
        assert Wer().segment_scores(rows).tolist() == [50, 0, 0]


def test_columns_name_the_statistics() -> None:
    metric = Wer()
    assert metric.columns == ("substitutions", "deletions", "insertions", "reference_words")
    assert statistics(metric, ["x b d e f"], ["a b c d e"]).tolist() == [[1, 1, 1, 5]]


def test_signature_names_the_length() -> None:
    expected = "wer|version:1|length:mean|references:2|specification:case+punc"
    assert Wer(length="mean").signature(references=2, specification="case+punc") == expected


def test_statistics_do_not_depend_on_the_number_of_threads() -> None:
    hypothesis = [f"w{i % 7} w{i % 11} w{i % 5}" for i in range(300)]
    reference = [f"w{i % 5} w{i % 7} w{i % 11}" for i in range(300)]
    one = statistics(Wer(), hypothesis, reference, threads=1)
    assert one.tolist() == statistics(Wer(), hypothesis, reference, threads=4).tolist()
