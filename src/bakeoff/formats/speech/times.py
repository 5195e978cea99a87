"""Times in files of speech: seconds as decimal text, nanoseconds in memory."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

from bakeoff.errors import FormatError, Place
from bakeoff.native import MAX_SECONDS, nanoseconds_of

SECOND = 1_000_000_000


def to_nanoseconds(seconds: Sequence[str], what: str, place_of: Callable[[int], Place]) -> NDArray[np.int64]:
    """Seconds as written, to the nanosecond; further decimals are rounded (half to even).

    What is no number or beyond 104 days is refused: `what` it was to be and `place_of` its index are for the message.
    """
    try:
        return nanoseconds_of(seconds)
    except ValueError as error:
        fault, index = error.args
        raise wrong_time(seconds[index], what, place_of(index), too_large=fault == "large") from None


def wrong_time(text: str, what: str, place: Place, *, too_large: bool) -> FormatError:
    """The error for a time that is no number, or beyond 104 days: up to there a double holds every nanosecond."""
    if too_large:
        return FormatError(
            place=place,
            expected=f"{what} of at most {MAX_SECONDS:,} seconds",
            found=text,
            remedy="Times are seconds from the start of the recording.",
        )
    return FormatError(
        place=place,
        expected=f"{what} in seconds",
        found=repr(text),
        remedy="Write it with digits and a decimal point, as in 12.34.",
    )


def to_seconds(nanoseconds: int) -> str:
    """The shortest decimals that say the same, two at least.

    >>> to_seconds(1_500_000_000), to_seconds(1_000_001)
    ('1.50', '0.001000001')
    """
    whole, rest = divmod(abs(nanoseconds), SECOND)
    decimals = f"{rest:09}".rstrip("0")
    return f"{'-' if nanoseconds < 0 else ''}{whole}.{decimals:0<2}"
