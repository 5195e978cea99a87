"""n-best lists: the candidates of an utterance on lines of their own, the best first. Three ways to write them:

- as Moses does: `id ||| candidate ||| features ||| score`, the last two being optional;
- `id`, a tab, the candidate;
- candidates alone; a blank line ends the list of an utterance.
"""

from __future__ import annotations

import itertools
import math
import re
from collections.abc import Callable, Iterator
from typing import NamedTuple

import numpy as np

from bakeoff.data.recognition.hypotheses import NBestLists
from bakeoff.errors import FormatError, Place
from bakeoff.formats.sources import Source

BAR = "|||"
_BARS = re.compile(r"(?:^|(?<=\s))\|\|\|(?=\s|$)")


class _Row(NamedTuple):
    id: str
    text: str
    score: float
    line: int


def read(source: Source) -> NBestLists:
    """The lists of a file. Which way it is written, its first line that is not blank says."""
    lines = source.lines()
    first = next((line for line in lines if line.strip()), "")
    if BAR in first.split():
        return _with_ids(source, lines, _moses)
    return _with_ids(source, lines, _tabbed) if "\t" in first else _blocks(source, lines)


def _moses(line: str, place: Place) -> _Row:
    cells = [cell.strip() for cell in _BARS.split(line)]
    if not 2 <= len(cells) <= 5 or not cells[0]:  # a fifth holds Moses' word alignment
        found = f"{len(cells)}: {line[:60]}"
        raise FormatError(place=place, expected=f"id {BAR} candidate {BAR} features {BAR} score", found=found)
    score = _number(cells[3], place) if len(cells) > 3 else math.nan
    return _Row(cells[0], cells[1], score, place.line or 0)


def _tabbed(line: str, place: Place) -> _Row:
    id_, tab, text = line.partition("\t")
    if not tab or not id_.strip():
        raise FormatError(place=place, expected="an id, a tab and a candidate", found=repr(line[:60]))
    return _Row(id_.strip(), text.strip(), math.nan, place.line or 0)


def _number(text: str, place: Place) -> float:
    try:
        value = float(text)
    except ValueError:
        value = math.nan
    if math.isnan(value):
        raise FormatError(place=place, expected="a number as score of the candidate", found=repr(text[:40]))
    return value


def _with_ids(source: Source, lines: list[str], parse: Callable[[str, Place], _Row]) -> NBestLists:
    rows = [parse(line, Place(source.name, number)) for number, line in enumerate(lines, start=1) if line.strip()]
    ids: dict[str, int] = {}
    starts: list[int] = []
    for at, row in enumerate(rows):
        if at and rows[at - 1].id == row.id:
            continue
        if row.id in ids:
            raise FormatError(
                place=Place(source.name, row.line),
                expected="the candidates of an utterance one after another",
                found=f"{row.id} once more, which was left at line {ids[row.id]}",
                remedy="Sort the file by ids and keep the order of the candidates.",
            )
        ids[row.id] = row.line
        starts.append(at)
    for id_, number in _disordered(rows):
        source.remarks.append(
            f"{source.name}, line {number}: the scores of {id_} do not fall. Rank is the order of the file."
        )
        break
    return NBestLists(
        ids=tuple(ids),
        starts=np.array([*starts, len(rows)], np.int64),
        first_lines=np.array(list(ids.values()), np.int32),
        lines=np.array([row.line for row in rows], np.int32),
        file=source.name,
        texts=[row.text for row in rows],
        scores=np.array([row.score for row in rows], np.float64),
    )


def _disordered(rows: list[_Row]) -> Iterator[tuple[str, int]]:
    """Utterances and lines where a candidate has a better score than the one before it."""
    for before, row in itertools.pairwise(rows):
        if before.id == row.id and row.score > before.score:
            yield row.id, row.line


def _blocks(source: Source, lines: list[str]) -> NBestLists:
    starts, numbers, texts = [0], [], []
    first_lines = [1]
    for number, line in enumerate(lines, start=1):
        if text := line.strip():
            texts.append(text)
            numbers.append(number)
        else:
            starts.append(len(texts))
            first_lines.append(number + 1)
    if starts[-1] < len(texts):
        starts.append(len(texts))
    return NBestLists(
        ids=None,
        starts=np.array(starts, np.int64),
        first_lines=np.array(first_lines[: len(starts) - 1], np.int32),
        lines=np.array(numbers, np.int32),
        file=source.name,
        texts=texts,
        scores=np.full(len(texts), np.nan),
    )
