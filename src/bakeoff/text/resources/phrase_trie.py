"""Phrases as paths of words, kept in sorted arrays: many are looked up at once, and none has to be loaded for that.

A node of level k stands for the first k words of some phrase. Its key is `parent * number of words + word`, where the
parent is a place in the level above; the keys of a level are sorted, so that a node is found by halving. Phrases are
numbered in the order of the nodes that they end at.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Numbers = NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class PhraseTrie:
    """Phrases by number and numbers by phrase."""

    word_count: int
    keys: Numbers
    """The keys of all nodes, level after level."""
    level_ends: Numbers
    phrase_nodes: NDArray[np.int32]
    """The node at which each phrase ends, ascending."""

    def phrases_in(self, words: Numbers, segment_ends: Numbers) -> Numbers:
        """The numbers of all phrases that occur in a segment, sorted.

        `words` are the words of all segments, -1 for one that is in no phrase; `segment_ends` says for each of them
        where its segment ends.
        """
        starts = np.arange(words.size)
        nodes = np.zeros(words.size, np.int64)
        ends = []
        for level, (begin, keys) in enumerate(self._levels()):
            within = np.flatnonzero(starts + level < segment_ends[starts])
            starts, nodes = starts[within], nodes[within]
            word = words[starts + level]
            sought, origin = np.unique(np.where(word < 0, -1, nodes * self.word_count + word), return_inverse=True)
            places = np.minimum(np.searchsorted(keys, sought), keys.size - 1)
            hit = keys[places] == sought
            ends.append(self._ending_at(begin + places[hit]))
            alive = hit[origin]
            starts, nodes = starts[alive], places[origin[alive]]
        return np.concatenate([np.empty(0, np.int64), *ends])

    def words_of(self, phrases: Numbers) -> tuple[Numbers, Numbers]:
        """The lengths of phrases and the words of all of them, one phrase after the other."""
        nodes = self.phrase_nodes[phrases].astype(np.int64)
        lengths = np.searchsorted(self.level_ends, nodes, side="right") + 1
        rows = np.full((phrases.size, self.level_ends.size), -1, np.int64)
        places = nodes - np.concatenate([[0], self.level_ends])[lengths - 1]
        for level, (_, keys) in reversed(list(enumerate(self._levels()))):
            inside = np.flatnonzero(lengths > level)
            keys_inside = keys[places[inside]]
            rows[inside, level] = keys_inside % self.word_count
            places[inside] = keys_inside // self.word_count
        return lengths, rows[rows >= 0]

    def _levels(self) -> Iterator[tuple[int, Numbers]]:
        """Where each level starts, and its keys."""
        begin = 0
        for end in self.level_ends.tolist():
            yield begin, self.keys[begin:end]
            begin = end

    def _ending_at(self, nodes: Numbers) -> Numbers:
        """The phrases that end at some of the nodes, which are sorted."""
        places = np.minimum(np.searchsorted(self.phrase_nodes, nodes), self.phrase_nodes.size - 1)
        ending: Numbers = places[self.phrase_nodes[places] == nodes]
        return ending


def build_trie(words: Numbers, ends: Numbers, word_count: int) -> tuple[PhraseTrie, Numbers]:
    """The trie of different phrases, and the number that each phrase has in it.

    `words` are the words of all phrases, one phrase after the other; `ends` says where each ends.
    """
    lengths = np.diff(ends, prepend=0)
    first = ends - lengths
    places = np.zeros(ends.size, np.int64)
    nodes = np.zeros(ends.size, np.int64)
    levels: list[Numbers] = []
    begin = 0
    for level in range(int(lengths.max(initial=0))):
        inside = np.flatnonzero(lengths > level)
        keys, origin = np.unique(places[inside] * word_count + words[first[inside] + level], return_inverse=True)
        places[inside] = origin
        ending = lengths == level + 1
        nodes[ending] = begin + places[ending]
        levels.append(keys)
        begin += keys.size
    order = np.argsort(nodes)
    numbers = np.empty_like(order)
    numbers[order] = np.arange(order.size)
    level_ends = np.cumsum([keys.size for keys in levels], dtype=np.int64)
    trie = PhraseTrie(word_count, np.concatenate(levels), level_ends, nodes[order].astype(np.int32))
    return trie, numbers
