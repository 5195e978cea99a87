"""Names of people, teams, campaigns and systems: a line of text that looks like what it is, in any script."""

from __future__ import annotations

import unicodedata

PLAIN_NAME = "a name in one line, without control characters and characters that change the direction of text"
"""What is expected of every name."""
_REFUSED_CATEGORIES = frozenset(("Cc", "Cs", "Zl", "Zp"))
"""Control characters (line breaks and tabs among them), halves of surrogate pairs, other separators of lines."""
# Embeddings, overrides and isolates, and their ends: by them a name shows as another, and reaches into what follows.
# Joiners stay (Persian and Indic names need them), and so do marks of direction, which move no other letter.
_TURNING = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")


def refused_character(name: str) -> str:
    r"""The first character that no name may hold, in words; nothing for a good name.

    >>> refused_character("Zoë مریم‌السادات 北京")
    ''
    >>> refused_character("Rivals\nBcc: all@example.org")
    'U+000A (line feed)'
    """
    for character in name:
        if character in _TURNING or unicodedata.category(character) in _REFUSED_CATEGORIES:
            return f"U+{ord(character):04X} ({_in_words(character)})"
    return ""


def _in_words(character: str) -> str:
    known = {"\0": "null", "\t": "tab", "\n": "line feed", "\r": "carriage return"}
    otherwise = "half of a surrogate pair" if unicodedata.category(character) == "Cs" else "control character"
    return known.get(character) or unicodedata.name(character, otherwise).lower()
