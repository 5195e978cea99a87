"""Random lattices and how formats write them; every generator is an argument, so a test is the same each time."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product

Arc = tuple[int, int, str, float]
"""Source, target, word (empty for none), score."""


@dataclass(frozen=True)
class Graph:
    """A lattice in which every node lies on a path; nodes in topological order, arcs ordered by source."""

    nodes: int
    arcs: list[Arc]

    def paths(self, node: int = 0) -> Iterator[list[Arc]]:
        if node == self.nodes - 1:
            yield []
            return
        for arc in self.arcs:
            if arc[0] == node:
                for rest in self.paths(arc[1]):
                    yield [arc, *rest]

    def texts(self) -> set[str]:
        return {" ".join(word for _, _, word, _ in path if word) for path in self.paths()}

    def best_scores(self) -> tuple[float, set[str]]:
        """The highest sum of scores, and the words of all paths that have it."""
        sums = [
            (round(sum(arc[3] for arc in path), 9), " ".join(arc[2] for arc in path if arc[2])) for path in self.paths()
        ]
        best = max(score for score, _ in sums)
        return best, {text for score, text in sums if score == best}


def random_graph(rng: random.Random, *, most_nodes: int = 6, words: str = "abc") -> Graph:
    nodes = rng.randint(1, most_nodes)
    arcs = []
    for node in range(nodes - 1):
        targets = [node + 1] + [rng.randint(node + 1, nodes - 1) for _ in range(rng.randint(0, 2))]
        arcs += [(node, target, rng.choice([*words, ""]), -float(rng.randint(0, 20))) for target in targets]
    return Graph(nodes, arcs)


def as_plf(graph: Graph) -> str:
    def node(number: int) -> str:
        arcs = [arc for arc in graph.arcs if arc[0] == number]
        return "(" + "".join(f"('{word or '*EPS*'}', {score:g}, {to - at})," for at, to, word, score in arcs) + ")"

    return "(" + "".join(f"{node(number)}," for number in range(graph.nodes - 1)) + ")\n"


def as_slf_links(graph: Graph, rng: random.Random) -> str:
    """Words on links; nodes numbered and lines put in any order."""
    numbers = rng.sample(range(graph.nodes), graph.nodes)
    links = [
        f"J={row} S={numbers[at]} E={numbers[to]} W={word or '!NULL'} a={score:g}"
        for row, (at, to, word, score) in enumerate(graph.arcs)
    ]
    rng.shuffle(links)
    head = [
        f"VERSION=1.0\nUTTERANCE=u.plp\nstart={numbers[0]} end={numbers[-1]}\nN={graph.nodes} L={len(graph.arcs)}",
    ]
    return "\n".join([*head, *(f"I={number}" for number in range(graph.nodes)), *links, ""])


def as_slf_nodes(graph: Graph) -> str:
    """Words on nodes: an arc becomes a node, and links join arcs that follow one another."""
    arcs, last = graph.arcs, len(graph.arcs) + 1
    follows = [(0, j + 1) for j, arc in enumerate(arcs) if arc[0] == 0]
    follows += [(i + 1, j + 1) for (i, a), (j, b) in product(enumerate(arcs), repeat=2) if a[1] == b[0]]
    follows += [(i + 1, last) for i, arc in enumerate(arcs) if arc[1] == graph.nodes - 1]
    follows += [(0, last)] if graph.nodes == 1 else []
    scores = [0.0, *(arc[3] for arc in arcs), 0.0]
    words = ["!NULL", *(arc[2] or "!NULL" for arc in arcs), "</s>"]
    lines = [f"VERSION=1.0\nN={last + 1} L={len(follows)}"]
    lines += [f"I={at} W={word}" for at, word in enumerate(words)]
    lines += [f"J={at} S={source} E={to} a={scores[to]:g} l=0" for at, (source, to) in enumerate(follows)]
    return "\n".join([*lines, ""])
