"""Tasks into English and out of it, as W08 and WMT average them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol, TypeVar

from bakeoff.reports.campaign_results.results import CampaignResults
from bakeoff.reports.campaign_tables.human.judged_places import Place


class InPlace(Protocol):
    """What belongs to a language pair and test set."""

    @property
    def place(self) -> Place: ...


T = TypeVar("T", bound=InPlace)
INTO, OUT_OF, ALL = "into English", "out of English", "all language pairs"


def by_direction(results: CampaignResults, tasks: Sequence[T]) -> dict[str, tuple[T, ...]]:
    """The tasks by direction; all together where English is on neither side of one, or on the same side of all."""
    found: dict[str, list[T]] = {}
    for task in tasks:
        pair = results.rulebook.language_pairs.get(task.place[0])
        into = pair is not None and pair.target_code == "en"
        out_of = pair is not None and pair.source_code == "en"
        found.setdefault(INTO if into else OUT_OF if out_of else ALL, []).append(task)
    if ALL in found or len(found) < 2:
        return {ALL: tuple(tasks)} if tasks else {}
    return {direction: tuple(found[direction]) for direction in (INTO, OUT_OF)}
