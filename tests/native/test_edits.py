from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rapidfuzz.distance import Levenshtein

from bakeoff.native import (
    Tokens,
    Vocabulary,
    bag_error_statistics,
    edit_distances,
    edit_operations,
    tokenize,
    word_error_statistics,
)

# Few different words make many ties and repetitions; more than 64 words need several machine words.
words = st.lists(st.sampled_from("abcd"), max_size=12) | st.lists(st.sampled_from("abcdefgh"), max_size=200)


def tokens(*segments: list[str], vocabulary: Vocabulary) -> Tokens:
    return tokenize([" ".join(segment) for segment in segments], "plain", vocabulary)


def distance(first: list[str], second: list[str]) -> int:
    vocabulary = Vocabulary()
    return int(edit_distances(tokens(first, vocabulary=vocabulary), tokens(second, vocabulary=vocabulary))[0, 0])


def naive_distance(hypothesis: list[str], reference: list[str]) -> int:
    """The textbook recurrence, row by row."""
    row = list(range(len(reference) + 1))
    for i, word in enumerate(hypothesis, 1):
        before, row = row, [i]
        for j, other in enumerate(reference, 1):
            row.append(min(before[j] + 1, row[j - 1] + 1, before[j - 1] + (word != other)))
    return row[-1]


def random_segment(rng: random.Random, length: int, vocabulary: int) -> list[str]:
    return [f"w{rng.randrange(vocabulary)}" for _ in range(length)]


@given(words, words)
def test_distance_equals_the_textbook_recurrence(first: list[str], second: list[str]) -> None:
    assert distance(first, second) == naive_distance(first, second)


@pytest.mark.parametrize("length", [1, 2, 63, 64, 65, 127, 128, 129, 300])
def test_distance_at_the_borders_of_machine_words(length: int) -> None:
    rng = random.Random(length)
    for other in (0, 1, 63, 64, 65, 128, 129, length):
        first, second = random_segment(rng, length, 7), random_segment(rng, other, 7)
        assert distance(first, second) == Levenshtein.distance(first, second)


@given(words, words)
def test_distance_is_symmetric(first: list[str], second: list[str]) -> None:
    assert distance(first, second) == distance(second, first)


@given(words, words, words)
def test_distance_keeps_the_triangle_inequality(first: list[str], second: list[str], third: list[str]) -> None:
    assert distance(first, third) <= distance(first, second) + distance(second, third)


@given(words)
def test_distance_is_zero_only_to_itself(segment: list[str]) -> None:
    assert distance(segment, segment) == 0
    assert distance(segment, [*segment, "z"]) == 1


@given(words, words)
def test_operations_have_as_many_errors_as_the_distance(hypothesis: list[str], reference: list[str]) -> None:
    letters = edit_operations(hypothesis, reference)
    assert len(letters) - letters.count("=") == naive_distance(hypothesis, reference)


def test_words_of_a_pair_may_hold_blanks_and_any_character() -> None:
    assert edit_operations(["New York", "", "\N{GRINNING FACE}"], ["New York", "\N{GRINNING FACE}"]) == "=I="


def test_operations_of_ten_thousand_words_with_each_other() -> None:
    rng = random.Random(3)
    reference = random_segment(rng, 10_000, 500)
    hypothesis = random_segment(rng, 10_000, 500)
    letters = edit_operations(hypothesis, reference)
    assert len(letters) - letters.count("=") == Levenshtein.distance(hypothesis, reference)
    assert len(letters) - letters.count("I") == len(letters) - letters.count("D") == 10_000


def many_segments(vocabulary: Vocabulary) -> list[Tokens]:
    """Three texts of 500 segments of all lengths from empty to several machine words."""
    rng = random.Random(5)
    lengths = [rng.choice([0, 1, 5, 20, 64, 65, 150]) for _ in range(500)]
    return [
        tokens(*(random_segment(rng, length + rng.randrange(3), 9) for length in lengths), vocabulary=vocabulary)
        for _ in range(3)
    ]


@pytest.mark.parametrize("kernel", [word_error_statistics, bag_error_statistics])
def test_statistics_do_not_depend_on_the_number_of_threads(kernel: Callable[..., Any]) -> None:
    hypothesis, first, second = many_segments(Vocabulary())
    one = kernel(hypothesis, [first, second], threads=1)
    four = kernel(hypothesis, [first, second], threads=4)
    assert one.tolist() == four.tolist()


def test_distances_do_not_depend_on_the_number_of_threads() -> None:
    hypothesis, reference, _ = many_segments(Vocabulary())
    one = edit_distances(hypothesis, reference, threads=1)
    assert one.tolist() == edit_distances(hypothesis, reference, threads=4).tolist()
    errors = word_error_statistics(hypothesis, [reference])[:, :3].sum(axis=1)
    assert one[:, 0].tolist() == errors.tolist()


@pytest.mark.parametrize("kernel", [word_error_statistics, bag_error_statistics])
def test_statistics_of_no_segments(kernel: Callable[..., Any]) -> None:
    empty = tokens(vocabulary=Vocabulary())
    assert kernel(empty, [empty]).shape == (0, 5)
