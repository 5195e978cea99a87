"""Outputs damaged for attention items: some words in a row give way to words of another segment."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

_REPLACED = ((1, 1), (5, 2), (8, 3), (15, 4), (20, 5))
"""The longest text in words, and how many are replaced; of longer texts, a quarter (as in WMT's direct assessment)."""


def damage(text: str, others: Sequence[str], rng: Random) -> str:
    """The text with some of its words in a row replaced by as many of another text; never the text itself.

    Texts written without blanks are damaged by characters. Neither the first nor the last word is touched where there
    are others, so that the damage does not show at a glance.

    >>> damage("the cat sat on the mat", ["no rain fell in the spring of that year"], Random(3))
    'the fell in the the mat'
    """
    words, joint = _split(text)
    if not words:
        return "…"
    count = next((replaced for most, replaced in _REPLACED if len(words) <= most), len(words) // 4)
    inner = range(1, len(words) - count) if len(words) >= count + 2 else range(len(words) - count + 1)
    for _ in range(20 if words else 0):
        donor, _ = _split(others[rng.randrange(len(others))]) if others else ([], " ")
        if len(donor) < count:
            continue
        begin, taken = rng.choice(inner), rng.randrange(len(donor) - count + 1)
        damaged = joint.join([*words[:begin], *donor[taken : taken + count], *words[begin + count :]])
        if damaged != text:
            return damaged
    # Nothing else to take words from: the words are put in reverse order.
    return joint.join(reversed(words)) if len(set(words)) > 1 else joint.join([*words, "…"])


def _split(text: str) -> tuple[list[str], str]:
    words = text.split()
    return (words, " ") if len(words) > 1 or len(text) < 8 else (list(text.strip()), "")
