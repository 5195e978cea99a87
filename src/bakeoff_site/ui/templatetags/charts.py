"""Charts of `bakeoff.reports` on pages."""

from __future__ import annotations

from html import escape

from django import template
from django.utils.safestring import SafeString, mark_safe

from bakeoff.reports.charts.rendering import inline_shapes, inline_svg
from bakeoff.reports.charts.shapes import Drawing
from bakeoff_site.core.interval_marks import Axis, IntervalMark
from bakeoff_site.results.conversions.significance import PairResult

register = template.Library()

_ROW = 38
"""Height of a row of a table with intervals."""


@register.simple_tag
def drawing(value: Drawing) -> SafeString:
    """A chart, coloured by the style sheet; all texts are escaped there."""
    return mark_safe(inline_svg(value))


@register.simple_tag
def interval_axis(axis: Axis) -> SafeString:
    """The numbers above a column of intervals."""
    return mark_safe(f'<svg class="iv" height="18" aria-hidden="true">{inline_shapes(axis.labels())}</svg>')


@register.simple_tag
def interval_grid(axis: Axis, name: str) -> SafeString:
    """The lines of an axis, once for all rows that refer to them by name."""
    lines = inline_shapes(axis.grid(_ROW))
    return mark_safe(
        f'<svg class="unseen" aria-hidden="true"><defs><g id="{escape(name)}" class="iv-lines">{lines}</g></defs></svg>'
    )


@register.simple_tag
def interval_mark(mark: IntervalMark, name: str) -> SafeString:
    """A score with its interval over the lines of its axis."""
    drawn = inline_shapes(mark.shapes(_ROW))
    return mark_safe(
        f'<svg class="iv" height="{_ROW}" role="img" aria-label="{escape(mark.label)}">'
        f'<use href="#{escape(name)}"/>{drawn}</svg>'
    )


@register.simple_tag
def significance_cells(results: tuple[PairResult | None, ...], *, numbers: bool) -> SafeString:
    """A row of the matrix of pairs; a template's own loop takes several times as long, and cells are many."""
    return mark_safe("".join(_cell(result, numbers=numbers) for result in results))


def _cell(result: PairResult | None, *, numbers: bool) -> str:
    if result is None:
        return '<td class="self"><span></span></td>'
    look = ' class="win"' if result.beats else ""
    if numbers:
        said = '<b class="unseen">better, </b>' if result.beats else ""
        return f"<td{look}><span>{said}{escape(result.p_text)}</span></td>"
    return f"<td{look}><span>{'▲<b class=unseen>better</b>' if result.beats else '·'}</span></td>"
