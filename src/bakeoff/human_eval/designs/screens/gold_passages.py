"""Questions whose answer is known, in the portions in which they are asked."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from dataclasses import replace

from bakeoff.human_eval.designs.design import Assignment, Design, Gold, Passage
from bakeoff.human_eval.designs.screens.unit_tables import UnitTable


class GoldPassages:
    """The gold items of a design: each by itself, or those of a document and its systems together, in its order."""

    def __init__(self, design: Design, tables: list[UnitTable]) -> None:
        groups: dict[object, list[int]] = {}
        first: dict[object, Gold] = {}
        for place, gold in enumerate(design.gold_items):
            document = tables[gold.pool].group_with(gold.segment) if design.by_document else place
            key = (gold.pool, document, frozenset(gold.systems))
            groups.setdefault(key, []).append(gold.segment)
            first.setdefault(key, gold)
        self._passages = [
            Passage(pool=first[key].pool, segments=tuple(sorted(own)), systems=first[key].systems, control="gold")
            for key, own in groups.items()
        ]
        self._starting: dict[tuple[int, int], list[Passage]] = {}
        """By pool and first segment."""
        for each in self._passages:
            self._starting.setdefault((each.pool, each.segments[0]), []).append(each)

    def open_to(
        self, chosen: Callable[[int], bool], hidden: Callable[[int], Collection[str]], *, fewest: int
    ) -> Iterator[Passage]:
        """Passages that a judge may get: of the chosen pools, without the systems hidden there.

        The known answer still holds for the outputs that are left, where they are at least `fewest`.
        """
        for each in self._passages:
            if not chosen(each.pool):
                continue
            left = tuple(system for system in each.systems if system not in hidden(each.pool))
            if len(left) == len(each.systems):
                yield each
            elif len(left) >= fewest and self._like(each.pool, each.segments[0], left) is each:
                yield replace(each, systems=left)

    def like(self, assignment: Assignment) -> Passage | None:
        """The passage that an already dealt screen starts, with the systems that were shown."""
        passage = self._like(assignment.pool, assignment.segment, assignment.systems)
        return None if passage is None else replace(passage, systems=assignment.systems)

    def _like(self, pool: int, segment: int, systems: Collection[str]) -> Passage | None:
        """Of passages that start alike, and show these systems or more, the one with the fewest.

        Where others become like it because systems are hidden they are not asked: nobody could tell them apart.
        """
        own = frozenset(systems)
        fitting = [each for each in self._starting.get((pool, segment), ()) if own.issubset(each.systems)]
        return min(fitting, key=lambda each: len(each.systems), default=None)
