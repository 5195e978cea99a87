"""Charts as files."""

from __future__ import annotations

from django.http import Http404, HttpResponse

from bakeoff.reports.charts.rendering import standalone_svg
from bakeoff.reports.charts.shapes import Drawing


def svg_file(chart: Drawing | None, name: str) -> HttpResponse:
    """A chart as a file; not found where there is no such chart."""
    if chart is None:
        raise Http404("There is no such chart.")
    return HttpResponse(
        standalone_svg(chart),
        content_type="image/svg+xml; charset=utf-8",
        headers={"Content-Disposition": f'attachment; filename="{name}-{chart.name}.svg"'},
    )
