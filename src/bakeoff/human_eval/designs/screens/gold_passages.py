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
            elif len(left) >= fewest:
                yield replace(each, systems=left)

    def like(self, assignment: Assignment) -> Passage | None:
        """The passage that an already dealt screen starts, with the systems that were shown."""
        own = frozenset(assignment.systems)
        fitting = [
            each
            for each in self._passages
            if (each.pool, each.segments[0]) == (assignment.pool, assignment.segment) and own.issubset(each.systems)
        ]
        passage = min(fitting, key=lambda each: len(each.systems), default=None)
        return None if passage is None else replace(passage, systems=assignment.systems)
