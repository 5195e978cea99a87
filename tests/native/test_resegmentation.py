"""What the kernel of re-segmentation refuses; what it gives is tested in tests/alignment/test_resegmentation.py."""

from __future__ import annotations

from typing import Any

import pytest

from bakeoff.native import Vocabulary, resegment, tokenize


def test_rows_are_end_reference_and_errors() -> None:
    vocabulary = Vocabulary()
    words = tokenize(["a b c", "d"], "plain", vocabulary)
    references = tokenize(["a", "x", "b c", "e", "d"], "plain", vocabulary)
    rows = resegment(words, references, references_of_segments=[2, 1, 2], segments_of_streams=[2, 1])
    assert rows.tolist() == [[1, 0, 0], [3, 0, 0], [1, 1, 0]]


@pytest.mark.parametrize(
    ("references", "segments", "options", "sentence"),
    [
        ([1], [1], {}, "references of segments: expected 2 in all, found 1"),
        ([1, 1], [1], {}, "segments of streams: expected 2 in all, found 1"),
        ([2, 0], [2], {}, "expected at least one reference for every segment"),
        ([2], [1, 0], {}, "streams: expected 1, found 2"),
        ([2], [1], {"leading_empty_segments": "dear"}, "leading empty segments: expected free or charged, found dear"),
        ([2], [1], {"threads": 0}, "expected 1 thread or more, found 0"),
    ],
)
def test_counts_that_do_not_fit_are_refused(
    references: list[int], segments: list[int], options: dict[str, Any], sentence: str
) -> None:
    vocabulary = Vocabulary()
    words, rows = tokenize(["a b"], "plain", vocabulary), tokenize(["a", "b"], "plain", vocabulary)
    with pytest.raises(ValueError, match=f"^{sentence}$"):
        resegment(words, rows, references_of_segments=references, segments_of_streams=segments, **options)


def test_words_without_a_segment_and_ids_of_another_vocabulary_are_refused() -> None:
    vocabulary = Vocabulary()
    words, none = tokenize(["a"], "plain", vocabulary), tokenize([], "plain", vocabulary)
    with pytest.raises(ValueError, match=r"^stream 1: expected a segment for its words, found none$"):
        resegment(words, none, references_of_segments=[], segments_of_streams=[0])
    other = tokenize(["a"], "plain", Vocabulary())
    with pytest.raises(
        ValueError, match=r"^vocabulary: expected that of the words, found another one in the references$"
    ):
        resegment(words, other, references_of_segments=[1], segments_of_streams=[1])
