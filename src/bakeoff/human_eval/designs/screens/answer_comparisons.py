"""What answers say about systems: which one is better than which other, on one screen."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import Any

from bakeoff.data.judgments import Judgment
from bakeoff.human_eval.analyses.shared_judgments import for_each_system
from bakeoff.human_eval.designs.screens.events import Comparison
from bakeoff.human_eval.protocols.contract import Protocol
from bakeoff.human_eval.protocols.observations import Grades, Item, Observations, Preferences


def answer_comparisons(judgments: Sequence[Judgment], protocol: Protocol[Any]) -> tuple[Comparison, ...]:
    """The comparisons that answers come to, for `Dealer.answer`; controls but repeats do not count."""
    preferences = protocol.preferences(judgments, of="systems")
    observations = protocol.grades(for_each_system(judgments)) if preferences is None else preferences
    if observations is None:
        return ()
    found = compared_systems(observations, higher_is_better=protocol.higher_is_better)
    return tuple(comparison for _, comparison in found)


def compared_systems(observations: Observations, *, higher_is_better: bool) -> Iterator[tuple[Item, Comparison]]:
    """Every comparison of two systems on one screen, in the order of answers, with its item."""
    counted = observations.take(observations.ordinary)
    names = counted.systems
    if isinstance(counted, Preferences):
        rows = zip(counted.item, counted.first, counted.second, counted.outcome, strict=True)
        for item, first, second, outcome in rows:
            yield counted.items[item], (names[first], names[second], int(outcome))
    elif isinstance(counted, Grades):
        screens: dict[int, list[int]] = {}
        for row, judgment in enumerate(counted.judgment.tolist()):
            screens.setdefault(judgment, []).append(row)
        sign = 1 if higher_is_better else -1
        for one, two in (pair for own in screens.values() for pair in combinations(own, 2)):
            gap = sign * float(counted.value[one] - counted.value[two])
            outcome = (gap > 0) - (gap < 0)
            yield counted.items[counted.item[one]], (names[counted.system[one]], names[counted.system[two]], outcome)
