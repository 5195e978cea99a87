from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from bakeoff.data.recognition.hypotheses import Lattices, NBestLists, join_lattices, picked


def _lattices(ids: tuple[str, ...] | None, words: Sequence[str]) -> Lattices:
    """A lattice with one arc for each word."""
    count = len(words)
    return Lattices(
        ids=ids,
        starts=np.arange(count + 1),
        first_lines=np.arange(1, count + 1, dtype=np.int32),
        lines=np.arange(1, count + 1, dtype=np.int32),
        nodes=np.full(count, 2),
        sources=np.zeros(count, np.int32),
        targets=np.ones(count, np.int32),
        words=words,
        scores=np.zeros(count),
    )


def test_joined_lattices_stand_one_after_another() -> None:
    joined = join_lattices([_lattices(("a",), ["x"]), _lattices(("b", "c"), ["y", "z"])])
    assert joined == _lattices(("a", "b", "c"), ["x", "y", "z"])


def test_joined_lattices_have_ids_where_all_do() -> None:
    assert join_lattices([_lattices(("a",), ["x"]), _lattices(None, ["y"])]).ids is None


def test_nothing_is_picked_of_nothing() -> None:
    lists = NBestLists(
        ids=(),
        starts=np.array([0]),
        first_lines=np.array([], np.int32),
        lines=np.array([], np.int32),
        texts=[],
        scores=np.array([]),
    )
    rows, starts = picked(lists, np.array([-1, -1]))
    assert (rows.tolist(), starts.tolist()) == ([], [0, 0, 0])
