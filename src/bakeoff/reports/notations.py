"""How people read numbers in tables."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Literal

Notation = Literal["plain", "percent sign", "fraction", "bare", "parentheses", "k and M"]
"""41.23, 41.2%, percentages as 0.412, fractions without the zero as .412, (41), and 20.8k."""
_MILLION, _TEN_THOUSAND = 1_000_000, 10_000


def written_number(number: float, notation: Notation, digits: int) -> str:
    """A number in a notation other than the plain one.

    >>> written_number(41.23, "percent sign", 1), written_number(41.23, "fraction", 3), written_number(0.5, "bare", 2)
    ('41.2%', '0.412', '.50')
    >>> written_number(20751, "k and M", 0), written_number(4_910_000, "k and M", 0), written_number(1080, "k and M", 0)
    ('20.8k', '4.91M', '1,080')
    """
    return _WRITTEN[notation](number, digits)


def _without_zero(number: float, digits: int) -> str:
    text = f"{number:.{digits}f}"
    return text.replace("0.", ".", 1) if text.lstrip("-").startswith("0.") else text


def _shortened(number: float, _digits: int) -> str:
    """As IWSLT prints the sizes of corpora."""
    if number >= _MILLION:
        return f"{number / _MILLION:.2f}M"
    return f"{number / 1000:.1f}k" if number >= _TEN_THOUSAND else f"{number:,.0f}"


_WRITTEN: Mapping[Notation, Callable[[float, int], str]] = {
    "percent sign": lambda number, digits: f"{number:.{digits}f}%",
    "fraction": lambda number, digits: f"{number / 100:.{digits}f}",
    "bare": _without_zero,
    "parentheses": lambda number, digits: f"({number:,.{digits if isinstance(number, float) else 0}f})",
    "k and M": _shortened,
}
