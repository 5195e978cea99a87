"""Where the parts of a report are on its pages."""

from __future__ import annotations

import re
from collections.abc import Mapping
from html import escape

from bakeoff.reports.campaign_report.document import ReportDocument, Section, ShownFigure, ShownTable, Subheading
from bakeoff.reports.table import visible

START = "index.html"
ADDRESS = re.compile(r"https?://[^\s<>\"]+[^\s<>\".,;:)\]]")


def page_of(document: ReportDocument, section: Section) -> str:
    """The file of a section; the first one is where readers start."""
    return START if document.sections and section == document.sections[0] else f"{section.id}.html"


def places(document: ReportDocument) -> Mapping[str, str]:
    """Where each part is that something may lead to, by its id: `automatic.html#intervals-mt`."""
    found = {}
    for section in document.sections:
        page = page_of(document, section)
        found[section.id] = page
        for block in section.blocks:
            match block:
                case ShownTable() | Subheading():
                    found[block.id] = f"{page}#{block.id}"
                case ShownFigure():
                    found[block.figure.id] = f"{page}#{block.figure.id}"
    return found


def linked(text: str) -> str:
    """A text as HTML, its addresses as links.

    >>> linked("See https://example.org/paper.pdf.")
    'See <a href="https://example.org/paper.pdf">https://example.org/paper.pdf</a>.'
    """
    parts, end = [], 0
    shown = visible(text)
    for match in ADDRESS.finditer(shown):
        address = escape(match[0])
        parts += [escape(shown[end : match.start()]), f'<a href="{address}">{address}</a>']
        end = match.end()
    return "".join([*parts, escape(shown[end:])])
