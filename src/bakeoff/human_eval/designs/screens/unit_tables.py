"""The units of a pool: what is handed out as one, a segment or a document, of one output where screens show one.

Where systems alternate, a unit is what a hand has of a document.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from functools import cached_property
from random import Random

from bakeoff.human_eval.designs.design import Design
from bakeoff.human_eval.designs.screens.hands import hands_of


class UnitTable:
    """One pool of a design, divided into units. Units of all pools are numbered together, these from `begin` on."""

    def __init__(self, design: Design, number: int, begin: int) -> None:
        self.pool = design.pools[number]
        self.begin = begin
        self._single = design.shown == 1
        self._blocks = blocks_of(self.pool.segments) if design.by_document else None
        self.groups = len(self.pool.segments if self._blocks is None else self._blocks)
        """Segments, or documents where they are handed out complete."""
        self.end = begin + self.groups * (len(self.pool.systems) if self._single else 1)
        self.hands = hands_of(design, number) if design.alternating else ()
        """For each hand the system of every segment; none where systems do not alternate."""
        self.common = common_groups(design, number, self.groups)
        self._shared: dict[int, tuple[str, ...]] = {}
        """Of units whose output several systems have, all of these."""
        self._unit_of_shared: dict[tuple[int, str], int] = {}
        self.void: frozenset[int] = frozenset()
        """Units of systems whose output is that of an earlier system: they are asked with the unit of that one."""
        if self._single and design.identical:
            self._share(design, number)

    def group_of(self, unit: int) -> int:
        """The segment, or the document, that a unit is about."""
        return (unit - self.begin) // (len(self.pool.systems) if self._single else 1)

    def systems_of(self, unit: int) -> tuple[str, ...] | None:
        """The system of a unit, or those that have the same output, where screens show one output.

        Of a hand it is the system of its first segment.
        """
        if not self._single:
            return None
        if self.hands:
            return self.systems_at(unit, self.segments_of(unit)[0])
        return self._shared.get(unit) or (self.pool.systems[(unit - self.begin) % len(self.pool.systems)],)

    def hand_of(self, unit: int) -> int:
        """The hand that a unit belongs to, where systems alternate."""
        return (unit - self.begin) % len(self.hands)

    def systems_at(self, unit: int, segment: int) -> tuple[str, ...]:
        """The system that a segment of a hand shows."""
        return (self.hands[self.hand_of(unit)][segment],)

    @property
    def shared(self) -> Iterable[tuple[int, tuple[str, ...]]]:
        """Units whose output several systems have, with these."""
        return self._shared.items()

    def units_of(self, group: int) -> range:
        width = len(self.pool.systems) if self._single else 1
        return range(self.begin + group * width, self.begin + (group + 1) * width)

    def segments_of(self, unit: int) -> tuple[int, ...]:
        group = self.group_of(unit)
        return (group,) if self._blocks is None else self._blocks[group]

    def unit(self, segment: int, systems: Collection[str]) -> int:
        """The unit that a screen belongs to."""
        first = self.units_of(self.group_with(segment))[0]
        if not self._single:
            return first
        system = next(iter(systems))
        if self.hands:
            return first + next(number for number, row in enumerate(self.hands) if row[segment] == system)
        known = self._unit_of_shared.get((self.group_with(segment), system))
        return first + self._number_of[system] if known is None else known

    def group_with(self, segment: int) -> int:
        return segment if self._blocks is None else self._group_of[segment]

    def follows(self, segment: int, other: int) -> bool:
        """Whether a segment comes next after another in the same document."""
        if self._blocks is None or self._group_of[segment] != self._group_of[other]:
            return False
        block = self._blocks[self._group_of[segment]]
        return block.index(segment) == block.index(other) + 1

    def columns(self, systems: Iterable[str]) -> list[int]:
        return [self._number_of[system] for system in systems]

    def _share(self, design: Design, number: int) -> None:
        """Lets systems with the same output share the unit of the first of them."""
        void = set()
        for group in range(self.groups):
            segment = group if self._blocks is None else self._blocks[group][0]
            for systems in design.identical.get((number, segment), ()):
                first, *others = (self.units_of(group)[place] for place in sorted(self.columns(systems)))
                self._shared[first] = systems
                self._unit_of_shared |= {(group, system): first for system in systems}
                void.update(others)
        self.void = frozenset(void)

    @cached_property
    def _number_of(self) -> dict[str, int]:
        return {system: number for number, system in enumerate(self.pool.systems)}

    @cached_property
    def _group_of(self) -> dict[int, int]:
        return {segment: number for number, block in enumerate(self._blocks or []) for segment in block}


def common_groups(design: Design, number: int, groups: int) -> frozenset[int]:
    """The segments, or documents, of a pool that everybody may get."""
    if not design.common_pool:
        return frozenset()
    rng = Random(f"{design.seed}:common:{number}")
    return frozenset(rng.sample(range(groups), min(design.common_size, groups)))


def blocks_of(segments: Iterable[tuple[str, str]]) -> list[tuple[int, ...]]:
    """The numbers of the segments of each document."""
    blocks: dict[str, list[int]] = {}
    for number, (document, _) in enumerate(segments):
        blocks.setdefault(document, []).append(number)
    return [tuple(block) for block in blocks.values()]
