"""CTM, STM and TRN read line by line and as plainly as can be: what the compiled readers are compared with.

Each function gives the rows as tuples, or the first mistake as (line, what was expected, what was found).
"""

from __future__ import annotations

import math
import re
from fractions import Fraction
from typing import Any

NUMBER = re.compile(r"[+-]?([0-9]+(\.[0-9]*)?|\.[0-9]+)([eE][+-]?[0-9]+)?")
MARKS = {"<ALT_BEGIN>": 1, "<ALT>": 2, "<ALT_END>": 3}


class RowError(Exception):
    """A line that is wrong: its number, what was expected and what was found, as in the error's message."""


def lines_of(text: str) -> list[str]:
    *whole, last = text.split("\n")
    if whole and all(line.endswith("\r") for line in whole):
        whole = [line[:-1] for line in whole]
    return [*whole, last] if last else whole


def columns(line: str) -> list[str]:
    return [cell for cell in re.split("[ \t]", line) if cell]


def nanoseconds(text: str, what: str, line: int) -> int:
    found = NUMBER.fullmatch(text)
    if not found or len((found[3] or "").lstrip("eE+-")) > 3:
        raise RowError(line, f"{what} in seconds", repr(text))
    value = Fraction(text)
    if abs(value) > 9_000_000:
        raise RowError(line, f"{what} of at most 9,000,000 seconds", text)
    return round(value * 10**9)


def wrong_columns(cells: list[str], expected: str, line: int) -> RowError:
    return RowError(line, f"columns {expected}", f"{len(cells)}: {' '.join(cells)[:80]}")


def ctm(text: str) -> list[tuple[Any, ...]]:
    rows = []
    for number, line in enumerate(lines_of(text), start=1):
        cells = columns(line)
        if not cells or cells[0].startswith(";"):
            continue
        if not 5 <= len(cells) <= 7:
            raise wrong_columns(cells, "file, channel, begin, duration, word and perhaps confidence", number)
        file, channel, begin, duration, word, confidence = [*cells, "NA"][:6]
        kind = MARKS.get("".join(c.upper() if c.isascii() else c for c in word), 0)
        begin_ns = 0 if kind else nanoseconds(begin.removeprefix("&&"), "a begin time", number)
        duration_ns = 0 if kind else nanoseconds(duration.removeprefix("&&"), "a duration", number)
        value = math.nan
        if confidence not in ("NA", "Na", "nA", "na"):
            if not NUMBER.fullmatch(confidence) or math.isinf(float(confidence)):
                raise RowError(number, "a number or NA as confidence in the sixth column", repr(confidence))
            value = math.nan if kind else float(confidence)
        rows.append((number, file, channel, begin_ns, duration_ns, word, repr(value), kind, begin.startswith("&&")))
    return rows


def stm(text: str) -> list[tuple[Any, ...]]:
    rows = []
    for number, line in enumerate(lines_of(text), start=1):
        cells = columns(line)
        if not cells or cells[0].startswith((";;", "**")):
            continue
        if len(cells) < 5:
            expected = "file, channel, speaker, begin, end, perhaps <labels>, and text"
            raise wrong_columns(cells, expected, number)
        begin_ns = nanoseconds(cells[3], "a begin time", number)
        end_ns = nanoseconds(cells[4], "an end time", number)
        said = re.fullmatch("[ \t]*(?:[^ \t]+[ \t]+){4}[^ \t]+(.*)", line, re.DOTALL)[1].strip(" \t")
        labels: tuple[str, ...] = ()
        if said.startswith("<"):
            token = columns(said)[0]
            if token == "<" or not token.endswith(">"):
                raise RowError(number, "labels between < and > without blanks, as in <o,f0,male>", token)
            labels, said = tuple(token[1:-1].split(",")), said[len(token) :].strip(" \t")
        rows.append((number, cells[0], cells[1], cells[2], begin_ns, end_ns, labels, said))
    return rows


def trn(text: str) -> list[tuple[Any, ...]]:
    rows = []
    for number, raw in enumerate(lines_of(text), start=1):
        line = raw.strip(" \t")
        if not line or line.startswith((";;", "**")):
            continue
        found = re.fullmatch(r"(.*)\(([^()]+)\)", line, re.DOTALL)
        if not found or not found[2].strip():
            raise RowError(number, "the utterance's id in parentheses at the end of the line", repr(line[-40:]))
        rows.append((number, found[2], found[1].rstrip(" \t")))
    return rows
