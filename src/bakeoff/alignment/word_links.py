"""Which words of a translation belong to which words of its source: links, and how two directions are joined."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Literal, get_args

from bakeoff.errors import ExpressionError

Link = tuple[int, int]
"""A word of the source and one of the target, counted from 0."""
Links = frozenset[Link]

Symmetrisation = Literal[
    "forward", "backward", "intersection", "union", "grow-diag", "grow-diag-final", "grow-diag-final-and"
]
SYMMETRISATIONS: tuple[Symmetrisation, ...] = get_args(Symmetrisation)

_NEIGHBOURS = ((-1, 0), (0, -1), (1, 0), (0, 1), (-1, -1), (-1, 1), (1, -1), (1, 1))


@dataclass(frozen=True, slots=True)
class BothDirections:
    """The links of each sentence pair by a model of the target given the source, and by one of the reverse.

    Both have the word of the source first.
    """

    forward: tuple[Links, ...]
    """Every word of the target has at most one link."""
    backward: tuple[Links, ...]
    """Every word of the source has at most one link."""

    def symmetrised(self, way: Symmetrisation) -> tuple[Links, ...]:
        """One alignment of each sentence pair."""
        return tuple(symmetrise(one, other, way) for one, other in zip(self.forward, self.backward, strict=True))


def symmetrise(forward: Links, backward: Links, way: Symmetrisation) -> Links:
    """One alignment from those of two directions (Och and Ney 2003; Koehn, Och and Marcu 2003).

    `grow-diag` starts from the links that both directions have, and adds neighbours (also diagonal ones) that one
    direction has, where one of the two words has no link yet. `final` then adds links of either direction where one
    of the words has none, `final-and` where neither has.

    >>> sorted(symmetrise(frozenset({(0, 0), (0, 1), (2, 3)}), frozenset({(0, 0), (1, 1)}), "grow-diag"))
    [(0, 0), (0, 1), (1, 1)]
    """
    if way not in _WAYS:
        raise ExpressionError(f"there is no symmetrisation {way!r}; there are: {', '.join(SYMMETRISATIONS)}.")
    return _WAYS[way](forward, backward)


def _grow(forward: Links, backward: Links) -> set[Link]:
    links, union = set(forward & backward), forward | backward
    sources, targets = {i for i, _ in links}, {j for _, j in links}
    new = sorted(links)
    while new:
        added = []
        for i, j in new:
            for down, right in _NEIGHBOURS:
                link = (i + down, j + right)
                if link in union and link not in links and (link[0] not in sources or link[1] not in targets):
                    links.add(link)
                    sources.add(link[0])
                    targets.add(link[1])
                    added.append(link)
        new = added
    return links


def _grow_final(forward: Links, backward: Links, *, both: bool) -> Links:
    links = _grow(forward, backward)
    sources, targets = {i for i, _ in links}, {j for _, j in links}
    for i, j in (*sorted(forward), *sorted(backward)):
        free = (i not in sources, j not in targets)
        if all(free) if both else any(free):
            links.add((i, j))
            sources.add(i)
            targets.add(j)
    return frozenset(links)


_WAYS: dict[Symmetrisation, Callable[[Links, Links], Links]] = {
    "forward": lambda forward, _: forward,
    "backward": lambda _, backward: backward,
    "intersection": lambda forward, backward: forward & backward,
    "union": lambda forward, backward: forward | backward,
    "grow-diag": lambda forward, backward: frozenset(_grow(forward, backward)),
    "grow-diag-final": lambda forward, backward: _grow_final(forward, backward, both=False),
    "grow-diag-final-and": lambda forward, backward: _grow_final(forward, backward, both=True),
}


def swapped(links: Iterable[Link]) -> Links:
    """The same links with the words of the target first."""
    return frozenset((j, i) for i, j in links)


def consistent_span(links: Iterable[Link], source: range) -> range | None:
    """The words of the target from the first to the last that the words of a source phrase are linked to.

    None where the phrase has no link, or where a word between those two is linked to a word outside the phrase: then
    the target has no phrase for it (Koehn, Och and Marcu 2003). Words without a link at either end are left out.

    >>> consistent_span({(0, 0), (1, 2), (2, 1)}, range(1, 3)), consistent_span({(0, 1), (1, 0), (2, 2)}, range(1, 3))
    (range(1, 3), None)
    """
    pairs: Sequence[Link] = tuple(links)
    inside = [j for i, j in pairs if i in source]
    if not inside:
        return None
    target = range(min(inside), max(inside) + 1)
    return None if any(j in target and i not in source for i, j in pairs) else target
