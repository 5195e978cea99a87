"""What drawings share: SVG text, the same bytes each time.

Colours are presentation attributes on a ground of their own, so that a drawing can be read on light and dark pages,
and every part has a class, by which a page may give it other colours; no style is in it that a strict page would
refuse.
"""

from __future__ import annotations

import html
from collections.abc import Iterable

from bakeoff.reports.drawings.labels import cut_label
from bakeoff.reports.renderers import width
from bakeoff.reports.table import visible

INK, SOFT, LINE, GROUND, TINT = "#15212a", "#5d6a75", "#74828e", "#ffffff", "#e2f0f6"
BAR = "#0b5c7a"
LETTER = 9
"""Width of a character at 13 pixels in the fonts of browsers, wide enough for bold capitals."""
SMALL = 6.2
"""Width of a character at 11 pixels."""
MARGIN = 20
_LONGEST = 24
"""Cells of a name that are shown; complete names are in titles."""
_FONT = "system-ui, 'Noto Sans', 'Noto Sans CJK SC', sans-serif"


def svg(
    kind: str, size: tuple[int, int], *, heading: str, description: str, lines: Iterable[str], key: str = ""
) -> str:
    """A drawing: `kind` is the class that all classes in it start with; `key` is another for each of a page."""
    wide, high = size
    name = f"{kind}-{key}" if key else kind
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" class="{kind}" role="img" aria-labelledby="{name}-title '
        f'{name}-description" viewBox="0 0 {wide} {high}" width="{wide}" height="{high}" '
        f'font-family="{_FONT}" font-size="13">',
        f'<title id="{name}-title">{escape(heading)}</title>',
        f'<desc id="{name}-description">{escape(description)}</desc>',
        f'<rect class="{kind}-ground" width="{wide}" height="{high}" fill="{GROUND}"/>',
        f'<text class="{kind}-heading" x="{MARGIN}" y="28" font-size="16" font-weight="600" fill="{INK}">'
        f"{escape(heading)}</text>",
        *lines,
        "</svg>",
    ]
    return "\n".join(parts) + "\n"


def shown_width(name: str) -> int:
    """Cells of a terminal that a name takes as it is shown."""
    return min(width(visible(name)), _LONGEST)


def cut(name: str) -> str:
    """A name as it fits: at most `_LONGEST` cells of a terminal, then an ellipsis."""
    return cut_label(visible(name), _LONGEST, width=width)


def escape(text: str) -> str:
    """The text as SVG writes it."""
    return html.escape(visible(text))
