from __future__ import annotations

import math
import random
from collections.abc import Sequence
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from bakeoff.native import Vocabulary, gtm_statistics, tokenize
from tests.depth import cases
from tests.native.naive_gtm import match_size

Words = Sequence[str]

# Very few different words: nearly every pair of places is a hit, and runs of one length and runs that cross abound.
tiny = st.integers(1, 3).flatmap(lambda size: st.lists(st.sampled_from("abc"[:size]), max_size=14))
exponents = st.sampled_from([1.0, 1.3, 2.0, 3.0, 10.0])


def statistics(
    hypotheses: Sequence[Words], *references: Sequence[Words], exponent: float, threads: int = 1
) -> np.ndarray:
    vocabulary = Vocabulary()
    texts = [tokenize([" ".join(words) for words in text], "plain", vocabulary) for text in (hypotheses, *references)]
    return gtm_statistics(texts[0], texts[1:], exponent=exponent, threads=threads)


def size(hypothesis: Words, *references: Words, exponent: float) -> float:
    return float(statistics([hypothesis], *([words] for words in references), exponent=exponent)[0, 0])


def approximately(expected: float) -> object:
    return pytest.approx(expected, rel=1e-12, abs=0)


@settings(max_examples=cases(500))
@given(tiny, st.lists(tiny, min_size=1, max_size=3), exponents)
@example([], [[]], 2.0)
@example(list("ab"), [[], list("ab"), []], 2.0)
@example(list("abab"), [list("aba"), list("ab")], 2.0)
def test_few_words_against_the_naive_twin(hypothesis: list[str], references: list[list[str]], exponent: float) -> None:
    expected = match_size(hypothesis, references, exponent)
    assert size(hypothesis, *references, exponent=exponent) == approximately(expected)


@st.composite
def disturbed(draw: st.DrawFn) -> tuple[list[str], list[list[str]]]:
    """References that are the hypothesis with its parts in another order and some of them left out."""
    hypothesis = draw(st.lists(st.sampled_from("abcdefgh"), min_size=1, max_size=24))
    references = []
    for _ in range(draw(st.integers(1, 3))):
        cuts = sorted(draw(st.lists(st.integers(0, len(hypothesis)), max_size=4)))
        parts = [hypothesis[a:b] for a, b in zip([0, *cuts], [*cuts, len(hypothesis)], strict=True)]
        kept = draw(st.lists(st.sampled_from(range(len(parts))), unique=True))
        references.append([word for part in kept for word in parts[part]])
    return hypothesis, references


@settings(max_examples=cases(300))
@given(disturbed(), exponents)
def test_reordered_text_against_the_naive_twin(texts: tuple[list[str], list[list[str]]], exponent: float) -> None:
    hypothesis, references = texts
    expected = match_size(hypothesis, references, exponent)
    assert size(hypothesis, *references, exponent=exponent) == approximately(expected)


@pytest.mark.parametrize(("length", "words"), [(60, 1), (60, 2), (80, 4), (120, 20)])
def test_long_segments_against_the_naive_twin(length: int, words: int) -> None:
    rng = random.Random(length * words)
    texts = [[f"w{rng.randrange(words)}" for _ in range(length + rng.randrange(9))] for _ in range(3)]
    for exponent in (1.0, 2.0):
        expected = match_size(texts[0], texts[1:], exponent)
        assert size(*texts, exponent=exponent) == approximately(expected)


@given(tiny, tiny)
def test_exponent_1_counts_the_words_that_both_have(hypothesis: list[str], reference: list[str]) -> None:
    shared = sum(min(hypothesis.count(word), reference.count(word)) for word in set(hypothesis))
    assert size(hypothesis, reference, exponent=1) == shared


@given(tiny, st.lists(tiny, min_size=1, max_size=3))
def test_a_higher_exponent_never_makes_the_match_larger_and_none_exceeds_the_words(
    hypothesis: list[str], references: list[list[str]]
) -> None:
    sizes = [size(hypothesis, *references, exponent=exponent) for exponent in (1, 1.5, 2, 4)]
    assert all(larger >= smaller * (1 - 1e-12) for larger, smaller in pairwise(sizes))
    assert sizes[0] <= min(len(hypothesis), sum(map(len, references)) / len(references))


