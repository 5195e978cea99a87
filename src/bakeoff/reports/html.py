"""Tables as HTML, and complete pages of them that need nothing else to be shown."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from html import escape

from bakeoff.reports.table import SignedNote, Table

# One page in light and dark, on paper and on small screens, without anything from outside.
_STYLE = """
:root { color-scheme: light dark; --line: #d4d4d8; --soft: #52525b; --band: #f4f4f5; }
@media (prefers-color-scheme: dark) { :root { --line: #3f3f46; --soft: #a1a1aa; --band: #27272a; } }
body { font: 1rem/1.5 system-ui, "Noto Sans", "Noto Sans CJK SC", sans-serif; margin: 2rem auto; max-width: 72rem;
  padding: 0 1rem; }
h1 { font-size: 1.6rem; line-height: 1.2; } h2 { font-size: 1.15rem; margin: 2rem 0 .5rem; }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; font-size: .9rem; min-width: 40%; }
th, td { border-bottom: 1px solid var(--line); padding: .35rem .75rem .35rem 0; text-align: start;
  vertical-align: top; unicode-bidi: plaintext; }
thead th { border-bottom: 2px solid var(--line); }
th:first-child, td:first-child { min-width: 8rem; }
td.number, th.number { font-variant-numeric: tabular-nums; text-align: end; }
td.short { white-space: nowrap; }
tr.rule td { border-top: 2px solid var(--line); }
thead th.group { border-bottom: 1px solid var(--line); text-align: center; }
tr.section th { background: var(--band); padding: .35rem .75rem; text-align: start; }
p.note { color: var(--soft); font-size: .85rem; margin: .35rem 0; overflow-wrap: anywhere; }
@media print { body { margin: 0; max-width: none; } h2 { break-after: avoid; } tr { break-inside: avoid; } }
"""


_SHORT = len("2012-04-06 11:59")
"""Columns of cells no longer than that are not broken into lines."""


def render_html(table: Table) -> str:
    """A table under its title, the best of a column in bold, notes below."""
    table = table.for_people()
    return "\n".join(_lines(table)) + "\n"


def _lines(table: Table) -> Iterator[str]:
    if table.title:
        yield f"<h2>{escape(table.title)}</h2>"
    yield from cells_html(table)
    yield from (f'<p class="note">{note_html(note)}</p>' for note in table.notes)


def cells_html(table: Table, *, hover: Callable[[int], str] | None = None) -> Iterator[str]:
    """The rows of a table that is for people, without title and notes, or why there are none.

    `hover` gives what people read who point at a number, by its column.
    """
    if table.says_empty:
        yield f"<p>{escape(table.empty)}</p>"
    elif table.columns:
        first = 0
        for storey in table.by_storeys():
            yield '<div class="scroll"><table>'
            yield f"<thead>{_grouped_headings(storey)}{_headings(storey)}</thead>"
            yield "<tbody>"
            yield from _rows(storey, _titles(storey, first, hover))
            yield "</tbody></table></div>"
            first += len(storey.columns)


def _titles(storey: Table, first: int, hover: Callable[[int], str] | None) -> list[str]:
    """The attributes of the cells of each column that people read who point at them."""
    texts = [hover(first + index) if hover and storey.is_numeric(index) else "" for index in range(len(storey.columns))]
    return [f' title="{escape(text)}"' if text else "" for text in texts]


def _classes(table: Table) -> list[str]:
    """Of each column: whether it holds numbers, or texts that are not broken into lines."""
    numeric = [table.is_numeric(index) for index in range(len(table.columns))]
    short = [
        all(len(table.shown(row, index)) <= _SHORT for row in range(len(table.rows))) for index in range(len(numeric))
    ]
    return [
        ' class="number"' if number else ' class="short"' if brief else ""
        for number, brief in zip(numeric, short, strict=True)
    ]


def _grouped_headings(table: Table) -> str:
    cells = [
        f'<th class="group" colspan="{span}" scope=colgroup>{escape(group)}</th>'
        if group
        else f'<td colspan="{span}"></td>'
        for group, span in table.grouped_headings()
    ]
    return f"<tr>{''.join(cells)}</tr>" if cells else ""


def _headings(table: Table) -> str:
    headings = zip(_classes(table), table.columns, strict=True)
    return "<tr>" + "".join(f"<th{c} scope=col>{escape(h.heading)}</th>" for c, h in headings) + "</tr>"


def _rows(table: Table, titles: Sequence[str]) -> Iterator[str]:
    classes = [given + title for given, title in zip(_classes(table), titles, strict=True)]
    strong = [table.bold_rows(index) for index in range(len(table.columns))]
    headed = {section.row: section.heading for section in table.sections}
    for row in range(len(table.rows)):
        if row in headed:
            yield (f'<tr class="section"><th colspan="{len(classes)}" scope=rowgroup>{escape(headed[row])}</th></tr>')
        cells = [
            _cell(table, row, index, attributes=each, is_bold=row in strong[index])
            for index, each in enumerate(classes)
        ]
        yield f"<tr{' class=rule' if row in table.rules else ''}>" + "".join(cells) + "</tr>"


def _cell(table: Table, row: int, index: int, *, attributes: str, is_bold: bool) -> str:
    """A cell; none where the one above it spans this row."""
    spanned = table.rows_spanned(row, index)
    if not spanned:
        return ""
    shown = escape(table.shown(row, index)).replace("\n", "<br>")
    sign, lowered = map(escape, table.signs(row, index))
    text = f"<b>{shown}</b>" if is_bold else shown
    text += f"<sup>{sign}</sup>" if sign else ""
    text += f"<sub>{lowered}</sub>" if lowered else ""
    attributes += f' rowspan="{spanned}"' if spanned > 1 else ""
    return f"<td{attributes}>{text}</td>"


def note_html(note: str) -> str:
    """A note, its sign raised."""
    if isinstance(note, SignedNote):
        return f"<sup>{escape(note.sign)}</sup> {escape(note.sentence)}"
    return escape(note)


def html_page(title: str, tables: Sequence[Table], *, introduction: str = "") -> str:
    """A page of its own with all tables."""
    parts = [
        '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        f"<title>{escape(title)}</title>\n<style>{_STYLE}</style>\n</head>\n<body>\n<h1>{escape(title)}</h1>",
        *([f"<p>{escape(introduction)}</p>"] if introduction else []),
        *(render_html(table) for table in tables),
        "</body>\n</html>\n",
    ]
    return "\n".join(parts)
