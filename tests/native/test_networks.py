"""Networks of words and their alignment, against a naive twin."""

from __future__ import annotations

import random
import re
from typing import Any

import numpy as np
import pytest

from bakeoff.native import NetworkWords
from tests.speech.naive_alignment import align
from tests.speech.random_speech import random_text

RULES = [(False, False), (True, False), (False, True), (True, True)]


def steps_of(words: NetworkWords, reference: list[str], hypothesis: list[str], threads: int = 1) -> tuple[Any, ...]:
    ours, theirs = words.networks_of_texts(reference), words.networks_of_texts(hypothesis)
    return words.align(ours, theirs, steps=True, threads=threads)


@pytest.mark.parametrize(("optional", "fragments"), RULES)
def test_alignment_is_that_of_the_naive_twin(optional: bool, fragments: bool) -> None:
    rng = random.Random(f"twin {optional} {fragments}")
    pairs = [(random_text(rng, depth=3, longest=7), random_text(rng, depth=2, longest=7)) for _ in range(300)]
    words = NetworkWords(optional_words=optional, fragments=fragments)
    references, hypotheses = map(list, zip(*pairs, strict=True))
    counts, steps, lengths = steps_of(words, references, hypotheses)
    begin = 0
    for (reference, hypothesis), row, length in zip(pairs, counts.tolist(), lengths[:, 0].tolist(), strict=True):
        expected = align(reference, hypothesis, optional=optional, fragments=fragments)
        found = steps[begin : begin + length]
        begin += length
        assert [chr(kind) for kind in found[:, 0]] == [kind for kind, _, _ in expected]
        # Places count the words as they stand in the text.
        tokens = [[token for token in text.split() if token not in ("{", "/", "}")] for text in (reference, hypothesis)]
        for column, side in ((3, 0), (4, 1)):
            heard = [tokens[side][place] if place >= 0 else "" for place in found[:, column].tolist()]
            assert heard == [step[1 + side] for step in expected]
        letters = [kind for kind, _, _ in expected]
        assert row[0] == sum(letter in "Cdi" for letter in letters)
        assert row[1:] == [letters.count(letter) for letter in "SDIdi"]


def test_ties_push_errors_to_the_left() -> None:
    words = NetworkWords()
    _, steps, _ = steps_of(words, ["here"], ["hear after"])
    assert bytes(steps[:, 0].tolist()).decode() == "IS"


def test_threads_change_nothing() -> None:
    rng = random.Random(7)
    first, second = ([random_text(rng, depth=2, longest=9) for _ in range(200)] for _ in range(2))
    one, several = (steps_of(NetworkWords(), first, second, threads=threads) for threads in (1, 3))
    assert all(np.array_equal(a, b) for a, b in zip(one, several, strict=True))


def test_one_side_may_be_empty() -> None:
    counts, _, _ = steps_of(NetworkWords(), ["", "a b", "", "{ a b / c }"], ["", "", "a { b / c }", ""])
    assert counts[:, :4].tolist() == [[0, 0, 0, 0], [0, 0, 2, 0], [0, 0, 0, 2], [0, 0, 1, 0]]


def test_many_alternatives_and_deep_nesting_are_aligned() -> None:
    wide = "{ " + " / ".join(f"w{number} x" for number in range(3000)) + " } z"
    deep = "{ a / " * 5000 + "b" + " }" * 5000
    counts, _, _ = steps_of(NetworkWords(), [wide, deep], ["w2999 x z", "b"])
    assert counts[:, :4].tolist() == [[3, 0, 0, 0], [1, 0, 0, 0]]


def test_alternatives_on_both_sides_wider_than_a_byte_can_number() -> None:
    wide = "{ " + " / ".join(f"w{number}" for number in range(40)) + " }"
    counts, steps, _ = steps_of(NetworkWords(), [f"{wide} a {wide} b"], [f"{wide} a w39 b"])
    assert counts[0, :4].tolist() == [4, 0, 0, 0]
    assert steps[2, 3:].tolist() == [80, 41]


def test_a_long_utterance_needs_a_quarter_of_a_byte_a_cell() -> None:
    rng = random.Random(3)
    reference = [f"w{rng.randrange(900)}" for _ in range(6000)]
    hypothesis = [word for word in reference if rng.random() < 0.9]
    counts, _, _ = steps_of(NetworkWords(), [" ".join(reference)], [" ".join(hypothesis)])
    assert counts[0, :4].tolist() == [len(hypothesis), 0, len(reference) - len(hypothesis), 0]


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("a { b", "a { without its }"),
        ("{ a / }", "an empty alternative"),
        ("{ } a", "an empty alternative"),
        ("x{ a / b }", "a { inside the word x{"),
    ],
)
def test_texts_that_are_no_networks_are_named(text: str, what: str) -> None:
    with pytest.raises(ValueError, match=re.escape(what)) as error:
        NetworkWords().networks_of_texts(["a", text])
    assert error.value.args == (what, 1)


def test_outside_braces_marks_are_words() -> None:
    counts, _, _ = steps_of(NetworkWords(), ["a / b } c", "{a/b}{c/d}e"], ["a / b } c", "b c e"])
    assert counts[:, :4].tolist() == [[5, 0, 0, 0], [3, 0, 0, 0]]


def test_rows_make_networks_too() -> None:
    words = NetworkWords()
    rows = ["a", "<ALT_BEGIN>", "b", "c", "<ALT>", "<ALT_END>", "/", "d"]
    kinds = np.array([0, 1, 0, 0, 2, 3, 0, 0], np.uint8)
    hypothesis = words.networks_of_rows(
        rows, np.arange(len(rows), dtype=np.int32), kinds, np.array([0, 7, 8], np.int64)
    )
    reference = words.networks_of_texts(["a /", "d"])
    counts, steps, _ = words.align(reference, hypothesis, steps=True)
    assert counts[:, :4].tolist() == [[2, 0, 0, 0], [1, 0, 0, 0]]
    assert steps[:, 4].tolist() == [0, 6, 0]


def test_what_cannot_be_compared_is_refused() -> None:
    words, others = NetworkWords(), NetworkWords()
    one, two = words.networks_of_texts(["a"]), words.networks_of_texts(["a", "b"])
    with pytest.raises(ValueError, match="as many utterances on both sides, found 1 and 2"):
        words.align(one, two)
    with pytest.raises(ValueError, match="networks of the same words"):
        words.align(one, others.networks_of_texts(["a"]))
    zero = np.zeros(1, np.int32)
    with pytest.raises(ValueError, match="numbers of texts"):
        words.networks_of_rows(["a"], zero + 1, np.zeros(1, np.uint8), np.array([0, 1], np.int64))
    with pytest.raises(ValueError, match="a kind for each row"):
        words.networks_of_rows(["a"], zero, np.zeros(2, np.uint8), np.array([0, 1], np.int64))
    with pytest.raises(ValueError, match="offsets that do not fall"):
        words.networks_of_rows(["a"], zero, np.zeros(1, np.uint8), np.array([0, 2], np.int64))
    with pytest.raises(ValueError, match="kinds from 0 to 3"):
        words.networks_of_rows(["a"], zero, np.full(1, 4, np.uint8), np.array([0, 1], np.int64))
    with pytest.raises(ValueError, match="none, all or non-ascii"):
        NetworkWords(split="letters")
