"""Style sheets that pages of the site and static reports share: colours, type and space; charts."""

from __future__ import annotations

from pathlib import Path

FOLDER = Path(__file__).parent / "styles"
STYLE_SHEETS = ("tokens.css", "charts.css")


def shared_styles() -> str:
    """All of them as one style sheet."""
    return "\n".join((FOLDER / name).read_text(encoding="utf-8") for name in STYLE_SHEETS)
