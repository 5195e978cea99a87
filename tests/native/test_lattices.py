"""Kernels of lattices and candidates; all paths of small lattices are tried in `tests/speech`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

from bakeoff.native import Tokens, Vocabulary, best_paths, candidate_errors, oracle_paths, tokenize

GRAPH: dict[str, Any] = {
    "nodes": np.array([3], np.int64),
    "arc_starts": np.array([0, 3], np.int64),
    "sources": np.array([0, 0, 1], np.int32),
    "targets": np.array([1, 2, 2], np.int32),
}


def tokens(*columns: Sequence[str]) -> list[Tokens]:
    vocabulary = Vocabulary()
    return [tokenize(column, "plain", vocabulary) for column in columns]


def columns(paths: tuple[npt.NDArray[np.int64], npt.NDArray[np.int64]]) -> list[list[int]]:
    return [column[:, 0].tolist() for column in paths]


def test_an_arc_may_have_several_words() -> None:
    words, reference = tokens(["a b", "x", "c"], ["a b c"])
    assert columns(oracle_paths(**GRAPH, words=words, references=[reference])) == [[0, 2], [0, 2]]


def test_of_several_references_the_best_counts() -> None:
    words, first, second = tokens(["a", "x", "c"], ["q r s t"], ["x"])
    assert columns(oracle_paths(**GRAPH, words=words, references=[first, second])) == [[1], [0, 1]]


def test_the_best_path_has_the_highest_score_and_of_equal_ones_the_first() -> None:
    assert columns(best_paths(**GRAPH, scores=np.array([-1.0, -3.0, -1.5]))) == [[0, 2], [0, 2]]
    assert columns(best_paths(**GRAPH, scores=np.array([-1.0, -2.0, -1.0]))) == [[1], [0, 1]]
    assert columns(best_paths(**GRAPH, scores=np.array([-np.inf, -np.inf, 0.0]))) == [[1], [0, 1]]


def test_errors_of_candidates() -> None:
    candidates, reference = tokens(["a x", "a b", "c"], ["a b", "c d e"])
    starts = np.array([0, 2, 3], np.int64)
    assert candidate_errors(candidates, starts, [reference])[:, 0].tolist() == [1, 0, 2]


def test_bad_arguments_are_refused() -> None:
    words, reference, other = *tokens(["a", "x", "c"], ["a"]), tokens(["a"])[0]
    with pytest.raises(ValueError, match="expected at least one reference"):
        oracle_paths(**GRAPH, words=words, references=[])
    with pytest.raises(ValueError, match="vocabulary"):
        oracle_paths(**GRAPH, words=words, references=[other])
    with pytest.raises(ValueError, match="words: expected a row for each arc"):
        oracle_paths(**GRAPH, words=reference, references=[reference])
    with pytest.raises(ValueError, match="leads to a later node"):
        best_paths(**{**GRAPH, "targets": np.array([1, 2, 3], np.int32)}, scores=np.zeros(3))
    with pytest.raises(ValueError, match="found NaN"):
        best_paths(**GRAPH, scores=np.full(3, np.nan))
    with pytest.raises(ValueError, match="expected 1 thread or more"):
        best_paths(**GRAPH, scores=np.zeros(3), threads=0)
    with pytest.raises(ValueError, match="starts: expected ascending numbers from 0 to 3"):
        candidate_errors(words, np.array([0, 2], np.int64), [reference])
