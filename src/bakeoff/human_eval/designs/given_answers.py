"""Answers that judges start from: errors that a program, or somebody before them, marked in outputs.

They are given as judgments, as gold items are. What such a judgment leaves open, its language pair, test set or
document, fits whatever there is.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from bakeoff.data.judgments import SHARED, Judgment
from bakeoff.human_eval.designs.pools import Pool
from bakeoff.human_eval.protocols.observations import Item


class GivenAnswers:
    """Answers by segment and system; of several that fit, the first counts."""

    def __init__(self, judgments: Iterable[Judgment]) -> None:
        self._answers: dict[tuple[str, str], list[Judgment]] = {}
        for judgment in judgments:
            for shared in judgment.systems:
                for system in shared.split(SHARED):
                    self._answers.setdefault((judgment.segment, system), []).append(judgment)

    def of(self, item: Item, system: str) -> Any:
        """The answer that was given for an output; None where there is none."""
        found = self.judgment_of(item, system)
        return None if found is None else found.answer

    def judgment_of(self, item: Item, system: str) -> Judgment | None:
        return next((each for each in self._answers.get((item[3], system), ()) if _fits(each, item)), None)


def unplanned_answers(pools: Iterable[Pool], judgments: Iterable[Judgment]) -> int:
    """How many answers are about outputs that are not judged."""
    known = tuple(judgments)
    given = GivenAnswers(known)
    planned = {
        id(found)
        for pool in pools
        for number in range(len(pool.segments))
        for system in pool.systems
        if (found := given.judgment_of(pool.item(number), system)) is not None
    }
    return sum(id(each) not in planned for each in known)


def _fits(judgment: Judgment, item: Item) -> bool:
    said = (judgment.language_pair, judgment.test_set, judgment.document)
    return all(own in ("", wanted) for own, wanted in zip(said, item, strict=False))
