"""Places in texts as other tools count them: in units of UTF-16, up to the last unit of the span.

Ours are code points, counted from 0, up to the one after the last. A browser counts an emoji as two. Tools differ in
what else they count: Appraise trims the text and takes `<br>` for one unit, Pearmut passes over line breaks.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate

from bakeoff.errors import FormatError, Place

_TAG = re.compile(r"<br\s*/?>|\r\n|[\s\S]")
_LINE_BREAKS = frozenset("\n\r")


@dataclass(frozen=True, slots=True)
class CountedText:
    """A text as a tool counts it: where each part that is counted as one starts, in units and in code points."""

    units: Sequence[int]
    """Of each part the number of units before it; at the end, all units."""
    points: Sequence[int]
    """Of each part its first code point."""
    ends: Sequence[int]
    """Of each part the code point after it."""

    @property
    def total(self) -> int:
        return self.units[-1]

    def span(self, first: int, last: int, place: Place) -> tuple[int, int]:
        """The code points, half-open, of the units from `first` to `last`, both among them.

        A unit that is the half of a character counts as the character.
        """
        if not 0 <= first <= last < self.total:
            raise FormatError(
                place=place,
                expected=f"a span inside the output, which the tool counts as {self.total} characters",
                found=f"{first} to {last}",
                remedy="Give the output as judges saw it.",
            )
        return self.points[bisect_right(self.units, first) - 1], self.ends[bisect_right(self.units, last) - 1]

    def counted(self, start: int, end: int) -> tuple[int, int]:
        """The first and the last unit of code points: what `span` turns back. An empty span is that of a character."""
        touched = [
            number
            for number, (point, until) in enumerate(zip(self.points, self.ends, strict=False))
            if point < max(end, start + 1) and until > start
        ]
        if not touched:
            last = max(self.total - 1, 0)
            return last, last
        return self.units[touched[0]], self.units[touched[-1] + 1] - 1


def appraise_text(text: str) -> CountedText:
    """A text as Appraise counts it: trimmed, `<br>` and the break of a line as one unit."""
    lead = len(text) - len(text.lstrip())
    return _counted([(m.start() + lead, m.end() + lead, _width(m[0])) for m in _TAG.finditer(text.strip())])


def pearmut_text(text: str) -> CountedText:
    """A text as Pearmut counts it: line breaks are not counted."""
    parts = [(at, at + 1, _width(sign)) for at, sign in enumerate(text) if sign not in _LINE_BREAKS]
    return _counted(parts)


def _width(part: str) -> int:
    return 2 if len(part) == 1 and ord(part) > 0xFFFF else 1


def _counted(parts: Sequence[tuple[int, int, int]]) -> CountedText:
    units = list(accumulate((width for _, _, width in parts), initial=0))
    return CountedText(
        units=units,
        points=[start for start, _, _ in parts],
        ends=[end for _, end, _ in parts],
    )