@given(tiny, exponents)
def test_a_text_matches_itself_in_all_words(words: list[str], exponent: float) -> None:
    assert size(words, words, exponent=exponent) == len(words)


def test_of_equally_long_runs_the_later_one_in_the_hypothesis_comes_first() -> None:
    """`ab` before either `aa`: the second of these would take the a of `ab`."""
    assert size("aaab", "abaa", exponent=2) == approximately(math.sqrt(2**2 + 2**2))


def test_of_runs_at_one_place_of_the_hypothesis_the_later_one_in_the_reference_comes_first() -> None:
    """The last `aa` with the second one of the reference, which breaks `ab`; with the first one it would be whole."""
    assert size("abaa", "aaab", exponent=2) == approximately(math.sqrt(2**2 + 1 + 1))


def test_the_order_of_references_may_matter_as_in_the_tool() -> None:
    """Of equal runs the later one is taken, and what it breaks depends on the reference that comes last."""
    assert size("aaba", "baa", "abba", exponent=2) == approximately(math.sqrt(2**2 + 1.5**2))
    assert size("aaba", "abba", "baa", exponent=2) == approximately(math.sqrt(2**2 + 1 + 0.5**2))


def test_runs_do_not_cross_from_one_reference_into_the_next() -> None:
    assert size("abcd", "ab", "cdef", exponent=2) == approximately(math.sqrt(2**2 + 1))


@pytest.mark.parametrize(
    ("hypothesis", "references", "squares"),
    [
        ("aa", ("a", ""), 0.5**2),  # half a word is allowed
        ("abc", ("abc", "ab"), 2.5**2),  # the only run is cut
        ("abcxde", ("abcyde", "abc"), 3**2 + 1.5**2),  # the second run is cut
        ("abxc", ("abyc", "a"), 2**2 + 0.5**2),  # a single word is cut
        ("abxcyd", ("ab.c.d", "abcd."), 2**2 + 1 + 1),  # the budget is not used up
        ("", ("a", "b"), 0),
        ("a", ("", ""), 0),
    ],
)
def test_no_more_words_are_taken_than_the_references_have_on_average(
    hypothesis: str, references: tuple[str, str], squares: float
) -> None:
    assert size(hypothesis, *references, exponent=2) == approximately(math.sqrt(squares))
    assert match_size(hypothesis, references, 2) == approximately(math.sqrt(squares))


def test_columns_are_size_and_words_of_both_sides() -> None:
    assert statistics(["ab", "", "c"], ["a", "b", ""], ["abcd", "", "c"], exponent=1).tolist() == [
        [2, 2, 2.5],
        [0, 0, 0.5],
        [0.5, 1, 0.5],
    ]


def test_large_exponents_do_not_overflow() -> None:
    words = [f"w{i}" for i in range(400)]
    assert size(words, words, exponent=1000) == 400
    assert size(words, [*words[200:], *words[:200]], exponent=1000) == approximately(200 * 2**0.001)


def test_segments_of_hundreds_of_equal_words() -> None:
    """Trying every run, as the tool does, would be 40 million of them."""
    assert size(["a"] * 500, ["a"] * 480, exponent=2) == 480
    assert size(["a"] * 500, *([["a"] * 300] * 4), exponent=2) == 300
    halves = size(["a"] * 250 + ["b"] * 250, ["b"] * 250 + ["a"] * 250, exponent=2)
    assert halves == approximately(250 * math.sqrt(2))


def test_segments_do_not_depend_on_those_before_them() -> None:
    """One object serves all segments: what a long one leaves behind must not meet a short one."""
    rng = random.Random(5)
    lengths = [300, 3, 0, 50, 1, 120, 7] * 10
    texts = [[[rng.choice("abcd") for _ in range(n)] for n in lengths] for _ in range(2)]
    together = statistics(*texts, exponent=2)
    alone = [statistics([h], [r], exponent=2)[0].tolist() for h, r in zip(*texts, strict=True)]
    assert together.tolist() == alone


@pytest.mark.parametrize("exponent", [0.99, 0, -1, math.inf, math.nan])
def test_exponents_below_1_are_refused(exponent: float) -> None:
    with pytest.raises(ValueError, match=r"^expected an exponent of 1 or more, found "):
        size("a", "a", exponent=exponent)
