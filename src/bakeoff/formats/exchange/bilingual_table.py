"""A table of source and target, separated by tabs: `id`, `source`, `target`, and where there are any `signed_off` and
`comment`.
"""

from __future__ import annotations

from collections.abc import Iterator

from bakeoff.errors import FormatError, Place
from bakeoff.formats.exchange.bilingual import BilingualFile, BilingualUnit
from bakeoff.formats.sources import Source
from bakeoff.formats.tables.tab_separated import check_names, header_names, joined, named_rows

_NEEDED = ("id", "source", "target")
_COLUMNS = (*_NEEDED, "signed_off", "comment")


def recognises(head: str) -> bool:
    """Whether a file starts like such a table."""
    columns = head.removeprefix("\ufeff").partition("\n")[0].rstrip("\r").split("\t")
    return set(_NEEDED) <= set(columns)


def read(source: Source) -> BilingualFile:
    """The rows of a table."""
    lines = source.lines()
    columns = header_names(lines[0] if lines else "", source.name)
    check_names(columns, source.name)
    if not set(_NEEDED) <= set(columns):
        raise FormatError(
            place=Place(source.name, 1), expected=f"the columns {', '.join(_NEEDED)}", found=", ".join(columns)
        )
    units = []
    for number, cells in named_rows(lines, columns, source.name):
        comment = cells.get("comment", "")
        units.append(
            BilingualUnit(
                id=cells["id"],
                source=cells["source"],
                target=cells["target"] if cells["target"].strip() else None,
                signed_off=cells.get("signed_off", "").strip().casefold() in ("yes", "true", "1"),
                notes=(comment,) if comment else (),
                place=Place(source.name, number),
            )
        )
    return BilingualFile(units=tuple(units), format="bilingual-tsv")


def write(file: BilingualFile) -> Iterator[str]:
    """The table, with all columns."""
    yield joined(_COLUMNS)
    for unit in file.units:
        said = "yes" if unit.signed_off else ""
        yield joined([unit.id, unit.source, unit.target or "", said, " ".join(unit.notes)])
