"""Charts as SVG: inline, coloured by the style sheet of a page, or as a file that needs nothing else."""

from __future__ import annotations

import html
from collections.abc import Iterable, Mapping

from bakeoff.reports.charts.shapes import Bar, Dot, Drawing, Group, Label, Line, Shape
from bakeoff.reports.table import visible

_WIDTH = 720
_MARGIN = 24
_FONT = "system-ui, 'Noto Sans', 'Noto Sans Arabic', 'Noto Sans CJK SC', sans-serif"
_PAGE, _SUNKEN, _NEUTRAL, _LINE, _EDGE = "#ffffff", "#f2f5f7", "#e9edf0", "#d8dfe4", "#74828e"
_INK, _FAINT, _ACCENT, _TINT = "#15212a", "#5d6a75", "#0b5c7a", "#e2f0f6"
_HALO = f'stroke="{_PAGE}" stroke-width="4" stroke-linejoin="round" paint-order="stroke"'
"""Around names, which lines of a chart may cross."""
_COLOURS: Mapping[str, str] = {
    "grid": f'stroke="{_LINE}"',
    "axis": f'stroke="{_EDGE}"',
    "whisker": f'stroke="{_ACCENT}" stroke-width="2"',
    "cap": f'stroke="{_ACCENT}" stroke-width="2"',
    "dot": f'fill="{_ACCENT}"',
    "quiet-mark whisker": f'stroke="{_FAINT}" stroke-width="2"',
    "quiet-mark cap": f'stroke="{_FAINT}" stroke-width="2"',
    "quiet-mark dot": f'fill="{_PAGE}" stroke="{_FAINT}" stroke-width="2"',
    "open": f'fill="{_PAGE}" stroke="{_FAINT}" stroke-width="2"',
    "best": f'stroke="{_FAINT}" stroke-dasharray="2 3"',
    "cut": f'stroke="{_EDGE}"',
    "cross": f'stroke="{_ACCENT}" stroke-opacity=".45" stroke-width="1.5"',
    "cross q": f'stroke="{_FAINT}" stroke-opacity=".45" stroke-width="1.5"',
    "line": f'fill="none" stroke="{_ACCENT}" stroke-width="2"',
    "line q": f'fill="none" stroke="{_FAINT}" stroke-width="2" stroke-dasharray="4 3"',
    "bar": f'fill="{_ACCENT}"',
    "bar q": f'fill="{_EDGE}"',
    "win": f'fill="{_TINT}"',
    "cell": f'fill="{_SUNKEN}"',
    "name": f'fill="{_INK}" font-weight="500" {_HALO}',
    "name mine": f'fill="{_ACCENT}" font-weight="600" {_HALO}',
    "area": f'fill="{_TINT}"',
    "mark": f'fill="{_ACCENT}" font-weight="700"',
    "on-page": f'fill="{_INK}"',
    "on-shade": f'fill="{_PAGE}"',
    **{
        f"shade-{number}": f'fill="{_ACCENT}" fill-opacity="{share:g}"'
        for number, share in enumerate((0.07, 0.16, 0.26, 0.37, 0.48, 0.95), start=1)
    },
}
_TEXT = f'fill="{_FAINT}"'


def inline_svg(drawing: Drawing) -> str:
    """For a page whose style sheet knows the looks."""
    body = "".join(_shapes(drawing.shapes))
    label = html.escape(visible(f"{drawing.heading}. {drawing.description}"))
    return f'<svg class="chart" height="{drawing.height}" role="img" aria-label="{label}">{body}</svg>'


def inline_shapes(shapes: Iterable[Shape]) -> str:
    """Shapes for an SVG that a page writes itself."""
    return "".join(_shapes(shapes))


def standalone_svg(drawing: Drawing, *, headed: bool = True) -> str:
    """A file by itself: colours are attributes, on a ground of their own. Captions may say what the heading does."""
    first = 30 if headed else 0
    top = first + 22 + (20 if drawing.finding else 0)
    height = top + drawing.height + (44 if drawing.note else _MARGIN)
    inner = _WIDTH - 2 * _MARGIN
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" role="img" aria-labelledby="title description" '
        f'viewBox="0 0 {_WIDTH} {height}" width="{_WIDTH}" height="{height}" font-family="{_FONT}" font-size="12">',
        f'<title id="title">{_escape(drawing.heading)}</title>',
        f'<desc id="description">{_escape(drawing.description)}</desc>',
        f'<rect width="{_WIDTH}" height="{height}" fill="{_PAGE}"/>',
    ]
    if headed:
        heading = _escape(drawing.heading)
        lines.append(f'<text x="{_MARGIN}" y="30" font-size="16" font-weight="600" fill="{_INK}">{heading}</text>')
    if drawing.finding:
        y = first + 20
        lines.append(f'<text x="{_MARGIN}" y="{y}" font-size="13" fill="{_FAINT}">{_escape(drawing.finding)}</text>')
    lines.append(f'<svg x="{_MARGIN}" y="{top}" width="{inner}" height="{drawing.height}" overflow="visible">')
    lines += _shapes(drawing.shapes, coloured=True)
    lines.append("</svg>")
    if drawing.note:
        lines.append(f'<text x="{_MARGIN}" y="{height - 16}" fill="{_FAINT}">{_escape(drawing.note)}</text>')
    return "\n".join([*lines, "</svg>"]) + "\n"


def _shapes(shapes: Iterable[Shape], *, coloured: bool = False, within: str = "") -> list[str]:
    return [_shape(shape, coloured=coloured, within=within) for shape in shapes]


def _shape(shape: Shape, *, coloured: bool, within: str) -> str:
    if isinstance(shape, Group):
        look = f' class="{shape.look}"' if shape.look else ""
        title = f"<title>{_escape(shape.title)}</title>" if shape.title else ""
        inside = "".join(_shapes(shape.shapes, coloured=coloured, within=shape.look))
        return f"<g{look}>{title}{inside}</g>"
    look = f'class="{shape.look}"' if shape.look else ""
    if coloured:
        known = _COLOURS.get(f"{within} {shape.look}", _COLOURS.get(shape.look, _TEXT))
        look = f"{look} {known}" if look else known
    return _drawn(shape, f" {look}" if look else "")


def _drawn(shape: Line | Dot | Bar | Label, look: str) -> str:
    if isinstance(shape, Line):
        return f'<line{look} x1="{_across(shape.x1)}" x2="{_across(shape.x2)}" y1="{shape.y1:g}" y2="{shape.y2:g}"/>'
    if isinstance(shape, Dot):
        return f'<circle{look} cx="{_across(shape.x)}" cy="{shape.y:g}" r="{shape.radius:g}"/>'
    if isinstance(shape, Bar):
        return (
            f'<rect{look} x="{_across(shape.x)}" width="{_across(shape.width)}" y="{shape.y:g}" '
            f'height="{shape.height:g}" rx="2"/>'
        )
    dx = f' dx="{shape.dx:g}"' if shape.dx else ""
    anchor = f' text-anchor="{shape.anchor}"' if shape.anchor != "start" else ""
    return f'<text{look} x="{_across(shape.x)}" y="{shape.y:g}"{dx}{anchor}>{_escape(shape.text)}</text>'


def _across(x: float) -> str:
    return f"{x:.2f}".rstrip("0").rstrip(".") + "%"


def _escape(text: str) -> str:
    return html.escape(visible(text))
