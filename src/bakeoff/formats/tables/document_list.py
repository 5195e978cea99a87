"""Lists of documents that no system may be trained on: a document a line.

Where a campaign has several such lists, a line is the name of the list in the rulebook, a tab, and the document.
Empty lines, and lines that start with `#`, say nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from bakeoff.errors import FormatError, Place
from bakeoff.formats.sources import open_source

MAX_LIST_BYTES = 16 << 20
_LONGEST = 200


@dataclass(frozen=True, slots=True)
class ListedDocument:
    """A document of a list; `table` is the list where the line names one."""

    id: str
    table: str | None
    place: Place


def read_document_list(path: str | Path, *, tables: Sequence[str]) -> Mapping[str, tuple[str, ...]]:
    """The documents by list. `tables` are the lists that the rulebook has; of a single one, lines need no name.

    Each document is once in a list. A FormatError names the line of the first mistake.
    """
    documents: dict[str, dict[str, int]] = {table: {} for table in tables}
    with open_source(path, max_bytes=MAX_LIST_BYTES) as source:
        for listed in _rows(source.lines(), source.name):
            table = _table(listed, tables)
            line = listed.place.line or 0
            if listed.id in documents[table]:
                raise FormatError(
                    place=listed.place,
                    expected="each document once",
                    found=f"{listed.id}, which is in line {documents[table][listed.id]}, too",
                    remedy="Remove one of the two lines.",
                )
            documents[table][listed.id] = line
        if not any(documents.values()):
            raise FormatError(
                place=Place(source.name),
                expected="at least one document",
                found="none",
                remedy="Write a document a line.",
            )
    return {table: tuple(ids) for table, ids in documents.items()}


def _rows(lines: Sequence[str], name: str) -> Iterator[ListedDocument]:
    for number, line in enumerate(lines, start=1):
        if not line.strip() or line.startswith("#"):
            continue
        place = Place(name, number)
        first, tab, second = line.partition("\t")
        id_ = (second if tab else first).strip()
        if not id_ or "\t" in id_ or len(id_) > _LONGEST or any(c.isspace() or c == "," for c in id_):
            raise FormatError(
                place=place,
                expected=f"the id of a document, of at most {_LONGEST} characters without blanks and commas",
                found=repr(id_[:40]) if id_ else "none",
                remedy="Write one id a line, as the corpus has it.",
            )
        yield ListedDocument(id_, first.strip() if tab else None, place)


def _table(listed: ListedDocument, tables: Sequence[str]) -> str:
    if listed.table is None and len(tables) == 1:
        return tables[0]
    if listed.table is None or listed.table not in tables:
        raise FormatError(
            place=listed.place,
            expected=f"one of the lists {', '.join(tables)}, a tab and the document",
            found=repr(listed.table) if listed.table is not None else "no name of a list",
            remedy="Start the line with the name of the list in the rulebook, and a tab.",
        )
    return listed.table
