"""What all texts in Markdown share on pages."""

from __future__ import annotations

from markdown_it.token import Token

_ALIGNED = {"text-align:right": "number", "text-align:center": "middle"}


def align_by_class(token: Token) -> None:
    """Gives a cell of a table a class in place of its style, which the content policy forbids."""
    style = token.attrs.pop("style", None)
    if style in _ALIGNED:
        token.attrSet("class", _ALIGNED[str(style)])
