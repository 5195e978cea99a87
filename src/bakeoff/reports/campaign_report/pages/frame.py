"""A page: its head, the menu of sections, the section, and the foot."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from html import escape

from bakeoff.reports.campaign_report.document import ReportDocument, Section, ShownFigure, ShownTable
from bakeoff.reports.campaign_report.formats import PDF
from bakeoff.reports.campaign_report.pages.blocks import block_html
from bakeoff.reports.campaign_report.pages.links import START, page_of
from bakeoff.reports.table import visible

STYLE = "report.css"
_FEWEST = 3
"""Tables and figures that make a list of what is on a page."""


def page_html(document: ReportDocument, section: Section, places: Mapping[str, str]) -> str:
    """The page of a section."""
    return "\n".join(_lines(document, section, places)) + "\n"


def _lines(document: ReportDocument, section: Section, places: Mapping[str, str]) -> Iterator[str]:
    title, heading = escape(visible(document.title)), escape(section.heading)
    is_start = page_of(document, section) == START
    yield '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">'
    yield '<meta name="viewport" content="width=device-width, initial-scale=1">'
    yield '<meta name="referrer" content="no-referrer">'
    yield f"<title>{title if is_start else f'{heading} – {title}'}</title>"
    yield f'<link rel="stylesheet" href="{STYLE}">\n</head>\n<body>'
    yield '<a class="skip" href="#content">Skip to the content</a>'
    yield f'<header class="site"><div><a class="brand" href="{START}" dir="auto">{title}</a>'
    yield f'<a class="file" href="{PDF}">PDF</a></div></header>'
    yield '<div class="with-menu">\n<nav class="sections" aria-label="Sections">\n<ul>'
    for each in document.sections:
        page = page_of(document, each)
        current = ' aria-current="page"' if each == section else ""
        yield f'<li><a href="{page}"{current}>{escape(each.heading)}</a></li>'
    yield '</ul>\n</nav>\n<main id="content">'
    if document.stage_sentence:
        yield f'<p class="notice">{escape(document.stage_sentence)}</p>'
    if is_start:
        yield f'<h1 dir="auto">{title}</h1>'
        by = document.byline
        yield f'<p class="soft" dir="auto">{escape(visible(by))}</p>' if by else ""
        yield f"<h2>{heading}</h2>"
    else:
        yield f"<h1>{heading}</h1>"
    yield from _contents(section)
    for block in section.blocks:
        yield from block_html(block, places)
    yield '</main>\n</div>\n<footer class="foot"><div>'
    if document.disclaimer:
        yield f"<p>{escape(document.disclaimer)}</p>"
    yield f"<p>{escape(f'{document.version_sentence} Computed with {document.software}.'.strip())}</p>"
    yield "</div></footer>\n</body>\n</html>"


def _contents(section: Section) -> Iterator[str]:
    """The tables and figures of a page, where there are several."""
    found = [block for block in section.blocks if isinstance(block, ShownTable | ShownFigure)]
    if len(found) < _FEWEST:
        return
    yield "<details class=contents><summary>Tables and figures of this page</summary>\n<ul>"
    for block in found:
        if isinstance(block, ShownTable):
            id, text = block.id, f"Table {block.number}. {block.table.title}"
        else:
            id, text = block.figure.id, f"Figure {block.number}. {block.figure.caption}"
        yield f'<li dir="auto"><a href="#{escape(id)}">{escape(visible(text))}</a></li>'
    yield "</ul></details>"
