"""Punctuation of all scripts."""

from __future__ import annotations

from collections.abc import Sequence

import regex

# Apostrophe and right single quotation mark; hyphen-minus, hyphen and non-breaking hyphen.
_INNER = r"'’\-‐‑"
_LETTER = r"[\p{L}\p{M}\p{N}]"
_OUTER = regex.compile(rf"(?V1)[\p{{P}}--[{_INNER}]]|(?<!{_LETTER})[{_INNER}]|[{_INNER}](?!{_LETTER})")
_ANY = regex.compile(r"\p{P}")


def remove_punctuation(segments: Sequence[str], *, inner: bool = True) -> list[str]:
    """Without characters of Unicode category P; where `inner`, an apostrophe or hyphen between letters or digits stays.

    Nothing takes the place of what is removed. Symbols ($, +, €) are not punctuation.

    >>> remove_punctuation(["L'été, c'est-à-dire « 1,5 » – ’tis 'so'!"])
    ["L'été c'est-à-dire  15   tis so"]
    """
    pattern = _OUTER if inner else _ANY
    return [pattern.sub("", segment) for segment in segments]
