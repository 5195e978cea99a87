"""Where spans can start and end."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bakeoff.human_eval.protocols.text_boundaries import character_boundaries, snap, word_boundaries
from tests.human_eval.protocols.odd_texts import TEXTS


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", []),
        ("The lamp’s lit.", ["The", " ", "lamp’s", " ", "lit", "."]),
        ("灯亮了。", ["灯", "亮", "了", "。"]),
        ("وافق على 48", ["وافق", " ", "على", " ", "48"]),
        ("a 👨‍👩‍👧b", ["a", " ", "👨‍👩‍👧", "b"]),
        ("e\u0301te\u0301", ["e\u0301te\u0301"]),
    ],
)
def test_words_are_those_of_unicode(text: str, words: list[str]) -> None:
    bounds = word_boundaries(text)
    assert [text[start:end] for start, end in itertools.pairwise(bounds)] == words


@given(TEXTS)
def test_boundaries_cut_a_text_into_all_of_it(text: str) -> None:
    characters, words = character_boundaries(text), word_boundaries(text)
    for bounds in (characters, words):
        assert bounds[0] == 0
        assert bounds[-1] == len(text)
        assert list(bounds) == sorted(set(bounds))
    assert set(words) <= set(characters)


@given(TEXTS, st.integers(0, 30), st.integers(0, 30))
def test_a_snapped_span_holds_the_span_and_stays_when_it_is_snapped_again(text: str, start: int, length: int) -> None:
    start = min(start, len(text))
    end = min(start + length, len(text))
    for bounds in (character_boundaries(text), word_boundaries(text)):
        first, last = snap(start, end, bounds)
        assert first <= start <= end <= last
        assert snap(first, last, bounds) == (first, last)
