r"""Files of corrections of a reference: a table separated by tabs with the columns segment, old, new, who and why.

`segment` is the id of a segment, `old` a stretch of its text (or all of it), `new` what replaces it,
`who` decided it and `why`. Inside a cell a tab is written \t, a line feed \n, a carriage return \r, a backslash \\.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from bakeoff.errors import FormatError, Place
from bakeoff.formats.sources import MAX_BYTES, open_source
from bakeoff.formats.tables.tab_separated import cell_id, check_names, header_names, joined, named_cells
from bakeoff.formats.targets import write_target

COLUMNS = ("segment", "old", "new", "who", "why")
OnMistake = Callable[[FormatError], None]


@dataclass(frozen=True, slots=True)
class SegmentCorrection:
    """One change of a reference. `line` is where it was read; it takes no part in comparisons."""

    segment: str
    old: str
    new: str
    who: str = ""
    why: str = ""
    line: int | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class CorrectionFile:
    """The corrections of a file in order. `remarks` says what is missing but stops nobody."""

    file: str
    corrections: tuple[SegmentCorrection, ...]
    remarks: tuple[str, ...] = field(default=(), compare=False)


def read_corrections(
    path: str | Path, *, max_bytes: int = MAX_BYTES, on_mistake: OnMistake | None = None
) -> CorrectionFile:
    """The corrections of a file in UTF-8 (`-`: standard input), gzipped or not; columns may be in any order.

    The first row with a mistake is an error; `on_mistake` gets each such row, and all are read.
    """
    with open_source(path, max_bytes=max_bytes) as source:
        lines = source.lines()
        columns = _header(lines[0] if lines else "", source.name)
        corrections = tuple(_corrections(lines, columns, source.name, on_mistake))
        return CorrectionFile(source.name, corrections, tuple(_remarks(corrections, source.name)))


def write_corrections(corrections: Iterable[SegmentCorrection], path: str | Path) -> None:
    """Writes header and rows (`-`: to standard output), gzipped where the name ends in `.gz`."""
    write_target("".join(correction_lines(corrections)).encode(), path)


def correction_lines(corrections: Iterable[SegmentCorrection]) -> Iterator[str]:
    r"""The lines of a file.

    >>> list(correction_lines([SegmentCorrection("a-1", "colour", "color", "NN", "spelling")]))
    ['segment\told\tnew\twho\twhy\n', 'a-1\tcolour\tcolor\tNN\tspelling\n']
    """
    yield joined(COLUMNS)
    for each in corrections:
        yield joined([each.segment, each.old, each.new, each.who, each.why])


def _header(line: str, file: str) -> list[str]:
    columns = header_names(line, file)
    if sorted(columns) != sorted(COLUMNS):
        if line:
            check_names(columns, file)
        raise FormatError(
            place=Place(file, 1),
            expected=f"a header row with the columns {', '.join(COLUMNS)}",
            found=", ".join(columns) if line else "an empty line",
            remedy="Name the five columns in the first row and separate them by tabs; who and why may be empty below.",
        )
    return columns


def _corrections(
    lines: Sequence[str], columns: Sequence[str], file: str, on_mistake: OnMistake | None
) -> Iterator[SegmentCorrection]:
    for number, line in enumerate(lines[1:], start=2):
        try:
            yield _correction(line, columns, file, number)
        except FormatError as mistake:
            if on_mistake is None:
                raise
            on_mistake(mistake)


def _correction(line: str, columns: Sequence[str], file: str, number: int) -> SegmentCorrection:
    values = named_cells(line, columns, Place(file, number))
    segment = cell_id(values, "segment", Place(file, number)) or ""
    if values["old"] == values["new"]:
        raise FormatError(
            place=Place(file, number, segment=segment),
            expected="a new text that differs from the old one",
            found=repr(values["new"]) if values["new"] else "two empty cells",
            remedy="Take out the row, or write what the segment is to say.",
        )
    return SegmentCorrection(segment, values["old"], values["new"], values["who"], values["why"], number)


def _remarks(corrections: Sequence[SegmentCorrection], file: str) -> Iterator[str]:
    unsigned = [each.line for each in corrections if not each.who]
    if unsigned:
        yield f"{file}: {len(unsigned):,} corrections do not say who made them, the first in line {unsigned[0]}."
