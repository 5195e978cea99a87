"""Rankings of the WMT campaigns from 2008 on as CSV (`wmt12.RNK_results.csv`): a row for each screen.

Columns: `srclang`, `trglang`, `srcIndex` (the segment, counted from 1), `judgeId`, and for each output shown
`system1Id` and `system1rank` (from 1, the best, to 5; −1 where it was left blank). A `rankingID` names the screen where
a row holds only a part of it. The others repeat what these say. `a,b` names an output that several systems share.

Files are written with a row for each screen, as many systems in it as the largest screen shows. Where the source of the
test set is not known, `srcIndex` is the name of the segment.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Iterator

from bakeoff.data.judgments import Judgment
from bakeoff.errors import FormatError, InputError, Place
from bakeoff.formats.judgments.rows import Mistakes, Rows
from bakeoff.formats.judgments.tables import named_cells
from bakeoff.formats.judgments.wmt.rank_cells import check_once, rank_of
from bakeoff.formats.judgments.written import Sources, check_protocols, latest, lines_in
from bakeoff.formats.sources import Source

_NEEDED = ("srclang", "trglang", "srcIndex", "system1Id", "system1rank", "system2Id", "system2rank")
_SYSTEM = re.compile(r"system(\d+)Id")
_FILL = "Fill it in, or take the row out."
_WORST = 5
PROTOCOLS = ("ranking",)


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
        raise FormatError(
            place=place, expected="a system in one of the columns system1Id, …", found="none", remedy=_FILL
        )
    check_once(systems, place)
    judge = cells.get("judgeId") or cells.get("judgeID") or ""
    for column, value in (("srcIndex", cells["srcIndex"]), ("judgeId", judge)):
        if not value:
            raise FormatError(
                place=place, expected=f"a value in the column {column}", found="an empty cell", remedy=_FILL
            )
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


def lines_of(judgments: Iterable[Judgment], sources: Sources) -> Iterator[str]:
    """The lines of a file, the names of the columns first; screens without an answer and controls are left out."""
    rows, lines = [each for each in latest(judgments) if each.systems], lines_in(sources)
    check_protocols(rows, PROTOCOLS, "WMT's table of rankings")
    most = max((len(each.systems) for each in rows), default=2)
    names = [f"system{number}{what}" for number in range(1, max(most, 2) + 1) for what in ("Id", "rank")]
    yield _line(["srclang", "trglang", "srcIndex", "documentId", "segmentId", "judgeID", *names, "rankingID"])
    for each in rows:
        source, _, target = each.language_pair.partition("-")
        cells = [cell for pair in zip(each.systems, map(_rank, _ranks(each)), strict=True) for cell in pair]
        filling = [""] * (len(names) - len(cells))
        line = lines.get(each.location, each.segment)
        head = [source, target, line, each.document, each.segment, each.judge]
        yield _line([*head, *cells, *filling, each.screen])


def _ranks(judgment: Judgment) -> list[int | None]:
    ranks: list[int | None] = judgment.answer
    if any(rank is not None and not 1 <= rank <= _WORST for rank in ranks):
        raise InputError(
            place=judgment.place,
            expected=f"ranks from 1 to {_WORST}",
            found=f"{ranks} in judgment {judgment.id}",
            remedy="Export as JSON Lines or CSV.",
        )
    return ranks


def _rank(rank: int | None) -> str:
    return "-1" if rank is None else str(rank)


def _line(cells: list[str]) -> str:
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerow(cells)
    return text.getvalue()
