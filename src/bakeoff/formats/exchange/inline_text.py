"""What a reader sees of text with inline elements, in XLIFF and TMX."""

from __future__ import annotations

from collections.abc import Iterator

from bakeoff.formats.markup.element_trees import Element

_CODES = frozenset(("x", "bx", "ex", "ph", "bpt", "ept", "it", "ut", "sc", "ec", "sm", "em"))
"""Codes of formats: what is in them is no text."""


def plain_text(element: Element) -> str:
    """The text of an element without codes; what others wrap is kept, `cp` is a character that XML cannot hold.

    A control character (`cp`) that has no place in a segment becomes a blank.
    """
    return "".join(_pieces(element))


def _pieces(element: Element) -> Iterator[str]:
    yield element.text
    for child, tail in zip(element.children, element.tails, strict=True):
        if child.name == "cp":
            yield " "
        elif child.name not in _CODES:
            yield from _pieces(child)
        yield tail
