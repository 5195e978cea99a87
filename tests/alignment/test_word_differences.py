from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bakeoff.alignment import Piece, edit_operations, word_differences
from bakeoff.text import find_specification, word_spans

TEXTS = st.text(alphabet="ab .我\u3000", max_size=12)


def marked(pieces: tuple[Piece, ...]) -> str:
    """Pieces in one line: {words that differ and a reference has}, [that differ and none has]."""
    return "".join(
        piece.text if not piece.differs else f"{{{piece.text}}}" if piece.in_reference else f"[{piece.text}]"
        for piece in pieces
    )


@pytest.mark.parametrize(
    ("first", "second", "reference", "expected"),
    [
        ("the cat sat", "the cat sat", "", ("the cat sat", "the cat sat")),
        ("the big cat", "the cat", "the cat", ("the [big] cat", "the cat")),
        ("a small cat", "the cat", "a cat", ("{a }[small] cat", "[the] cat")),
        ("cat", "", "cat", ("{cat}", "")),
        ("", "", "cat", ("", "")),
        (" cat ", "cat.", "cat", (" cat ", "cat[.]")),
        ("我们走", "我走了", "我走了", ("我[们]走", "我走{了}")),
        ("The cat", "the cat", "the cat", ("[The] cat", "{the} cat")),
    ],
)
def test_words_that_differ_are_marked(first: str, second: str, reference: str, expected: tuple[str, str]) -> None:
    assert tuple(map(marked, word_differences(first, second, [reference]))) == expected


def test_a_word_counts_only_as_often_as_a_reference_has_it() -> None:
    first, _ = word_differences("the the the", "", ["the cat", "the dog the"])
    assert first == (
        Piece("the the ", differs=True, in_reference=True),
        Piece("the", differs=True, in_reference=False),
    )


def test_words_are_compared_as_the_specification_leaves_them_and_shown_as_they_are() -> None:
    normalise = find_specification("no_case+no_punc").apply
    pieces = word_differences("The cat, sat!", "the Dog sat", ["A CAT"], normalise=normalise)
    assert pieces == (
        (
            Piece("The ", differs=False, in_reference=False),
            Piece("cat", differs=True, in_reference=True),
            Piece(", ", differs=False, in_reference=None),
            Piece("sat", differs=False, in_reference=False),
            Piece("!", differs=False, in_reference=None),
        ),
        (
            Piece("the ", differs=False, in_reference=False),
            Piece("Dog", differs=True, in_reference=False),
            Piece(" sat", differs=False, in_reference=False),
        ),
    )


def test_a_word_that_the_specification_splits_is_compared_part_by_part() -> None:
    normalise = find_specification("iwslt05-english-standard").apply
    first, second = word_differences("a well-known cat", "a well known dog", ["known well"], normalise=normalise)
    assert [piece for piece in first if piece.differs] == [Piece("cat", differs=True, in_reference=False)]
    assert [piece for piece in second if piece.differs] == [Piece("dog", differs=True, in_reference=False)]


@given(TEXTS, TEXTS, TEXTS)
def test_pieces_joined_are_the_text_to_the_letter(first: str, second: str, reference: str) -> None:
    one, other = word_differences(first, second, [reference])
    assert ("".join(p.text for p in one), "".join(p.text for p in other)) == (first, second)


@given(TEXTS, TEXTS)
def test_as_many_words_differ_as_the_fewest_edits_touch(first: str, second: str) -> None:
    lists = [[text[start:end] for start, end in word_spans(text)] for text in (first, second)]
    steps = [step for step in edit_operations(*lists) if step.kind != "match"]
    differing = [
        sum(len(word_spans(piece.text)) for piece in pieces if piece.differs)
        for pieces in word_differences(first, second, [])
    ]
    assert differing == [
        sum(step.hypothesis is not None for step in steps),
        sum(step.reference is not None for step in steps),
    ]


@given(TEXTS, TEXTS)
def test_every_word_of_a_reference_is_in_a_reference(first: str, second: str) -> None:
    one, _ = word_differences(first, second, ["zzz", first])
    assert all(piece.in_reference for piece in one if piece.text.strip())


@given(TEXTS, TEXTS, TEXTS)
def test_neighbouring_pieces_fare_differently(first: str, second: str, reference: str) -> None:
    for pieces in word_differences(first, second, [reference]):
        fates = [(piece.differs, piece.in_reference) for piece in pieces]
        assert all(one != other for one, other in pairwise(fates))
