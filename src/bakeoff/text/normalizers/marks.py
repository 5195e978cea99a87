"""The punctuation marks that IWSLT 2005 lists for English: . ? ! , : ; and the double quotation mark."""

from __future__ import annotations

from collections.abc import Sequence

_MARKS = '.?!,:;"'


def remove_marks(segments: Sequence[str]) -> list[str]:
    """Without the marks; nothing takes their place.

    >>> remove_marks(['"Mr. Li, at 10:30?"'])
    ['Mr Li at 1030']
    """
    column = list(segments)
    for mark in _MARKS:
        column = [segment.replace(mark, "") for segment in column]
    return column


def split_hyphens(segments: Sequence[str]) -> list[str]:
    """A blank for each hyphen, so that compounds become several words."""
    return [segment.replace("-", " ") for segment in segments]


def separate_marks(segments: Sequence[str]) -> list[str]:
    """Each mark a word by itself; words are separated by single blanks.

    >>> separate_marks(['Yes,I do."'])
    ['Yes , I do . "']
    """
    column = list(segments)
    for mark in _MARKS:
        column = [segment.replace(mark, f" {mark} ") for segment in column]
    return [" ".join(segment.split()) for segment in column]
