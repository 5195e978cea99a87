"""typst, which lays out PDF files and turns SVG into PDF and PNG: the same bytes for the same input."""

from __future__ import annotations

import json
from datetime import UTC, date, datetime
from functools import cache
from importlib import import_module
from typing import Any, Literal

from bakeoff.errors import ResourceError

_PIXELS_AN_INCH = 200
_NEVER = date(2000, 1, 1)
"""In files of what has no day: the time at which they are written would make each one another."""


def lay_out(source: str, values: dict[str, Any], *, day: date | None = None) -> bytes:
    """The PDF file of a typst document, which reads `values` from `sys.inputs.report` as JSON."""
    return _compile(source, values, format="pdf", day=day)[0]


def drawing_files(svg: str, size: tuple[float, float]) -> dict[Literal["pdf", "png"], bytes]:
    """An SVG drawing as PDF and as PNG."""
    width, height = (f"{length * 0.75:g}pt" for length in size)  # a pixel of the web is three quarters of a point
    source = (
        "#let report = json(bytes(sys.inputs.report))\n"
        f"#set page(width: {width}, height: {height}, margin: 0pt)\n"
        '#image(bytes(report.svg), format: "svg", width: 100%)\n'
    )
    values = {"svg": svg}
    return {"pdf": _compile(source, values, format="pdf")[0], "png": _compile(source, values, format="png")[0]}


def _compile(source: str, values: dict[str, Any], *, format: str, day: date | None = None) -> list[bytes]:
    typst = _typst()
    moment = datetime.combine(day or _NEVER, datetime.min.time(), UTC)
    made = typst.compile(
        source.encode(),
        format=format,
        ppi=_PIXELS_AN_INCH,
        font_paths=_fonts(),
        sys_inputs={"report": json.dumps(values, ensure_ascii=False)},
        timestamp=int(moment.timestamp()),
    )
    return made if isinstance(made, list) else [made]


def _typst() -> Any:
    try:
        return import_module("typst")  # an extra
    except ModuleNotFoundError:
        raise ResourceError("PDF and PNG files need one more package: pip install 'bakeoff[reports]'.") from None


@cache
def _fonts() -> Any:
    """Its own fonts and those of the system, which are looked for once."""
    return _typst().Fonts()
