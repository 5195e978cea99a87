"""Tables of texts with a score each: how good outputs are, for simulated judges who see texts alone."""

from __future__ import annotations

import math
from pathlib import Path

from bakeoff.errors import FormatError, Place
from bakeoff.formats.sources import MAX_BYTES, open_source
from bakeoff.formats.tables.named_columns import named_columns
from bakeoff.formats.tables.tab_separated import check_names

_COLUMNS = ("text", "score")


def read_text_scores(path: str | Path, *, max_bytes: int = MAX_BYTES) -> tuple[tuple[str, float], ...]:
    """Texts and scores of a table with tabs or commas between its columns (`-`: standard input), gzipped or not.

    The columns are `text` and `score`; further ones are passed over. A text may be there several times.
    """
    with open_source(path, max_bytes=max_bytes) as source:
        table = named_columns(source.lines(), source.name)
        check_names(list(table.columns), source.name)
        if not set(_COLUMNS) <= set(table.columns):
            raise FormatError(
                place=Place(source.name, 1),
                expected="a header row with the columns text and score",
                found=", ".join(table.columns) or "an empty line",
            )
        return tuple((cells["text"], _number(cells["score"], Place(source.name, line))) for line, cells in table.rows())


def _number(text: str, place: Place) -> float:
    try:
        value = float(text)
    except ValueError:
        value = math.nan
    if not math.isfinite(value):
        raise FormatError(place=place, expected="a number under score", found=repr(text)[:60])
    return value
