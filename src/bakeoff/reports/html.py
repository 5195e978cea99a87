"""Tables as HTML, and complete pages of them that need nothing else to be shown."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape

from bakeoff.reports.table import Table

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
    numeric = [table.is_numeric(index) for index in range(len(table.columns))]
    short = [
        all(len(table.shown(row, index)) <= _SHORT for row in range(len(table.rows))) for index in range(len(numeric))
    ]
    classes = [
        ' class="number"' if number else ' class="short"' if brief else ""
        for number, brief in zip(numeric, short, strict=True)
    ]
    if table.title:
        yield f"<h2>{escape(table.title)}</h2>"
    if table.says_empty:
        yield f"<p>{escape(table.empty)}</p>"
    elif table.columns:
        headings = zip(classes, table.columns, strict=True)
        yield '<div class="scroll"><table>'
        yield (
            "<thead><tr>" + "".join(f"<th{c} scope=col>{escape(h.heading)}</th>" for c, h in headings) + "</tr></thead>"
        )
        yield "<tbody>"
        strong = [table.bold_rows(index) for index in range(len(table.columns))]
        for row in range(len(table.rows)):
            cells = []
            for index, each in enumerate(classes):
                shown = escape(table.shown(row, index)).replace("\n", "<br>")
                cells.append(f"<td{each}>{f'<b>{shown}</b>' if row in strong[index] else shown}</td>")
            yield f"<tr{' class=rule' if row in table.rules else ''}>" + "".join(cells) + "</tr>"
        yield "</tbody></table></div>"
    yield from (f'<p class="note">{escape(note)}</p>' for note in table.notes)


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
