"""What can still be assigned: units by how often they were, documents left unfinished, how often each was shown."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Collection, Iterable, Iterator
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from bakeoff.errors import InputError
from bakeoff.human_eval.designs.design import Assignment, Design, Passage
from bakeoff.human_eval.designs.screens.seen_units import SeenUnits
from bakeoff.human_eval.designs.screens.shown_counts import ShownCounts
from bakeoff.human_eval.designs.screens.stored_screens import State, SystemNumbers
from bakeoff.human_eval.designs.screens.unfinished_documents import UnfinishedDocuments
from bakeoff.human_eval.designs.screens.unit_levels import UnitLevels
from bakeoff.human_eval.designs.screens.unit_tables import UnitTable

_KEPT = 32
"""Choices of pools and hidden systems for which is remembered what they leave."""


class OpenUnits:
    """The side of a dealer that all judges share."""

    def __init__(self, design: Design) -> None:
        self._design = design
        self.tables: list[UnitTable] = []
        for number in range(len(design.pools)):
            self.tables.append(UnitTable(design, number, self.tables[-1].end if self.tables else 0))
        self._begins = [table.begin for table in self.tables]
        self.levels = UnitLevels(self.tables[-1].end if self.tables else 0)
        for table in self.tables:
            for unit in table.void:  # never handed out by itself, and never missing
                self.levels.raise_(unit, by=design.redundancy)
        self.opened = frozenset(range(len(self.tables)))
        """The pools that are dealt."""
        self.rests = UnfinishedDocuments(self._systems_at if design.alternating else None)
        self.shown = ShownCounts(design)
        self._hidden: dict[frozenset[str], dict[int, frozenset[str]]] = {}
        self._kept: dict[tuple[frozenset[int] | None, frozenset[str]], NDArray[np.bool_]] = {}
        segments = sum(len(table.pool.segments) for table in self.tables)
        self.passage_size = segments / max(1, sum(table.groups for table in self.tables))
        """Segments that come in a row, on average."""
        if design.in_turn:
            self.open_pools(())

    def open_pools(self, pools: Collection[int]) -> None:
        """Deals these pools from now on, and no others. What was handed out of a pool keeps it open.

        Units of other pools count as handed out, so that nobody gets them and none of them is missing.
        """
        wanted = frozenset(pools)
        for number in sorted(self.opened ^ wanted):
            if number in self.opened and self.is_started(number):
                raise InputError(expected=f"pool {number} among those that are open", found="it was handed out")
            by = self._design.redundancy if number in self.opened else -self._design.redundancy
            for unit in self._units(number):
                self.levels.raise_(unit, by=by)
        self.opened = wanted

    def is_started(self, number: int) -> bool:
        """Whether something of an open pool was handed out."""
        return number in self.opened and any(map(self.levels.level_of, self._units(number)))

    def is_handed_out(self, number: int) -> bool:
        """Whether nothing of an open pool is left to hand out."""
        wanted = self._design.redundancy
        return (
            number in self.opened
            and all(self.levels.level_of(unit) >= wanted for unit in self._units(number))
            and not any(rest.pool == number for rest in self.rests)
        )

    def _units(self, number: int) -> Iterator[int]:
        table = self.tables[number]
        return (unit for unit in range(table.begin, table.end) if unit not in table.void)

    def state(self, systems: SystemNumbers) -> State:
        """What was handed out, as plain values."""
        return {
            "opened": sorted(self.opened),
            "levels": self.levels.state(),
            "rests": self.rests.state(systems),
            "shown": self.shown.state(),
        }

    def take_over(self, state: State, systems: SystemNumbers) -> None:
        """Takes what `state` gave."""
        self.opened = frozenset(state["opened"])
        self.levels.take_over(state["levels"])
        self.rests.take_over(state["rests"], systems, self.unit_of_passage)
        self.shown.take_over(state["shown"])

    def pool_of(self, unit: int) -> int:
        return bisect_right(self._begins, unit) - 1

    def unit_of(self, assignment: Assignment) -> int:
        return self.tables[assignment.pool].unit(assignment.segment, assignment.systems)

    def unit_of_passage(self, passage: Passage) -> int:
        return self.tables[passage.pool].unit(passage.segments[0], passage.systems)

    def cut(self, passage: Passage, segments: tuple[int, ...]) -> Passage:
        """Some segments of a passage; where systems alternate, with the system of the first of them."""
        if not self._design.alternating:
            return replace(passage, segments=segments)
        return replace(passage, segments=segments, systems=self._systems_at(self.unit_of_passage(passage), segments[0]))

    def seen_segments(self, seen: SeenUnits, unit: int) -> Collection[int]:
        """The segments of a unit that a judge saw: of any hand, where systems alternate."""
        if not self._design.alternating:
            return seen.segments(unit)
        return {segment for other in self._alternatives(unit) for segment in seen.segments(other)}

    def was_seen(self, seen: SeenUnits, unit: int) -> bool:
        """Whether a judge saw something of a unit, in any hand, where systems alternate."""
        return unit in seen or (self._design.alternating and any(each in seen for each in self._alternatives(unit)))

    def is_alternative(self, passage: Passage, unit: int) -> bool:
        """Whether a passage is of a unit, or where systems alternate, of the same document in any hand."""
        own = self.unit_of_passage(passage)
        return own == unit or (self._design.alternating and own in self._alternatives(unit))

    def _alternatives(self, unit: int) -> range:
        """The units of the same document in all hands."""
        table = self.tables[self.pool_of(unit)]
        return table.units_of(table.group_of(unit))

    def _systems_at(self, unit: int, segment: int) -> tuple[str, ...]:
        return self.tables[self.pool_of(unit)].systems_at(unit, segment)

    def start(self, unit: int, assignment: Assignment, seen: Collection[int]) -> tuple[int, ...] | None:
        """Hands out what a screen starts: what is left of a document, or a unit; gives its segments.

        `seen` is what the judge has seen of the unit. None: the screen is within a document that is not open.
        """
        complete = self.tables[assignment.pool].segments_of(unit)
        if len(complete) > 1:
            rest = self.rests.take(unit, assignment.segment, assignment.systems, seen)
            if rest is not None:
                return rest.segments
            if complete[0] != assignment.segment:
                return None
        self.levels.raise_(unit)
        return complete

    def reopen(self, passage: Passage) -> None:
        """Takes back what was not answered; parts of a document that follow each other become one."""
        table, unit = self.tables[passage.pool], self.unit_of_passage(passage)
        if passage.segments == table.segments_of(unit) or self.rests.add(unit, passage, table):
            self.levels.raise_(unit, by=-1)

    def take_single(self, unit: int, assignment: Assignment) -> bool:
        """Hands out one screen of what is open, and nothing that follows; whether that was possible."""
        complete, segment = self.tables[assignment.pool].segments_of(unit), assignment.segment
        own = Passage(pool=assignment.pool, segments=(segment,), systems=assignment.systems)
        rest = self.rests.take(unit, segment, assignment.systems, ()) if len(complete) > 1 else None
        if rest is None:
            if self.levels.level_of(unit) >= self._design.redundancy:
                return False
            self.levels.raise_(unit)
            before = complete[: complete.index(segment)]
            if before:
                self.reopen(self.cut(own, before))
        segments = complete if rest is None else rest.segments
        after = segments[segments.index(segment) + 1 :]
        if after:
            self.reopen(self.cut(own, after))
        return True

    def is_open(self, unit: int, assignment: Assignment) -> bool:
        """Whether one screen is still to be handed out: its unit, or what is left of its document."""
        alike = self.rests.alike(unit, assignment.systems)
        return self.levels.level_of(unit) < self._design.redundancy or any(
            assignment.segment in rest.segments for rest in alike
        )

    def hidden(self, number: int, excluded: frozenset[str]) -> frozenset[str]:
        """The systems of a pool that someone must not see."""
        if not excluded:
            return excluded
        if len(self._hidden) > _KEPT and excluded not in self._hidden:
            self._hidden.clear()
        known = self._hidden.setdefault(excluded, {})
        if number not in known:
            known[number] = self.tables[number].pool.named(excluded)
        return known[number]

    def among(self, seen: SeenUnits, pools: frozenset[int] | None, excluded: frozenset[str]) -> NDArray[np.bool_]:
        """Of every unit whether it may go to a judge: not seen yet, of a pool of theirs, no system that is hidden."""
        allowed = self._allowed(pools, excluded).copy()
        allowed[seen.numbers()] = False
        for unit in seen.numbers().tolist() if self._design.alternating else ():
            others = self._alternatives(unit)
            allowed[others.start : others.stop] = False
        return allowed

    @property
    def fewest(self) -> int:
        """Outputs that a screen needs at least: two where they are compared."""
        shown = self._design.shown
        return 1 if shown is None else min(shown, 2)

    def _allowed(self, pools: frozenset[int] | None, excluded: frozenset[str]) -> NDArray[np.bool_]:
        """The same for everyone who asks; kept for a few choices, because judges of one team ask for the same."""
        key = (pools, excluded)
        if key in self._kept:
            return self._kept[key]
        allowed = np.full(len(self.levels), pools is None)
        for number in pools or ():
            table = self.tables[number]
            allowed[table.begin : table.end] = True
        for number, table in enumerate(self.tables):
            if not (systems := self.hidden(number, excluded)):
                continue
            units = allowed[table.begin : table.end]
            if self._design.alternating:  # every hand has outputs of all systems
                units[:] = False
            elif self._design.shown == 1:
                units.reshape(table.groups, -1)[:, table.columns(systems)] = False
                for unit, sharing in table.shared:
                    allowed[unit] &= systems.isdisjoint(sharing)
            elif len(table.pool.systems) - len(systems) < self.fewest:
                units[:] = False
        if len(self._kept) == _KEPT:
            del self._kept[next(iter(self._kept))]
        self._kept[key] = allowed
        return allowed

    @property
    def missing(self) -> int:
        """How many units still need a judge, documents that were left halfway among them."""
        wanted = self._design.redundancy
        unjudged = sum((wanted - level) * len(units) for level, units in zip(range(wanted), self.levels, strict=False))
        return unjudged + len(self.rests)

    def out_of_reach(self, judges: Iterable[tuple[SeenUnits, frozenset[int] | None, frozenset[str]]]) -> int:
        """How many judgments of units are missing that no judge can give: what each saw, chose and must not see."""
        able = np.zeros(len(self.levels), dtype=np.int64)
        for seen, pools, excluded in judges:
            able += self.among(seen, pools, excluded)
        given = np.array([self.levels.level_of(unit) for unit in range(len(self.levels))], dtype=np.int64)
        if self._design.alternating:  # who takes one hand of a document can take no other
            return sum(
                max(0, int((self._design.redundancy - given[units]).clip(0).sum()) - int(able[units].max()))
                for table in self.tables
                for units in (list(table.units_of(group)) for group in range(table.groups))
            )
        return int(np.maximum(self._design.redundancy - given - able, 0).sum())

    @property
    def screens(self) -> int:
        """How many screens all units need, without controls."""
        width = self._design.redundancy
        return width * sum(
            len(table.segments_of(unit))
            for table in self.tables
            for unit in range(table.begin, table.end)
            if unit not in table.void
        )
