"""Figures for print: in the fonts of the report, so that they look the same on every machine."""

from __future__ import annotations

import re

from bakeoff.reports.campaign_figures.report_figure import ReportFigure
from bakeoff.reports.charts.rendering import standalone_svg

_FONT = re.compile(r'font-family="[^"]*"')
_SIZE = re.compile(r'<svg[^>]*? viewBox="0 0 ([\d.]+) ([\d.]+)"')


def print_svg(figure: ReportFigure) -> str:
    """The figure; a chart has no heading, because its caption says it."""
    svg = figure.svg if figure.drawing is None else standalone_svg(figure.drawing, headed=False)
    return in_print_font(svg)


def in_print_font(svg: str) -> str:
    """A drawing in the font that typst brings along."""
    return _FONT.sub('font-family="Libertinus Serif"', svg)


def size_of(svg: str) -> tuple[float, float]:
    """Width and height in pixels."""
    found = _SIZE.search(svg)
    if found is None:
        raise ValueError("a drawing without a size")
    return float(found[1]), float(found[2])
