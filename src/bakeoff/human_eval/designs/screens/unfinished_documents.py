"""What is left of documents that someone started and did not finish."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from dataclasses import replace

from bakeoff.human_eval.designs.design import Passage
from bakeoff.human_eval.designs.screens.stored_screens import State, SystemNumbers, passage_of, passage_state
from bakeoff.human_eval.designs.screens.unit_tables import UnitTable


class UnfinishedDocuments:
    """Rests of documents, the oldest first, each found at once by its unit and systems.

    Where systems alternate, `systems_at` says which one a segment of a unit shows: a rest has those of its first one.
    """

    def __init__(self, systems_at: Callable[[int, int], tuple[str, ...]] | None = None) -> None:
        self._systems_at = systems_at
        self._rests: dict[int, Passage] = {}
        self._alike: dict[tuple[int, frozenset[str]], list[int]] = {}
        """Numbers of the rests of a unit and its systems: a few at most."""
        self._following = 0

    def state(self, systems: SystemNumbers) -> State:
        """The rests, and the number of the next one."""
        rests = [[number, passage_state(rest, systems)] for number, rest in self._rests.items()]
        return {"following": self._following, "rests": rests}

    def take_over(self, state: State, systems: SystemNumbers, unit_of: Callable[[Passage], int]) -> None:
        """Puts back what `state` gave."""
        self._following = state["following"]
        for number, values in state["rests"]:
            rest = self._rests[number] = passage_of(values, systems)
            self._alike.setdefault(self._key(unit_of(rest), rest.systems), []).append(number)

    def __len__(self) -> int:
        return len(self._rests)

    def __iter__(self) -> Iterator[Passage]:
        return iter(self._rests.values())

    def alike(self, unit: int, systems: Collection[str]) -> list[Passage]:
        """The rests of a unit with the same systems."""
        return [self._rests[number] for number in self._alike.get(self._key(unit, systems), ())]

    def take(self, unit: int, segment: int, systems: Collection[str], seen: Collection[int]) -> Passage | None:
        """Takes out what is left of a document from a segment on; what comes before it stays.

        The oldest rest that starts there and of which the judge has seen nothing comes first: it is what a judge is
        given. Others are for screens of which it is not known how they came about.
        """
        alike = self._alike.get(self._key(unit, systems), ())
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
            return self._passage(rest, unit, rest.segments[at:])
        return None

    def add(self, unit: int, passage: Passage, table: UnitTable) -> bool:
        """Adds what was not answered; parts that follow each other become one.

        Where they become the complete document, nothing is kept here, and the answer is True.
        """
        segments = passage.segments
        key = self._key(unit, passage.systems)
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
        plain = Passage(pool=passage.pool, segments=segments, systems=passage.systems)
        self._rests[self._following] = self._passage(plain, unit, segments)
        self._alike.setdefault(key, []).append(self._following)
        self._following += 1
        return False

    def _remove(self, unit: int, number: int) -> Passage:
        rest = self._rests.pop(number)
        key = self._key(unit, rest.systems)
        self._alike[key].remove(number)
        if not self._alike[key]:
            del self._alike[key]
        return rest

    def _key(self, unit: int, systems: Collection[str]) -> tuple[int, frozenset[str]]:
        """What rests have in common that may become one: a hand is a unit of its own."""
        return unit, frozenset(systems if self._systems_at is None else ())

    def _passage(self, rest: Passage, unit: int, segments: tuple[int, ...]) -> Passage:
        """Other segments of the same unit, with the systems of the first of them."""
        systems = rest.systems if self._systems_at is None else self._systems_at(unit, segments[0])
        return replace(rest, segments=segments, systems=systems)
