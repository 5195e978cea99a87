"""Tables as text, TSV, CSV, Markdown and LaTeX."""

from __future__ import annotations

import csv
import io
import re
import unicodedata
from collections.abc import Callable, Sequence

from bakeoff.reports.table import Table, Value


def render_text(table: Table, *, bold: bool = False) -> str:
    """Columns aligned for a terminal; the best of a column in bold where the terminal can."""
    table = table.for_people()
    shown = _shown(table)
    widths = [max(map(width, column)) for column in zip(*shown, strict=True)]
    strong = [table.bold_rows(index) for index in range(len(table.columns))]
    lines = [table.title] if table.title else []
    if table.says_empty:
        shown = []
        lines.append(table.empty)
    for number, cells in enumerate(shown if table.columns else []):
        if number - 1 in table.rules:
            lines.append("-" * (sum(widths) + 2 * (len(widths) - 1)))
        line = []
        for index, cell in enumerate(cells):
            fill = " " * (widths[index] - width(cell))
            marked = f"\x1b[1m{cell}\x1b[0m" if bold and number - 1 in strong[index] else cell
            line.append(fill + marked if table.is_numeric(index) else marked + fill)
        lines.append("  ".join(line).rstrip())
    lines.extend(["", *table.notes] if table.notes else [])
    return "\n".join(lines) + "\n"


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
