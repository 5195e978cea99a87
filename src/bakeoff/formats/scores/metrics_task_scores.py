"""Scores as the metrics task of WMT has them submitted: tabs between the columns, no header.

From 2008 on a line holds metric, language pair, test set, system, for segments their number (from 1), and the score;
2017 to 2019 also whether the metric is an ensemble and where it can be had, which is passed over. In 2020 and 2021 the
reference is before the system; in 2022 and 2023 domain (and, for segments, document) and reference. Segments are
identified by number in the test set, so their document is not needed. The ending `.sys.score` or `.seg.score` says
which it is; without it, lines are of segments where the number of one would be and is a number everywhere.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from bakeoff.errors import FormatError, Place
from bakeoff.formats.scores.score_rows import NUMBER, ScoredItem, is_score, score_in

_SHARED = ("metric", "language_pair", "test_set")
_SYSTEMS = {
    5: (*_SHARED, "system"),
    6: (*_SHARED, "reference", "system"),
    7: (*_SHARED, "domain", "reference", "system"),
}
_SEGMENTS = {
    6: (*_SHARED, "system", "segment"),
    7: (*_SHARED, "reference", "system", "segment"),
    9: (*_SHARED, "domain", "document", "reference", "system", "segment"),
}
_IDS = ("system", "segment")
_PAIR = re.compile(r"[A-Za-z]{2,3}(_\w+)?-[A-Za-z]{2,3}(_\w+)?", re.ASCII)
_ENDING = re.compile(r"\.(sys|doc|seg)\.score(\.gz)?$")
_COUNT = re.compile(r"\d{1,9}", re.ASCII)


def recognises(first: str, file: str) -> bool:
    """Whether a file starts like one of these: a language pair in the second column, a score at the end."""
    cells = first.split("\t")
    width = _width(cells)
    if width not in _SYSTEMS | _SEGMENTS or not _PAIR.fullmatch(cells[1]):
        return False
    return is_score(cells[width - 1]) or _ENDING.search(file) is not None


def columns_of(lines: Sequence[str], file: str) -> tuple[str, ...]:
    """What the lines say next to the score, in order."""
    width = _width(lines[0].split("\t"))
    ending = _ENDING.search(file)
    level = ending[1] if ending is not None else "seg" if _may_be_segments(lines, width) else "sys"
    columns = {"sys": _SYSTEMS, "seg": _SEGMENTS}.get(level, {}).get(width)
    if columns is None:
        known = {"sys": "5 to 7 columns for systems", "seg": "6, 7 or 9 columns for segments"}
        expected = known.get(level, "scores of systems or of segments")
        found = f"{width} columns" if level in known else "scores of documents"
        raise FormatError(place=Place(file, 1), expected=expected, found=found)
    return columns


def items_of(lines: Sequence[str], columns: Sequence[str], file: str) -> Iterator[ScoredItem]:
    """The scores, line by line."""
    width = len(lines[0].split("\t"))
    system, score = columns.index("system"), len(columns)
    segment = columns.index("segment") if "segment" in columns else None
    labelled = [(at, name) for at, name in enumerate(columns) if name not in _IDS]
    # Few labels differ, while lines may be a million.
    known: dict[tuple[str, ...], dict[str, str]] = {}
    for number, line in enumerate(lines, start=1):
        place = Place(file, number)
        cells = line.split("\t")
        if len(cells) != width or not all(cells[:score]):
            raise _wrong(cells, columns, width, place)
        values = tuple(cells[at] for at, _ in labelled)
        if (labels := known.get(values)) is None:
            labels = known[values] = {name: cells[at] for at, name in labelled}
        yield ScoredItem(
            line=number,
            system=cells[system],
            segment=None if segment is None else _segment(cells[segment], place),
            score=score_in(cells[score], "score", place),
            labels=labels,
        )


def _wrong(cells: Sequence[str], columns: Sequence[str], width: int, place: Place) -> FormatError:
    also = " and two about the metric" if width > len(columns) + 1 else ""
    found = "an empty line" if cells == [""] else str(len(cells)) if len(cells) != width else "an empty cell"
    return FormatError(place=place, expected=f"{width} columns: {', '.join(columns)}, score{also}", found=found)


def _width(cells: Sequence[str]) -> int:
    """The columns up to the score, without the two about the metric that may follow it."""
    has_metric_columns = (
        len(cells) > 5 and NUMBER.fullmatch(cells[-3]) and not is_score(cells[-2]) and not NUMBER.fullmatch(cells[-1])
    )
    return len(cells) - 2 if has_metric_columns else len(cells)


def _may_be_segments(lines: Sequence[str], width: int) -> bool:
    columns = _SEGMENTS.get(width)
    return columns is not None and all(
        len(cells) < width or _COUNT.fullmatch(cells[len(columns) - 1])
        for cells in (line.split("\t") for line in lines)
    )


def _segment(cell: str, place: Place) -> str:
    if not _COUNT.fullmatch(cell):
        raise FormatError(place=place, expected="the number of a segment", found=repr(cell))
    return str(int(cell))
