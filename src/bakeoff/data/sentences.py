"""Texts as messages show them."""

from __future__ import annotations


def capitalized(text: str) -> str:
    """A text that starts with a capital; the rest stays as it is, other than by `str.capitalize`.

    >>> capitalized("the deadline of OpenMT12 was yesterday")
    'The deadline of OpenMT12 was yesterday'
    """
    return text[:1].upper() + text[1:]


def clipped(text: str, length: int) -> str:
    """The start of a text that is longer, and an ellipsis.

    >>> clipped("newstest2012", 4)
    'news…'
    """
    return text if len(text) <= length else f"{text[:length]}…"
