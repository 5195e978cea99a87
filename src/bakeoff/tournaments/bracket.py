"""A knockout tournament as a graph: each match takes its players from seeds or from earlier matches.

Where a player has no opponent there is no match: byes are resolved while the bracket is built, so none is ever played.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

Side = Literal["seed", "winner", "loser"]


@dataclass(frozen=True, slots=True)
class Slot:
    """Where a player comes from: the seed of a number (from 1), the winner or the loser of a node (from 0)."""

    side: Side
    number: int


@dataclass(frozen=True, slots=True)
class Cell:
    """Where a match is in a drawing: its part of the bracket, the column, and which of how many in it."""

    part: str
    column: int
    index: int
    of: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Node:
    """A match of the bracket, no matter who plays it."""

    number: int
    round: str
    first: Slot
    second: Slot
    cell: Cell
    after_upset: int | None = None
    """The node that must have been won by its second player for this one to be played."""


@dataclass(frozen=True, slots=True)
class Bracket:
    """All matches, each after the matches that decide its players, and who gets which place."""

    nodes: tuple[Node, ...]
    places: tuple[Slot, ...]

    def reachable(self) -> Mapping[Slot, frozenset[int]]:
        """Places, from 1, that the player in a slot can still get."""
        places = {slot: frozenset({place}) for place, slot in enumerate(self.places, start=1)}
        for node in reversed(self.nodes):
            if node.after_upset is None:
                ends = places[Slot("winner", node.number)] | places[Slot("loser", node.number)]
                places[node.first] = places[node.second] = ends
        return places


@dataclass(slots=True)
class BracketBuilder:
    """Adds matches one after another. None stands for a bye."""

    nodes: list[Node] = field(default_factory=list)

    def meet(
        self, first: Slot | None, second: Slot | None, name: str, cell: Cell, *, after_upset: int | None = None
    ) -> tuple[Slot | None, Slot | None]:
        """Winner and loser of two players; against a bye a player continues without a match."""
        if first is None or second is None:
            return first or second, None
        number = len(self.nodes)
        self.nodes.append(
            Node(number=number, round=name, first=first, second=second, cell=cell, after_upset=after_upset)
        )
        return Slot("winner", number), Slot("loser", number)
