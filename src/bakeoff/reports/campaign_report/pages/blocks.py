"""The blocks of a section as HTML."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from html import escape

from bakeoff.reports.campaign_figures.report_figure import ReportFigure
from bakeoff.reports.campaign_report.document import (
    Block,
    Commands,
    Items,
    Paragraph,
    Prose,
    Quotation,
    ShownFigure,
    ShownTable,
    Subheading,
)
from bakeoff.reports.campaign_report.formats import FIGURE_FORMATS, TABLE_FORMATS
from bakeoff.reports.campaign_report.markdown import markdown_html
from bakeoff.reports.campaign_report.pages.links import linked
from bakeoff.reports.campaign_report.signatures import signatures_of
from bakeoff.reports.charts.rendering import inline_svg
from bakeoff.reports.html import cells_html, note_html
from bakeoff.reports.table import Table, visible

_TONES = {"plain": "", "soft": ' class="soft"', "notice": ' class="notice"'}
_ANCHOR = re.compile(r'href="#([^"]+)"')


def block_html(block: Block, places: Mapping[str, str]) -> Iterator[str]:
    """The lines of a block; `places` is where anchors of the report are."""
    match block:
        case Paragraph():
            yield f'<p dir="auto"{_TONES[block.tone]}>{linked(block.text)}</p>'
        case Items():
            yield "<ul>"
            yield from (f"<li>{linked(text)}</li>" for text in block.texts)
            yield "</ul>"
        case Quotation():
            yield f'<blockquote dir="auto"><p>{linked(block.text)}</p></blockquote>'
        case Commands():
            yield f"<pre><code>{escape(chr(10).join(block.lines))}</code></pre>"
        case Subheading():
            yield f'<h2 id="{escape(block.id)}" dir="auto">{escape(visible(block.text))}</h2>'
        case Prose():
            html = _ANCHOR.sub(lambda found: f'href="{places[found[1]]}"', markdown_html(block.text))
            yield f'<div class="prose">\n{html}</div>'
        case ShownTable():
            yield from _table(block)
        case ShownFigure():
            yield from _figure(block)


def _table(block: ShownTable) -> Iterator[str]:
    table = block.table.for_people()
    yield f'<figure class="table" id="{escape(block.id)}">'
    yield f"<figcaption><b>Table {block.number}.</b> {escape(visible(table.title))}</figcaption>"
    for line in cells_html(table, hover=lambda index: block.hover.get(index, "")):
        yield line.replace('<div class="scroll">', _scrolling(f"Table {block.number}"))
    yield from _notes(table)
    yield from (f'<p class="note">Recompute: <code>{escape(line)}</code></p>' for line in block.commands)
    if block.has_files:
        links = (f'<a href="tables/{block.id}.{ending}">{title}</a>' for ending, title in TABLE_FORMATS.items())
        yield f'<p class="note files">{" · ".join(links)}</p>'
    yield "</figure>"


def _scrolling(name: str) -> str:
    """The start of a box that keyboards can scroll, too."""
    return f'<div class="scroll" tabindex="0" role="group" aria-label="{name}">'


def _notes(table: Table) -> Iterator[str]:
    """Below a table; several signatures are unfolded by who wants to know them."""
    signatures = signatures_of(table)
    folded = signatures if len(signatures) > 1 else ()
    yield from (f'<p class="note" dir="auto">{note_html(note)}</p>' for note in table.notes if note not in folded)
    if folded:
        yield f'<details class="note"><summary>{len(folded)} signatures</summary>'
        yield from (f"<p>{escape(note)}</p>" for note in folded)
        yield "</details>"


def _figure(block: ShownFigure) -> Iterator[str]:
    figure, scrolling = block.figure, _scrolling(f"Figure {block.number}")
    yield f'<figure id="{escape(figure.id)}">'
    yield f"<figcaption><b>Figure {block.number}.</b> {escape(visible(figure.caption))}</figcaption>"
    if figure.drawing is not None:
        if figure.drawing.finding:
            yield f"<p>{escape(figure.drawing.finding)}.</p>"
        yield f'{scrolling}<div class="drawing">{inline_svg(figure.drawing)}</div></div>'
        if figure.drawing.note:
            yield f'<p class="note">{escape(figure.drawing.note)}</p>'
    else:
        yield f"{scrolling}{_with_own_ids(figure)}</div>"
    links = (f'<a href="figures/{figure.id}.{ending}">{title}</a>' for ending, title in FIGURE_FORMATS.items())
    yield f'<p class="note files">{" · ".join(links)}</p>'
    yield "</figure>"


def _with_own_ids(figure: ReportFigure) -> str:
    """The drawing with ids that no other drawing of the page has."""
    svg = re.sub(r' id="([^"]+)"', rf' id="{figure.id}-\1"', figure.svg)
    return re.sub(
        r' aria-labelledby="([^"]+)"',
        lambda found: f' aria-labelledby="{" ".join(f"{figure.id}-{each}" for each in found[1].split())}"',
        svg,
    )
