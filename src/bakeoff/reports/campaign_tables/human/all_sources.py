"""Systems of all directions into one language in one ranking (W08, table 7)."""

from __future__ import annotations

from itertools import zip_longest

from bakeoff.reports.campaign_results.human import HumanResults
from bakeoff.reports.campaign_results.results import CampaignResults
from bakeoff.reports.campaign_tables.human.judged_places import caption, named_system
from bakeoff.reports.human.captions import score_name
from bakeoff.reports.table import Column, Table, Value

_HALVES_FROM = 20
"""From this number on, systems are read in two halves next to each other."""


def all_sources_table(results: CampaignResults, human: HumanResults) -> Table:
    """Best first, down the left half and then the right one; the source language is lowered after the name."""
    entries: list[tuple[Value, ...]] = [
        (named_system(human, each.system), each.score) for each in human.ranking.systems
    ]
    halves = 2 if len(entries) >= _HALVES_FROM else 1
    size = -(-len(entries) // halves)
    parts = [entries[start : start + size] for start in range(0, len(entries), size)]
    heading = score_name(human.result)
    columns: list[Column] = []
    for number in range(len(parts)):
        ending = "" if number == 0 else f" {number + 1}"
        columns += [
            Column(f"system{ending}", title="System", missing=""),
            Column(f"{heading}{ending}", title=heading, digits=3, notation="bare", missing=""),
        ]
    none: tuple[Value, ...] = (None, None)
    return Table(
        columns=tuple(columns),
        rows=tuple(tuple(cell for part in row for cell in part) for row in zip_longest(*parts, fillvalue=none)),
        title=caption(results, human.title, human.language_pair, human.test_set),
        notes=(
            f"Lowered: the source language. {human.ranking.judgments:,} judgments, {human.ranking.comparisons:,} "
            "comparisons.",
        ),
    )
