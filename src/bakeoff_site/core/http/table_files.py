"""Tables as files to download, for spreadsheets and programs."""

from __future__ import annotations

from collections.abc import Mapping

from django.http import Http404, HttpResponse

from bakeoff.reports import RENDERERS, Table
from bakeoff.reports.spreadsheets import for_spreadsheets, render_xlsx

ENDINGS: Mapping[str, str] = {
    "csv": "text/csv; charset=utf-8",
    "tsv": "text/tab-separated-values; charset=utf-8",
    "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
}
"""The endings of these files, and their media types."""


def table_file(table: Table, *, stem: str, ending: str) -> HttpResponse:
    """A table as a file; an ending that is not offered is no page."""
    if ending not in ENDINGS:
        raise Http404(f"Tables come as {', '.join(ENDINGS)}.")
    content: str | bytes
    if ending == "xlsx":
        content = render_xlsx({table.title or stem: table})
    else:
        content = RENDERERS[ending](for_spreadsheets(table) if ending == "csv" else table)
    headers = {"Content-Disposition": f'attachment; filename="{stem}.{ending}"'}
    return HttpResponse(content, content_type=ENDINGS[ending], headers=headers)
