"""The units of a pool: what is handed out as one, a segment or a document, of one system where screens show one."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from functools import cached_property
from random import Random

from bakeoff.human_eval.designs.design import Design


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
        self.common = common_groups(design, number, self.groups)

    def group_of(self, unit: int) -> int:
        """The segment, or the document, that a unit is about."""
        return (unit - self.begin) // (len(self.pool.systems) if self._single else 1)

    def system_of(self, unit: int) -> str | None:
        """The only system of a unit, where screens show one."""
        return self.pool.systems[(unit - self.begin) % len(self.pool.systems)] if self._single else None

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
        (system,) = systems
        return first + self._number_of[system]

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
