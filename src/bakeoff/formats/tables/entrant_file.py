"""Files of systems that take part: a header row, the column `system`, and perhaps more that is known of them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from bakeoff.data.entrants import Entrant
from bakeoff.errors import FormatError, Place
from bakeoff.formats.sources import MAX_BYTES, open_source
from bakeoff.formats.tables.named_columns import NamedColumns, named_columns
from bakeoff.formats.tables.tab_separated import cell_id, check_names

_BETWEEN = ";"
_ANSWERS = {"yes": True, "no": False, "": False}


def read_entrants(path: str | Path, *, max_bytes: int = MAX_BYTES) -> tuple[Entrant, ...]:
    """The systems of a table with tabs or commas between its columns (`-`: standard input), gzipped or not.

    Columns are `system` and any of `team` (or `site`), `system_type`, `consents` (names of the rulebook, separated by
    semicolons) and `baseline` (`yes` or `no`); further ones are passed over. Each system is once.
    """
    with open_source(path, max_bytes=max_bytes) as source:
        table = named_columns(source.lines(), source.name)
        check_names(list(table.columns), source.name)
        if "system" not in table.columns:
            raise FormatError(
                place=Place(source.name, 1),
                expected="a header row with the column system",
                found=", ".join(table.columns) or "an empty line",
            )
        entrants: dict[str, Entrant] = {}
        for entrant in _rows(table):
            if entrant.system in entrants:
                raise FormatError(place=entrant.place, expected="each system once", found=f"{entrant.system} again")
            entrants[entrant.system] = entrant
    return tuple(entrants.values())


def _rows(table: NamedColumns) -> Iterator[Entrant]:
    for line, cells in table.rows():
        place = Place(table.file, line)
        said = (cells.get("baseline") or "").strip().lower()
        if said not in _ANSWERS:
            raise FormatError(place=place, expected="yes or no under baseline", found=repr(said))
        consents = filter(None, map(str.strip, (cells.get("consents") or "").split(_BETWEEN)))
        yield Entrant(
            system=cell_id(cells, "system", place) or "",
            team=(cells.get("team") or cells.get("site") or "").strip(),
            system_type=(cells.get("system_type") or "").strip(),
            consents=frozenset(consents),
            baseline=_ANSWERS[said],
            place=place,
        )
