"""Tables as text, TSV, CSV and Markdown."""

from __future__ import annotations

import io
import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple

from bakeoff.reports.latex import render_latex
from bakeoff.reports.table import Column, Table, Value, visible

_GAP = "  "


def render_text(table: Table, *, bold: bool = False, line_width: int | None = None, may_turn: bool = False) -> str:
    """Columns aligned for a terminal; the best of a column in bold where the terminal can.

    Signatures in the notes that are wider than `line_width` are continued on lines with an indent. With `may_turn` a
    table that is wider, and that has more columns than rows, is turned: a line for each column.
    """
    table = table.for_people()
    lines = [table.title] if table.title else []
    if table.says_empty:
        lines.append(table.empty)
    elif table.columns:
        for number, storey in enumerate(table.by_storeys()):
            lines += [""] if number else []
            lines += _storey_lines(storey, bold=bold, line_width=line_width if may_turn else None)
    notes = [line for note in table.notes for line in wrapped_signature(note, line_width)]
    lines.extend(["", *notes] if notes else [])
    return "\n".join(lines) + "\n"


def _storey_lines(table: Table, *, bold: bool, line_width: int | None) -> Iterator[str]:
    """The lines of a table without title and notes, turned where it is wider than `line_width`."""
    rows = _text_cells(table, bold=bold)
    if line_width is not None and len(rows) <= len(table.columns) and _line_length(rows) > line_width:
        headings = [_Cell(_full_heading(column), right=False) for column in table.columns]
        yield from _text_lines(_turned([headings, *rows[1:]]))
        return
    yield from _group_lines(table, _widths(rows))
    above = {row + 1: ["-" * _line_length(rows)] for row in table.rules}
    for section in table.sections:
        above.setdefault(section.row + 1, []).append(visible(section.heading))
    for number, line in enumerate(_text_lines(rows)):
        yield from above.get(number, ())
        yield line


def _group_lines(table: Table, widths: Sequence[int]) -> Iterator[str]:
    """The upper line of the heading; a group that is longer than its columns is cut."""
    cells, column = [], 0
    for heading, span in table.grouped_headings():
        own = widths[column : column + span]
        room = sum(own) + len(_GAP) * (span - 1)
        cells.append(_Cell(_shortened(heading, room), right=False).filled(room))
        column += span
    if cells:
        yield _GAP.join(cells).rstrip()


def _shortened(text: str, room: int) -> str:
    while width(text) > room:
        text = text[:-1].rstrip("…")[: max(room - 1, 0)] + "…" if len(text) > 1 else text[:room]
    return text


def _full_heading(column: Column) -> str:
    """The heading with that of its group, where there is one line for both."""
    return ": ".join(filter(None, [column.group, column.heading]))


class _Cell(NamedTuple):
    text: str
    right: bool
    """Whether it is aligned to the right, as numbers are."""
    bold: bool = False

    def filled(self, cells: int) -> str:
        fill = " " * (cells - width(self.text))
        marked = f"\x1b[1m{self.text}\x1b[0m" if self.bold else self.text
        return fill + marked if self.right else marked + fill


def _text_cells(table: Table, *, bold: bool) -> list[list[_Cell]]:
    """The heading and the rows, as they are shown."""
    strong = [table.bold_rows(index) if bold else frozenset() for index in range(len(table.columns))]
    numeric = [table.is_numeric(index) for index in range(len(table.columns))]
    return [
        [_Cell(text, numeric[index], number - 1 in strong[index]) for index, text in enumerate(row)]
        for number, row in enumerate(_shown(table))
    ]


def _turned(rows: Sequence[Sequence[_Cell]]) -> list[list[_Cell]]:
    """Columns as rows; what was the heading comes first, the rest is aligned to the right."""
    return [
        [cell._replace(right=number > 0) for number, cell in enumerate(column)] for column in zip(*rows, strict=True)
    ]


def _widths(rows: Sequence[Sequence[_Cell]]) -> list[int]:
    return [max(width(cell.text) for cell in column) for column in zip(*rows, strict=True)]


def _line_length(rows: Sequence[Sequence[_Cell]]) -> int:
    widths = _widths(rows)
    return sum(widths) + len(_GAP) * (len(widths) - 1)


def _text_lines(rows: Sequence[Sequence[_Cell]]) -> Iterator[str]:
    widths = _widths(rows)
    for cells in rows:
        yield _GAP.join(cell.filled(cells_wide) for cell, cells_wide in zip(cells, widths, strict=True)).rstrip()


