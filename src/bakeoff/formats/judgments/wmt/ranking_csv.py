"""Rankings of the WMT campaigns from 2008 on as CSV (`wmt12.RNK_results.csv`): a row for each screen.

Columns: `srclang`, `trglang`, `srcIndex` (the segment, counted from 1), `judgeId`, and for each output shown
`system1Id` and `system1rank` (from 1, the best, to 5; −1 where it was left blank). A `rankingID` names the screen where
a row holds only a part of it. The others repeat what these say. `a,b` names an output that several systems share.
"""

from __future__ import annotations

import re

from bakeoff.data.judgments import Judgment
from bakeoff.errors import FormatError, Place
from bakeoff.formats.judgments.rows import Mistakes, Rows
from bakeoff.formats.judgments.tables import named_cells
from bakeoff.formats.judgments.wmt.rank_cells import check_once, rank_of
from bakeoff.formats.sources import Source

_NEEDED = ("srclang", "trglang", "srcIndex", "system1Id", "system1rank", "system2Id", "system2rank")
_SYSTEM = re.compile(r"system(\d+)Id")


def read(source: Source, rows: Rows) -> tuple[Judgment, ...]:
    mistakes = Mistakes()
    judgments = []
    for place, cells in named_cells(source, mistakes, needed=_NEEDED):
        with mistakes.noting():
            if rows.is_new(cells.values(), place):
                judgments.append(_judgment(cells, place, rows.id_of(place)))
    mistakes.check()
    return tuple(judgments)


def _judgment(cells: dict[str, str], place: Place, id: str) -> Judgment:
    numbers = [match[1] for name in cells if (match := _SYSTEM.fullmatch(name)) and cells[name]]
    systems = tuple(cells[f"system{number}Id"] for number in numbers)
    if not systems:
        raise FormatError(place=place, expected="a system in one of the columns system1Id, …", found="none")
    check_once(systems, place)
    judge = cells.get("judgeId") or cells.get("judgeID") or ""
    for column, value in (("srcIndex", cells["srcIndex"]), ("judgeId", judge)):
        if not value:
            raise FormatError(place=place, expected=f"a value in the column {column}", found="an empty cell")
    return Judgment(
        id=id,
        protocol="ranking",
        judge=judge,
        language_pair=f"{cells['srclang']}-{cells['trglang']}",
        segment=cells["srcIndex"],
        screen=cells.get("rankingID", ""),
        systems=systems,
        answer=[rank_of(cells.get(f"system{number}rank", ""), place) for number in numbers],
        place=place,
    )
