"""Scores as mt-metrics-eval keeps them (`BLEU-refA.seg.score`, `en-de.mqm.sys.score`): no header, `None` for no score.

A line is a system and its score; in `.domain.score` files the domain is before them. Segments and documents have no
ids: the lines of a system are in the order of the test set and are counted from 1. The ending of the name says what
is scored; without it, two columns are systems where each is once, else segments.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Literal

from bakeoff.errors import FormatError, Place
from bakeoff.formats.scores.score_rows import MISSING, ScoredItem, is_score, score_in

Level = Literal["sys", "domain", "doc", "seg"]
_ENDING = re.compile(r"\.(sys|domain|doc|seg)\.score(\.gz)?$")


_NONE: Mapping[str, str] = {}


def recognises(first: str, file: str) -> bool:
    """Whether a file starts like one of these: a system and a score, perhaps a domain before them."""
    cells = _cells(first)
    if not 2 <= len(cells) <= 3 or "system" in cells or ("," in first and "\t" not in first):
        return False
    return all(cells) and (is_score(cells[-1]) or _ENDING.search(file) is not None)


def columns_of(first: str) -> tuple[str, ...]:
    """What the lines say next to the score."""
    return ("domain", "system") if len(_cells(first)) == 3 else ("system",)


def remarks_of(items: Sequence[ScoredItem], file: str) -> tuple[str, ...]:
    """What was not said by the file but found."""
    if _ENDING.search(file) or items[0].segment is None:
        return ()
    return (f"{file}: taken for scores of segments without a header, counted from 1 for each system.",)


def items_of(lines: Sequence[str], file: str) -> Iterator[ScoredItem]:
    """The scores, line by line."""
    rows = [_checked(line, len(_cells(lines[0])), Place(file, number)) for number, line in enumerate(lines, start=1)]
    level = _level(rows, file)
    counts: Counter[str] = Counter()
    for number, (*domain, system, cell) in enumerate(rows, start=1):
        counts[system] += 1
        count = str(counts[system])
        yield ScoredItem(
            line=number,
            system=system,
            score=score_in(cell, "score", Place(file, number)),
            document=count if level == "doc" else None,
            segment=count if level == "seg" else None,
            labels={"domain": domain[0]} if domain else _NONE,
        )
    if level in ("doc", "seg"):
        _check_equally_long(counts, file)


def score_lines(scores: Mapping[str, Sequence[float | None]]) -> str:
    """A file of scores: the lines of each system one after the other, in the order of the test set."""
    return "".join(
        f"{system}\t{MISSING if value is None else repr(float(value))}\n"
        for system, values in scores.items()
        for value in values
    )


def _cells(line: str) -> list[str]:
    return line.split("\t") if "\t" in line else line.split()


def _checked(line: str, width: int, place: Place) -> list[str]:
    cells = _cells(line)
    if len(cells) != width or not all(cells):
        raise FormatError(
            place=place,
            expected="domain, system and score" if width == 3 else "system and score",
            found=repr(line[:80]) if line else "an empty line",
            remedy="Write a tab between them, and None where there is no score.",
        )
    return cells


def _level(rows: Sequence[Sequence[str]], file: str) -> Level:
    ending = _ENDING.search(file)
    level: Level
    if ending is not None:
        level = ending[1]  # type: ignore[assignment]  # the pattern has these four
    elif len(rows[0]) == 3:
        level = "domain"
    else:
        level = "sys" if len({row[0] for row in rows}) == len(rows) else "seg"
    if (level == "domain") != (len(rows[0]) == 3):
        found = "three columns" if len(rows[0]) == 3 else "two columns"
        expected = "domain, system and score in a file of domains, else system and score"
        raise FormatError(place=Place(file, 1), expected=expected, found=found, remedy="Correct the file or its name.")
    return level


def _check_equally_long(counts: Counter[str], file: str) -> None:
    lengths = {counts[system]: system for system in reversed(counts)}
    if len(lengths) > 1:
        raise FormatError(
            place=Place(file),
            expected="as many lines for each system, since they are counted",
            found=", ".join(f"{count:,} of {system}" for count, system in lengths.items()),
            remedy="Write None where there is no score.",
        )
