"""Times in files of speech: seconds as decimal text, nanoseconds in memory."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from decimal import ROUND_HALF_EVEN, Decimal

import numpy as np
from numpy.typing import NDArray

from bakeoff.errors import FormatError, Place

SECOND = 1_000_000_000
MAX_SECONDS = 9_000_000
"""104 days: up to here a double holds every nanosecond."""

_SECONDS = re.compile(r"[+-]?(\d+(\.\d*)?|\.\d+)([eE][+-]?\d{1,3})?", re.ASCII)
# Below this, a double times 1e9 is less than half a nanosecond from what the digits say.
_SAFE = 1 << 21


def to_nanoseconds(seconds: Sequence[str], what: str, place_of: Callable[[int], Place]) -> NDArray[np.int64]:
    """Seconds as written, to the nanosecond; further decimals are rounded (half to even).

    What is no number or beyond 104 days is refused: `what` it was to be and `place_of` its index are for the message.
    """
    if _is_plain(seconds):
        try:
            values = np.fromiter(map(float, seconds), np.float64, len(seconds))
        except ValueError:
            pass  # two decimal points, or nothing but one: found again below
        else:
            if values.max(initial=0) < _SAFE:
                return np.rint(values * SECOND).astype(np.int64)
    exact = (_exact(text, what, place_of, index) for index, text in enumerate(seconds))
    return np.fromiter(exact, np.int64, len(seconds))


def to_seconds(nanoseconds: int) -> str:
    """The shortest decimals that say the same, two at least.

    >>> to_seconds(1_500_000_000), to_seconds(1_000_001)
    ('1.50', '0.001000001')
    """
    whole, rest = divmod(abs(nanoseconds), SECOND)
    decimals = f"{rest:09}".rstrip("0")
    return f"{'-' if nanoseconds < 0 else ''}{whole}.{decimals:0<2}"


def _is_plain(seconds: Sequence[str]) -> bool:
    """Whether all consist of digits and points with at most nine decimals, looked at as a whole for speed."""
    joined = "".join(seconds)
    if not joined.isascii() or joined.encode().translate(None, b"0123456789."):
        return False
    longest = max(map(len, seconds), default=0)
    return longest <= 10 or not any("." in text[:-10] for text in seconds)


def _exact(text: str, what: str, place_of: Callable[[int], Place], index: int) -> int:
    if not _SECONDS.fullmatch(text):
        raise FormatError(
            place=place_of(index),
            expected=f"{what} in seconds",
            found=repr(text),
            remedy="Write it with digits and a decimal point, as in 12.34.",
        )
    value = Decimal(text)
    if abs(value) > MAX_SECONDS:
        raise FormatError(
            place=place_of(index),
            expected=f"{what} of at most {MAX_SECONDS:,} seconds",
            found=text,
            remedy="Times are seconds from the beginning of the recording.",
        )
    return int((value * SECOND).to_integral_value(ROUND_HALF_EVEN))
