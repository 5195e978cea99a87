"""What can still be assigned: units by how often they were, documents left unfinished, how often each was shown."""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from dataclasses import replace
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from bakeoff.human_eval.designs.design import Assignment, Design, Passage
from bakeoff.human_eval.designs.screens.judge_history import JudgeHistory
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
        self.rests: list[Passage] = []
        """What is left of documents that someone started and did not finish."""
        self.shown: Counter[tuple[int, int, str]] = Counter()
        """How often a system was on a screen of a segment of a pool."""
        self.shown_at_all: Counter[tuple[int, str]] = Counter()
        self.met: Counter[tuple[int, frozenset[str]]] = Counter()
        """How often two systems of a pool were on one screen."""
        self._hidden: dict[frozenset[str], dict[int, frozenset[str]]] = {}
        self._kept: dict[tuple[frozenset[int] | None, frozenset[str]], NDArray[np.bool_]] = {}
        segments = sum(len(table.pool.segments) for table in self.tables)
        self.passage_size = segments / max(1, sum(table.groups for table in self.tables))
        """Segments that come in a row, on average."""

    def pool_of(self, unit: int) -> int:
        return bisect_right(self._begins, unit) - 1

    def unit_of(self, passage: Passage | Assignment) -> int:
        segment = passage.segment if isinstance(passage, Assignment) else passage.segments[0]
        return self.tables[passage.pool].unit(segment, passage.systems)

    def start(self, passage: Passage) -> None:
        """Notes that an ordinary passage is handed out: a unit, or what is left of one."""
        unit = self.unit_of(passage)
        if passage.segments == self.tables[passage.pool].segments_of(unit):
            self.levels.raise_(unit)
            return
        for place, rest in enumerate(self.rests):
            if rest.question == passage.question:
                del self.rests[place]
                return

    def rest_from(self, assignment: Assignment) -> Passage | None:
        """What is left of a document from the segment of a screen on, separated from the part before it."""
        for place, rest in enumerate(self.rests):
            if (
                rest.pool == assignment.pool
                and set(rest.systems) == set(assignment.systems)
                and assignment.segment in rest.segments
            ):
                at = rest.segments.index(assignment.segment)
                passage = replace(rest, segments=rest.segments[at:])
                self.rests[place : place + 1] = [*([replace(rest, segments=rest.segments[:at])] if at else []), passage]
                return passage
        return None

    def reopen(self, passage: Passage) -> None:
        """Takes back what was not answered; parts of a document that follow each other become one."""
        table, unit = self.tables[passage.pool], self.unit_of(passage)
        segments = passage.segments
        for rest in list(self.rests):
            if rest.pool != passage.pool or set(rest.systems) != set(passage.systems):
                continue
            if table.follows(rest.segments[0], segments[-1]):
                segments = segments + rest.segments
            elif table.follows(segments[0], rest.segments[-1]):
                segments = rest.segments + segments
            else:
                continue
            self.rests.remove(rest)
        if segments == table.segments_of(unit):
            self.levels.raise_(unit, by=-1)
        else:
            self.rests.append(Passage(pool=passage.pool, segments=segments, systems=passage.systems))

    def count(self, assignment: Assignment, by: int = 1) -> None:
        """Notes an ordinary screen, or one that was given back (`by=-1`)."""
        pool = assignment.pool
        for system in assignment.systems:
            self.shown[pool, assignment.segment, system] += by
            self.shown_at_all[pool, system] += by
        if self._design.shown is not None:
            for pair in combinations(assignment.systems, 2):
                self.met[pool, frozenset(pair)] += by

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

    def among(self, history: JudgeHistory, pools: frozenset[int] | None, excluded: frozenset[str]) -> NDArray[np.bool_]:
        """Of every unit whether it may go to a judge: not seen yet, of a pool of theirs, no system that is hidden."""
        allowed = self._allowed(pools, excluded).copy()
        allowed[np.frombuffer(history.units, dtype=np.int64)] = False
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
            if self._design.shown == 1:
                units.reshape(table.groups, -1)[:, table.columns(systems)] = False
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
