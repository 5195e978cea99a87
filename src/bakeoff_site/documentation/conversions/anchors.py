"""Anchors of headings, as MkDocs makes them, so that links work on the site and in the built documentation."""

from __future__ import annotations

from collections import Counter

from django.utils.text import slugify


class Anchors:
    """Those of one page: equal headings get numbers."""

    def __init__(self) -> None:
        self._used: Counter[str] = Counter()

    def of(self, heading: str) -> str:
        """The anchor of the next heading.

        >>> anchors = Anchors()
        >>> [anchors.of(each) for each in ("Write a rulebook", "Options of `--by`", "Options", "Options")]
        ['write-a-rulebook', 'options-of-by', 'options', 'options_1']
        """
        anchor = slugify(heading)
        number = self._used[anchor]
        self._used[anchor] += 1
        return f"{anchor}_{number}" if number else anchor
