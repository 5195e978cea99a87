"""Tables as text, TSV, CSV, Markdown and LaTeX."""

from __future__ import annotations

import io
import re
import unicodedata
from collections.abc import Callable, Collection, Iterator, Sequence
from typing import NamedTuple

from bakeoff.reports.table import Table, Value

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
        rows = _text_cells(table, bold=bold)
        if may_turn and line_width is not None and len(rows) <= len(table.columns) and _line_length(rows) > line_width:
            lines += _text_lines(_turned(rows))
        else:
            lines += _text_lines(rows, table.rules)
    notes = [line for note in table.notes for line in wrapped_signature(note, line_width)]
    lines.extend(["", *notes] if notes else [])
    return "\n".join(lines) + "\n"


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


def _text_lines(rows: Sequence[Sequence[_Cell]], rules: Collection[int] = ()) -> Iterator[str]:
    widths = _widths(rows)
    for number, cells in enumerate(rows):
        if number - 1 in rules:
            yield "-" * _line_length(rows)
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
    """A pipe table; the best of a column in bold. It has no lines between rows."""
    table = table.for_people()
    shown = [[_markdown(cell) for cell in row] for row in _shown(table)]
    _mark_bold(table, shown, lambda cell: f"**{cell}**")
    rule = ["---:" if table.is_numeric(index) else "---" for index in range(len(table.columns))]
    lines = [f"**{table.title}**", ""] if table.title else []
    if table.says_empty:
        lines.append(_markdown(table.empty))
    else:
        lines += ["| " + " | ".join(row) + " |" for row in [shown[0], rule, *shown[1:]]]
    for note in table.notes:
        lines += ["", f"`{note}`"]
    return "\n".join(lines) + "\n"


def render_latex(table: Table) -> str:
    """A `tabular` for the booktabs package; the best of a column in bold, notes as comments."""
    table = table.for_people()
    shown = [[_latex(cell) for cell in row] for row in _shown(table)]
    _mark_bold(table, shown, lambda cell: rf"\textbf{{{cell}}}")
    layout = "".join("r" if table.is_numeric(index) else "l" for index in range(len(table.columns)))
    body = [" & ".join(row) + r" \\" for row in shown]
    if table.says_empty:
        body.append(rf"\multicolumn{{{len(table.columns)}}}{{l}}{{{_latex(table.empty)}}} \\")
    for row in sorted(table.rules, reverse=True):
        body.insert(row + 1, r"\midrule")
    lines = [rf"% {note}" for note in ((table.title,) if table.title else ()) + table.notes]
    lines += [
        rf"\begin{{tabular}}{{{layout}}}",
        r"\toprule",
        body[0],
        r"\midrule",
        *body[1:],
        r"\bottomrule",
        r"\end{tabular}",
    ]
    return "\n".join(lines) + "\n"


RENDERERS: dict[str, Callable[[Table], str]] = {
    "text": render_text,
    "tsv": render_tsv,
    "csv": render_csv,
    "markdown": render_markdown,
    "latex": render_latex,
}


def _shown(table: Table) -> list[list[str]]:
    heading = [column.heading for column in table.columns]
    return [heading, *([table.shown(row, index) for index in range(len(heading))] for row in range(len(table.rows)))]


def _mark_bold(table: Table, shown: Sequence[list[str]], mark: Callable[[str], str]) -> None:
    for index in range(len(table.columns)):
        for row in table.bold_rows(index):
            shown[row + 1][index] = mark(shown[row + 1][index])


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


_LATEX = {
    "\\": r"\textbackslash{}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    "<": r"\textless{}",
    ">": r"\textgreater{}",
    **{character: "\\" + character for character in "&%$#_{}"},
}


def _latex(text: str) -> str:
    return "".join(_LATEX.get(character, character) for character in text)
