"""What is left of documents that someone started and did not finish."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import replace

from bakeoff.human_eval.designs.design import Passage
from bakeoff.human_eval.designs.screens.unit_tables import UnitTable


class UnfinishedDocuments:
    """Rests of documents, the oldest first, each found at once by its unit and systems."""

    def __init__(self) -> None:
        self._rests: dict[int, Passage] = {}
        self._alike: dict[tuple[int, frozenset[str]], list[int]] = {}
        """Numbers of the rests of a unit and its systems: a few at most."""
        self._following = 0

    def __len__(self) -> int:
        return len(self._rests)

    def __iter__(self) -> Iterator[Passage]:
        return iter(self._rests.values())

    def alike(self, unit: int, systems: Collection[str]) -> list[Passage]:
        """The rests of a unit with the same systems."""
        return [self._rests[number] for number in self._alike.get((unit, frozenset(systems)), ())]

    def take(self, unit: int, segment: int, systems: Collection[str], seen: Collection[int]) -> Passage | None:
        """Takes out what is left of a document from a segment on; what comes before it stays.

        The oldest rest that starts there and of which the judge has seen nothing comes first: it is what a judge is
        given. Others are for screens of which it is not known how they came about.
        """
        alike = self._alike.get((unit, frozenset(systems)), ())
        holding = [number for number in alike if segment in self._rests[number].segments]
        for number in holding:
            rest = self._rests[number]
            if rest.segments[0] == segment and not set(seen).intersection(rest.segments):
                return self._remove(unit, number)
        for number in holding:
            rest = self._rests[number]
            at = rest.segments.index(segment)
            if at == 0:
                return self._remove(unit, number)
            self._rests[number] = replace(rest, segments=rest.segments[:at])
            return replace(rest, segments=rest.segments[at:])
        return None

    def add(self, unit: int, passage: Passage, table: UnitTable) -> bool:
        """Adds what was not answered; parts that follow each other become one.

        Where they become the complete document, nothing is kept here, and the answer is True.
        """
        segments = passage.segments
        key = (unit, frozenset(passage.systems))
        for number in list(self._alike.get(key, ())):
            rest = self._rests[number]
            if table.follows(rest.segments[0], segments[-1]):
                segments = segments + rest.segments
            elif table.follows(segments[0], rest.segments[-1]):
                segments = rest.segments + segments
            else:
                continue
            self._remove(unit, number)
        if segments == table.segments_of(unit):
            return True
        self._rests[self._following] = Passage(pool=passage.pool, segments=segments, systems=passage.systems)
        self._alike.setdefault(key, []).append(self._following)
        self._following += 1
        return False

    def _remove(self, unit: int, number: int) -> Passage:
        rest = self._rests.pop(number)
        key = (unit, frozenset(rest.systems))
        self._alike[key].remove(number)
        if not self._alike[key]:
            del self._alike[key]
        return rest
