"""Parts of a file that are in it twice, where single lines may well be the same."""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class RepeatedLines:
    """`count` lines from one place on equal the lines from an earlier place on; places count from 0."""

    at: int
    first: int
    count: int


def repeated_lines(lines: Sequence[str], *, least: int) -> Iterator[RepeatedLines]:
    """Every part of `least` lines or more that repeats earlier lines, in the order of the file.

    Takes time and memory in proportion to the number of lines, and compares the lines themselves.
    """
    numbers: dict[str, int] = {}
    codes = array("I", (numbers.setdefault(line, len(numbers)) for line in lines))
    data, width = codes.tobytes(), codes.itemsize
    seen: dict[int, int] = {}
    at = 0
    while at + least <= len(lines):
        part = data[at * width : (at + least) * width]
        first = seen.setdefault(hash(part), at)
        if first + least > at or data[first * width : (first + least) * width] != part:
            at += 1
            continue
        count = least
        while at + count < len(lines) and first + count < at and codes[at + count] == codes[first + count]:
            count += 1
        yield RepeatedLines(at, first, count)
        at += count
