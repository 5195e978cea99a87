"""Lattices from nodes and arcs as a file has them: put in topological order, without anything that is on no path."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from graphlib import CycleError, TopologicalSorter
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from bakeoff.data.recognition.hypotheses import Lattices
from bakeoff.errors import FormatError, Place
from bakeoff.formats.sources import Source

NO_WORDS = frozenset({"!NULL", "!SENT_START", "!SENT_END", "<s>", "</s>", "*EPS*", "<eps>"})
"""What is where there is no word."""


@dataclass(slots=True)
class Arcs:
    """The arcs of one lattice, column by column; nodes are counted from 0."""

    sources: list[int] = field(default_factory=list)
    targets: list[int] = field(default_factory=list)
    words: list[str] = field(default_factory=list)
    scores: list[float] = field(default_factory=list)
    lines: list[int] = field(default_factory=list)

    def add(self, source: int, target: int, word: str, score: float, line: int) -> None:
        self.sources.append(source)
        self.targets.append(target)
        self.words.append("" if word in NO_WORDS else word)
        self.scores.append(score)
        self.lines.append(line)

    def extend(self, others: Arcs) -> None:
        self.sources += others.sources
        self.targets += others.targets
        self.words += others.words
        self.scores += others.scores
        self.lines += others.lines


class LatticeBuilder:
    """Collects the lattices of a file."""

    def __init__(self, source: Source, *, form: Literal["lattice", "confusion network"] = "lattice") -> None:
        self._source = source
        self._form = form
        self._starts = [0]
        self._first_lines: list[int] = []
        self._nodes: list[int] = []
        self._all = Arcs()
        self._dropped: list[int] = []

    def add(self, arcs: Arcs, nodes: int, line: int, *, start: int = 0, end: int | None = None) -> None:
        """One lattice with its arcs in any order; nodes and arcs on no path from start to end are left out."""
        end = nodes - 1 if end is None else end
        if not _is_regular(arcs, nodes, start, end):
            order = _topological(arcs, nodes, self._source.name)
            kept = _on_paths(arcs, order, start, end)
            if start not in kept:
                place = Place(self._source.name, line)
                raise FormatError(place=place, expected="a path from the first node to the last", found="none")
            if len(kept) < nodes:
                self._dropped.append(line)
            arcs, nodes = _renumbered(arcs, kept), len(kept)
        self._all.extend(arcs)
        self._starts.append(len(self._all.lines))
        self._first_lines.append(line)
        self._nodes.append(nodes)

    def build(self, *, ids: Sequence[str] | None = None, scores: NDArray[np.float64] | None = None) -> Lattices:
        """All lattices; `scores` puts others in the place of those of the arcs."""
        if self._dropped:
            many = f"{len(self._dropped)} lattices have" if len(self._dropped) > 1 else "a lattice has"
            self._source.remarks.append(
                f"{self._source.name}, line {self._dropped[0]}: {many} nodes on no path from start to end; "
                "these are left out."
            )
        return Lattices(
            ids=None if ids is None else tuple(ids),
            starts=np.array(self._starts, np.int64),
            first_lines=np.array(self._first_lines, np.int32),
            lines=np.array(self._all.lines, np.int32),
            file=self._source.name,
            form=self._form,
            nodes=np.array(self._nodes, np.int64),
            sources=np.array(self._all.sources, np.int32),
            targets=np.array(self._all.targets, np.int32),
            words=self._all.words,
            scores=self.scores if scores is None else scores,
        )

    @property
    def scores(self) -> NDArray[np.float64]:
        return np.array(self._all.scores, np.float64)


def _is_regular(arcs: Arcs, nodes: int, start: int, end: int) -> bool:
    """Whether the nodes are in topological order, all on paths, and the arcs ordered: most lattices are."""
    return (
        start == 0
        and end == nodes - 1
        and all(map(int.__lt__, arcs.sources, arcs.targets))
        and len(set(arcs.sources)) == len(set(arcs.targets)) == end
        and arcs.sources == sorted(arcs.sources)
    )


def _topological(arcs: Arcs, nodes: int, file: str) -> list[int]:
    sorter: TopologicalSorter[int] = TopologicalSorter(dict.fromkeys(range(nodes), ()))
    for source, target in zip(arcs.sources, arcs.targets, strict=True):
        sorter.add(target, source)
    try:
        return list(sorter.static_order())
    except CycleError as error:
        around: list[int] = error.args[1]
    row = next(row for row in range(len(arcs.lines)) if [arcs.sources[row], arcs.targets[row]] == around[:2])
    raise FormatError(
        place=Place(file, arcs.lines[row]),
        expected="links that never lead back",
        found="a circle through the nodes " + ", ".join(map(str, around[:8])) + (" …" if len(around) > 8 else ""),
    )


def _on_paths(arcs: Arcs, order: Sequence[int], start: int, end: int) -> dict[int, int]:
    """The new numbers of the nodes on a path from start to end."""
    rank = {node: number for number, node in enumerate(order)}
    rows = sorted(range(len(arcs.lines)), key=lambda row: rank[arcs.sources[row]])
    reached, leading = {start}, {end}
    for row in rows:
        if arcs.sources[row] in reached:
            reached.add(arcs.targets[row])
    for row in reversed(rows):
        if arcs.targets[row] in leading:
            leading.add(arcs.sources[row])
    both = reached & leading
    return {node: number for number, node in enumerate(node for node in order if node in both)}


def _renumbered(arcs: Arcs, kept: Mapping[int, int]) -> Arcs:
    """The arcs between nodes that are kept, ordered by source."""
    rows = [row for row in range(len(arcs.lines)) if arcs.sources[row] in kept and arcs.targets[row] in kept]
    rows.sort(key=lambda row: kept[arcs.sources[row]])
    return Arcs(
        sources=[kept[arcs.sources[row]] for row in rows],
        targets=[kept[arcs.targets[row]] for row in rows],
        words=[arcs.words[row] for row in rows],
        scores=[arcs.scores[row] for row in rows],
        lines=[arcs.lines[row] for row in rows],
    )
