"""Several hypotheses for each utterance: lists of the best ones, word lattices, confusion networks."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import chain
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from bakeoff.data.recognition.transcripts import Columns


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class HypothesisColumns(Columns):
    """Rows that belong to utterances, those of utterance i from `starts[i]` up to `starts[i + 1]`.

    `ids` is None where a file counts its utterances only. `first_lines` says where in the file each starts.
    """

    ids: tuple[str, ...] | None
    starts: NDArray[np.int64]
    first_lines: NDArray[np.int32] = field(compare=False)

    @property
    def utterances(self) -> int:
        return len(self.starts) - 1


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class NBestLists(HypothesisColumns):
    """Candidates for each utterance, the best first. A row is a candidate; its score is NaN where it has none."""

    texts: Sequence[str]
    scores: NDArray[np.float64]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Lattices(HypothesisColumns):
    """Word lattices. A row is an arc: it leads from the node `sources[row]` to `targets[row]` and has a word, or none.

    The nodes of a lattice are counted from 0 in topological order (`nodes` says how many); its paths lead from the
    first to the last, and each of its nodes is on such a path. Arcs are ordered by source. `words` are empty where an
    arc has none. `scores` are logarithms, higher being better, that add up along a path; NaN where there is none.
    """

    form: Literal["lattice", "confusion network"] = "lattice"
    nodes: NDArray[np.int64]
    sources: NDArray[np.int32]
    targets: NDArray[np.int32]
    words: Sequence[str]
    scores: NDArray[np.float64]


def join_lattices(parts: Sequence[Lattices]) -> Lattices:
    """Lattices of several files one after another; they have ids where all of them do."""
    if len(parts) == 1:
        return parts[0]
    ids = [part.ids for part in parts]
    offsets = np.cumsum([0, *(len(part) for part in parts)])
    starts = [part.starts[:-1] + offset for part, offset in zip(parts, offsets, strict=False)]
    return Lattices(
        ids=None if None in ids else tuple(chain.from_iterable(own for own in ids if own is not None)),
        starts=np.concatenate([*starts, offsets[-1:]]),
        first_lines=np.concatenate([part.first_lines for part in parts]),
        lines=np.concatenate([part.lines for part in parts]),
        form=parts[0].form,
        nodes=np.concatenate([part.nodes for part in parts]),
        sources=np.concatenate([part.sources for part in parts]),
        targets=np.concatenate([part.targets for part in parts]),
        words=list(chain.from_iterable(part.words for part in parts)),
        scores=np.concatenate([part.scores for part in parts]),
    )


def picked(data: NBestLists | Lattices, order: NDArray[np.int64]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """The rows of the utterances in another order, and their starts; −1 stands for one that has no rows.

    >>> lists = NBestLists(
    ...     ids=("a", "b"), starts=np.array([0, 2, 3]), first_lines=np.array([1, 3], np.int32),
    ...     lines=np.array([1, 2, 3], np.int32), texts=["x", "y", "z"], scores=np.zeros(3),
    ... )
    >>> [part.tolist() for part in picked(lists, np.array([1, -1, 0]))]
    [[2, 0, 1], [0, 1, 1, 3]]
    """
    sizes = np.where(order < 0, 0, np.diff(data.starts)[order]) if data.utterances else np.zeros(len(order), np.int64)
    starts = np.concatenate([[0], np.cumsum(sizes)]).astype(np.int64)
    firsts = data.starts[:-1][order] if data.utterances else np.zeros(len(order), np.int64)
    rows = np.repeat(firsts - starts[:-1], sizes) + np.arange(starts[-1])
    return rows.astype(np.int64), starts
