"""All pages of a report."""

from __future__ import annotations

from collections.abc import Mapping
from importlib.resources import files

from bakeoff.reports.campaign_report.document import ReportDocument
from bakeoff.reports.campaign_report.pages.frame import STYLE, page_html
from bakeoff.reports.campaign_report.pages.links import page_of, places
from bakeoff.reports.look import shared_styles


def site_files(document: ReportDocument) -> Mapping[str, str]:
    """The pages and their style sheet, by the names of their files."""
    where = places(document)
    pages = {page_of(document, section): page_html(document, section, where) for section in document.sections}
    return pages | {STYLE: style_sheet()}


def style_sheet() -> str:
    """Colours, type and charts as on the site, and the layout of the report."""
    own = (files(__package__) / "report.css").read_text(encoding="utf-8")
    return f"{shared_styles()}\n{own}"
