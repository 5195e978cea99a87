"""Questions whose answer is known, in the portions in which they are asked."""

from __future__ import annotations

from collections.abc import Iterator

from bakeoff.human_eval.designs.design import Assignment, Design, Gold
from bakeoff.human_eval.designs.passages import Passage
from bakeoff.human_eval.designs.tables import Table


class GoldPassages:
    """The gold items of a design: each by itself, or those of a document and its systems together, in its order."""

    def __init__(self, design: Design, tables: list[Table]) -> None:
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

    def __iter__(self) -> Iterator[Passage]:
        return iter(self._passages)

    def like(self, assignment: Assignment) -> Passage | None:
        """The passage that a screen which was dealt before begins."""
        wanted = (assignment.pool, assignment.segment, frozenset(assignment.systems))
        for each in self._passages:
            if (each.pool, each.segments[0], frozenset(each.systems)) == wanted:
                return each
        return None
