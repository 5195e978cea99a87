r"""Tab-separated values: a header row, then a row for each segment.

The column `text` is needed; `document` and `segment` hold ids; every other column is an attribute (`genre`, `speaker`,
…): of the document where all its rows have the same value, else of the segments. An empty cell means that there is
none. Inside a cell a tab is written \t, a line feed \n, a carriage return \r, a backslash \\.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from bakeoff.data import TextSet
from bakeoff.errors import FormatError, Place
from bakeoff.formats.sources import Source
from bakeoff.formats.tables.tab_separated import cell_id, check_names, header_names, joined, named_rows
from bakeoff.formats.text.rows import RESERVED, Row, documents_of, rows_of
from bakeoff.formats.text.text_file import Role, only_set, place_in, text_set


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
    of_documents = (name for document in text.documents for name in document.attributes)
    names = list(dict.fromkeys([*of_documents, *(name for row in rows for name in row.attributes)]))
    yield joined([*ids, *names, "text"])
    for row in rows:
        values = [row.document or "", row.segment or ""] if ids else []
        yield joined([*values, *(row.attributes.get(name, "") for name in names), row.text])


def _check_characters(text: TextSet) -> None:
    for document in text.documents:
        for segment in document.segments:
            if "\0" in segment.text:
                place = place_in(text, document, segment)
                raise FormatError(place=place, expected="text", found="a NUL character", remedy="Remove it.")


def _rows(source: Source) -> Iterator[Row]:
    lines = source.lines()
    columns = _header(lines[0] if lines else "", source.name)
    for number, values in named_rows(lines, columns, source.name):
        place = Place(source.name, number)
        yield Row(
            number,
            cell_id(values, "document", place),
            cell_id(values, "segment", place),
            values["text"],
            {name: value for name, value in values.items() if value and name not in RESERVED},
        )


def _header(line: str, file: str) -> list[str]:
    columns = header_names(line, file)
    if "text" not in columns:
        raise FormatError(
            place=Place(file, 1),
            expected="a header row with a column called text",
            found=", ".join(columns) if line else "an empty line",
            remedy="Name the columns in the first row: document, segment, text and attributes.",
        )
    check_names(columns, file)
    return columns
