"""The report as one PDF file."""

from __future__ import annotations

from importlib.resources import files

from bakeoff.reports.campaign_report.document import ReportDocument
from bakeoff.reports.campaign_report.printed.content import report_json
from bakeoff.reports.typesetting import lay_out


def report_pdf(document: ReportDocument) -> bytes:
    """All sections in one file. Needs typst: `pip install 'bakeoff[reports]'`."""
    source = (files(__package__) / "report.typ").read_text(encoding="utf-8")
    return lay_out(source, report_json(document), day=document.day)
