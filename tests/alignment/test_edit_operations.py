from __future__ import annotations

import random
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rapidfuzz.distance import Levenshtein

from bakeoff.alignment import EditOperation, edit_operations

words = st.lists(st.sampled_from("abcd"), max_size=10) | st.lists(st.sampled_from("abcdefgh"), max_size=150)

RAPIDFUZZ_KINDS = {"replace": "substitution", "delete": "deletion", "insert": "insertion"}


def test_steps_stand_in_order_with_the_positions_of_their_words() -> None:
    assert edit_operations(["a", "b", "x", "d"], ["a", "c", "d", "e"]) == (
        EditOperation("match", 0, 0),
        EditOperation("insertion", 1, None),
        EditOperation("substitution", 2, 1),
        EditOperation("match", 3, 2),
        EditOperation("deletion", None, 3),
    )


@pytest.mark.parametrize(
    ("hypothesis", "reference", "kinds"),
    [
        ([], [], []),
        (["a", "b"], [], ["insertion", "insertion"]),
        ([], ["a", "b"], ["deletion", "deletion"]),
        (["a"], ["a"], ["match"]),
        (["a"], ["b"], ["substitution"]),
    ],
)
def test_edges(hypothesis: list[str], reference: list[str], kinds: list[str]) -> None:
    assert [step.kind for step in edit_operations(hypothesis, reference)] == kinds


@given(words, words)
def test_every_word_stands_in_exactly_one_step(hypothesis: list[str], reference: list[str]) -> None:
    steps = edit_operations(hypothesis, reference)
    assert [step.hypothesis for step in steps if step.hypothesis is not None] == list(range(len(hypothesis)))
    assert [step.reference for step in steps if step.reference is not None] == list(range(len(reference)))
    for step in steps:
        if step.hypothesis is not None and step.reference is not None:
            equal = hypothesis[step.hypothesis] == reference[step.reference]
            assert step.kind == ("match" if equal else "substitution")
        else:
            assert step.kind == ("deletion" if step.hypothesis is None else "insertion")


def errors_of(hypothesis: list[str], reference: list[str]) -> list[tuple[str, int, int]]:
    """Our errors as rapidfuzz writes them: kind, words of the reference passed, words of the hypothesis passed."""
    errors: list[tuple[str, int, int]] = []
    r = h = 0
    for step in edit_operations(hypothesis, reference):
        if step.kind != "match":
            errors.append((step.kind, r, h))
        r += step.reference is not None
        h += step.hypothesis is not None
    return errors


def rapidfuzz_errors(hypothesis: list[str], reference: list[str]) -> list[tuple[str, int, int]]:
    steps = Levenshtein.editops(reference, hypothesis)
    return [(RAPIDFUZZ_KINDS[step.tag], step.src_pos, step.dest_pos) for step in steps]


@given(words, words)
def test_alignment_against_rapidfuzz(hypothesis: list[str], reference: list[str]) -> None:
    assert errors_of(hypothesis, reference) == rapidfuzz_errors(hypothesis, reference)


@pytest.mark.parametrize("length", [64, 65, 500, 1500])
def test_alignment_of_long_segments_against_rapidfuzz(length: int) -> None:
    rng = random.Random(length)
    reference = [f"w{rng.randrange(40)}" for _ in range(length)]
    hypothesis = [f"w{rng.randrange(40)}" if rng.random() < 0.3 else word for word in reference if rng.random() < 0.9]
    assert errors_of(hypothesis, reference) == rapidfuzz_errors(hypothesis, reference)


@pytest.mark.parametrize("vocabulary", [20, 50, 6000])
def test_counts_of_very_long_unrelated_texts_are_those_of_rapidfuzz(vocabulary: int) -> None:
    rng = random.Random(vocabulary)
    hypothesis, reference = ([str(rng.randrange(vocabulary)) for _ in range(size)] for size in (4000, 3700))
    ours = Counter(step.kind for step in edit_operations(hypothesis, reference) if step.kind != "match")
    theirs = Counter(RAPIDFUZZ_KINDS[step.tag] for step in Levenshtein.editops(reference, hypothesis))
    assert ours == theirs
