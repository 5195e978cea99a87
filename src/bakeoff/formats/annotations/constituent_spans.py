"""Spans of source segments that organisers choose themselves: a table with a row for each."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from bakeoff.errors import FormatError, MistakesError, Place
from bakeoff.formats.sources import MAX_BYTES, open_source
from bakeoff.formats.tables.named_columns import named_columns

SegmentKey = tuple[str, str]
"""Document and segment."""


def read_constituent_spans(
    path: str | Path, sources: Mapping[SegmentKey, str], *, max_bytes: int = MAX_BYTES
) -> dict[SegmentKey, tuple[tuple[int, int], ...]]:
    """The spans of each segment, in code points of its source: from the first to the one before the last, from 0.

    A table with tabs or commas and the columns `segment`, `phrase` and perhaps `document` and `start`. The phrase is
    copied from the source; where the source has it several times, `start` says which one is meant.
    """
    spans: dict[SegmentKey, list[tuple[int, int]]] = {}
    mistakes: list[FormatError] = []
    by_segment: dict[str, list[SegmentKey]] = {}
    for key in sources:
        by_segment.setdefault(key[1], []).append(key)
    with open_source(path, max_bytes=max_bytes) as source:
        table = named_columns(source.lines(), source.name)
        if not {"segment", "phrase"} <= set(table.columns):
            raise FormatError(
                place=Place(source.name, 1),
                expected="a header row with the columns segment and phrase, and perhaps document and start",
                found=", ".join(table.columns) if any(table.columns) else "an empty line",
                remedy="Separate columns by tabs or commas and name them in the first row.",
            )
        for line, cells in table.rows():
            place = Place(source.name, line)
            try:
                key = _key(cells, sources, by_segment, place)
                span = _span(cells, sources[key], place)
            except FormatError as mistake:
                mistakes.append(mistake)
                continue
            spans.setdefault(key, [])
            if span not in spans[key]:
                spans[key].append(span)
    if mistakes:
        raise MistakesError(mistakes)
    return {key: tuple(own) for key, own in spans.items()}


def _key(
    cells: Mapping[str, str],
    sources: Mapping[SegmentKey, str],
    by_segment: Mapping[str, list[SegmentKey]],
    place: Place,
) -> SegmentKey:
    document, segment = cells.get("document", ""), cells["segment"]
    fitting = [(document, segment)] if (document, segment) in sources else by_segment.get(segment, [])
    if document:
        fitting = [key for key in fitting if key[0] == document]
    if len(fitting) != 1:
        raise FormatError(
            place=place,
            expected="a segment of the source",
            found=f"{segment!r}, which {len(fitting)} documents have" if fitting else repr(segment),
            remedy="Name the document in a column document." if fitting else "Write its id as the source has it.",
        )
    return fitting[0]


def _span(cells: Mapping[str, str], text: str, place: Place) -> tuple[int, int]:
    phrase, given = cells["phrase"], cells.get("start", "")
    starts = [at for at in range(len(text)) if phrase and text.startswith(phrase, at)]
    if given:
        starts = [at for at in starts if str(at) == given]
    if len(starts) != 1:
        found = f"{phrase!r} {len(starts)} times" if starts else repr(phrase)
        raise FormatError(
            place=place,
            expected=f"a phrase that is once in the source, {text!r}" + (f", at {given}" if given else ""),
            found=found,
            remedy="Say which one by its first character, counted from 0, in a column start."
            if len(starts) > 1
            else "Copy the phrase from the source.",
        )
    return starts[0], starts[0] + len(phrase)
