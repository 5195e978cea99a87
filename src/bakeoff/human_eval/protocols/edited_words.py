"""How many words of an output somebody changed."""

from __future__ import annotations

from bakeoff.alignment.edit_operations import edit_operations
from bakeoff.text import word_spans


def edited_words(original: str, edited: str) -> int:
    """Words that were put in, taken out or replaced.

    >>> edited_words("a cat sat down", "the cat sat")
    2
    >>> edited_words("灯亮了。", "灯亮了。")
    0
    """
    one, other = ([text[start:end] for start, end in word_spans(text)] for text in (original, edited))
    return sum(step.kind != "match" for step in edit_operations(one, other))