def wrapped_signature(note: str, line_width: int | None) -> list[str]:
    """The lines of a signature, broken after the bars between its parts; other notes stay one line.

    >>> wrapped_signature("wer|version:1|length:chosen|references:1", 24)
    ['wer|version:1|', '  length:chosen|', '  references:1']
    """
    if line_width is None or len(note) <= line_width or "|" not in note:
        return [note]
    *parts, last = note.split("|")
    lines = [""]
    for part in [*(f"{part}|" for part in parts), last]:
        if lines[-1].strip() and len(lines[-1]) + len(part) > line_width:
            lines.append("  ")
        lines[-1] += part
    return lines


def render_tsv(table: Table) -> str:
    """A header and one row a line, numbers in full; tabs and line breaks are escaped."""
    table = table.for_programs()
    rows = [
        [column.heading for column in table.columns],
        *([_escaped(_unrounded(cell)) for cell in row] for row in table.rows),
    ]
    return "".join("\t".join(row) + "\n" for row in rows)


def render_csv(table: Table) -> str:
    """Comma-separated values, numbers in full."""
    table = table.for_programs()
    rows = [[column.heading for column in table.columns], *([_unrounded(cell) for cell in row] for row in table.rows)]
    return "".join(map(_csv_line, rows))


def render_markdown(table: Table) -> str:
    """A pipe table; the best of a column in bold. It has no lines between rows, and one line of headings."""
    table = table.for_people()
    lines = [f"**{table.title}**", ""] if table.title else []
    if table.says_empty:
        lines.append(_markdown(table.empty))
    else:
        storeys = ["\n".join(_pipe_table(storey)) for storey in table.by_storeys()]
        lines.append("\n\n".join(storeys))
    for note in table.notes:
        lines += ["", f"`{note}`"]
    return "\n".join(lines) + "\n"


def _pipe_table(table: Table) -> Iterator[str]:
    places = range(len(table.columns))
    bold = [table.bold_rows(index) for index in places]
    headed = {section.row: section.heading for section in table.sections}
    yield _piped(_markdown(_full_heading(column)) for column in table.columns)
    yield _piped("---:" if table.is_numeric(index) else "---" for index in places)
    for row in range(len(table.rows)):
        if row in headed:
            yield _piped([f"**{_markdown(headed[row])}**", *[""] * (len(places) - 1)])
        yield _piped(_markdown_cell(table, row, index, is_bold=row in bold[index]) for index in places)


def _piped(cells: Iterable[str]) -> str:
    return "| " + " | ".join(cells) + " |"


def _markdown_cell(table: Table, row: int, index: int, *, is_bold: bool) -> str:
    text = _markdown(table.shown(row, index))
    sign, lowered = table.signs(row, index)
    marked = f"**{text}**" if is_bold else text
    marked += f"<sup>{_markdown(sign)}</sup>" if sign else ""
    return marked + (f"<sub>{_markdown(lowered)}</sub>" if lowered else "")


RENDERERS: dict[str, Callable[[Table], str]] = {
    "text": render_text,
    "tsv": render_tsv,
    "csv": render_csv,
    "markdown": render_markdown,
    "latex": render_latex,
}


def _shown(table: Table) -> list[list[str]]:
    places = range(len(table.columns))
    heading = [column.heading for column in table.columns]
    return [heading, *([_shown_with_signs(table, row, index) for index in places] for row in range(len(table.rows)))]


def _shown_with_signs(table: Table, row: int, index: int) -> str:
    sign, lowered = table.signs(row, index)
    return table.shown(row, index) + sign + (f" ({lowered})" if lowered else "")


def _unrounded(value: Value) -> str:
    return "" if value is None else repr(value) if isinstance(value, float) else str(value)


def _csv_line(cells: Sequence[str]) -> str:
    """A line that ends in a line feed; cells with either character of a line break are quoted."""
    import csv  # noqa: PLC0415 - other formats do without

    line = io.StringIO(newline="")
    csv.writer(line).writerow(cells)
    return line.getvalue().removesuffix("\r\n") + "\n"


def _escaped(text: str) -> str:
    return text.replace("\\", "\\\\").replace("\t", "\\t").replace("\n", "\\n").replace("\r", "\\r")


def width(text: str) -> int:
    """Cells of a terminal that a text takes: two for wide East Asian characters, none for combining marks."""
    if text.isascii():
        return len(text)
    wide = sum(1 for character in text if unicodedata.east_asian_width(character) in "WF")
    return len(text) + wide - sum(1 for character in text if unicodedata.combining(character))


def _markdown(text: str) -> str:
    return re.sub(r"([\\|*_`<\[])", r"\\\1", " ".join(text.split("\n")))
