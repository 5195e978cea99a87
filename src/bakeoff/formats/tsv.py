r"""Tab-separated values: a header row, then a row for each segment.

The column `text` is needed; `document` and `segment` hold ids; every other column is an attribute of the document
(`genre`, `origlang`, …), an empty cell meaning that the document has none. Inside a cell a tab is written \t, a line
feed \n, a carriage return \r, a backslash \\.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from bakeoff.data import TextSet
from bakeoff.errors import FormatError, Place
from bakeoff.formats.rows import RESERVED, Row, documents_of, rows_of
from bakeoff.formats.sources import Source
from bakeoff.formats.text_file import Role, only_set, place_in, text_set

_ESCAPES = {"t": "\t", "n": "\n", "r": "\r", "\\": "\\"}
_ESCAPE = re.compile(r"\\(.?)", re.DOTALL)
_SPECIAL = str.maketrans({character: "\\" + letter for letter, character in _ESCAPES.items()})


def read(source: Source, *, role: Role) -> tuple[TextSet, ...]:
    """One set; without the columns `document` and `segment` its segments are counted as in plain text."""
    documents = documents_of(_rows(source), source.name)
    return (text_set(role, source.base_name, documents=documents, file=source.name),)


def write(sets: Sequence[TextSet]) -> Iterator[str]:
    """Header and rows; the columns of ids are left out where the segments were only counted off."""
    text = only_set(sets, "TSV")
    _check_characters(text)
    rows = list(rows_of(text, "TSV"))
    ids = [] if all(row.document is None for row in rows) else ["document", "segment"]
    names = list(dict.fromkeys(name for document in text.documents for name in document.attributes))
    yield "\t".join(name.translate(_SPECIAL) for name in [*ids, *names, "text"]) + "\n"
    for row in rows:
        values = [row.document or "", row.segment or ""] if ids else []
        cells = [*values, *(row.attributes.get(name, "") for name in names), row.text]
        yield "\t".join(cell.translate(_SPECIAL) for cell in cells) + "\n"


def _check_characters(text: TextSet) -> None:
    for document in text.documents:
        for segment in document.segments:
            if "\0" in segment.text:
                place = place_in(text, document, segment)
                raise FormatError(place=place, expected="text", found="a NUL character", remedy="Remove it.")


def _rows(source: Source) -> Iterator[Row]:
    lines = source.lines()
    columns = _header(lines[0] if lines else "", source.name)
    for number, line in enumerate(lines[1:], start=2):
        cells = line.split("\t")
        if len(cells) != len(columns):
            raise FormatError(
                place=Place(source.name, number),
                expected=f"{len(columns)} columns",
                found=str(len(cells)),
                remedy=r"Write a tab inside a segment as \t.",
            )
        if "\\" in line:
            cells = [_unescaped(cell, source.name, number) for cell in cells]
        values = dict(zip(columns, cells, strict=True))
        yield Row(
            number,
            _id(values, "document", source.name, number),
            _id(values, "segment", source.name, number),
            values["text"],
            {name: value for name, value in values.items() if value and name not in RESERVED},
        )


def _header(line: str, file: str) -> list[str]:
    columns = [_unescaped(cell, file, 1) for cell in line.split("\t")]
    if "text" not in columns:
        raise FormatError(
            place=Place(file, 1),
            expected="a header row with a column called text",
            found=", ".join(columns) if line else "an empty line",
            remedy="Name the columns in the first row: document, segment, text and attributes of documents.",
        )
    doubled = [name for name in columns if not name or columns.count(name) > 1]
    if doubled:
        found = f"{doubled[0]} twice" if doubled[0] else "one without a name"
        raise FormatError(place=Place(file, 1), expected="a name of its own for each column", found=found)
    return columns


def _id(values: dict[str, str], column: str, file: str, line: int) -> str | None:
    value = values.get(column)
    if value == "":
        raise FormatError(place=Place(file, line), expected=f"an id in the column {column}", found="an empty cell")
    return value


def _unescaped(cell: str, file: str, line: int) -> str:
    if "\\" not in cell:
        return cell

    def character(found: re.Match[str]) -> str:
        if found[1] not in _ESCAPES:
            raise FormatError(
                place=Place(file, line),
                expected=r"\t, \n, \r or \\ after a backslash",
                found=found[0],
                remedy=r"Write a backslash as \\.",
            )
        return _ESCAPES[found[1]]

    return _ESCAPE.sub(character, cell)
