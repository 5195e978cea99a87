"""Judgments as JSON Lines: one record a line. See `records` for its keys."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from typing import Any

from bakeoff.data.judgments import Judgment
from bakeoff.errors import FormatError, Place
from bakeoff.formats.judgments.json_cells import strict_json
from bakeoff.formats.judgments.mistakes import Mistakes
from bakeoff.formats.judgments.records import judgment_of, record_of
from bakeoff.formats.judgments.rows import Rows
from bakeoff.formats.sources import Source


def read(source: Source, rows: Rows) -> tuple[Judgment, ...]:
    mistakes = Mistakes()
    judgments = []
    for number, line in enumerate(source.lines(), start=1):
        with mistakes.noting():
            place = Place(source.name, number)
            judgments.append(judgment_of(_record(line, place), place))
            rows.check_id(judgments[-1])
    mistakes.check()
    return tuple(judgments)


def lines_of(judgments: Iterable[Judgment]) -> Iterator[str]:
    """The lines of a file."""
    for judgment in judgments:
        yield json.dumps(record_of(judgment), ensure_ascii=False, allow_nan=False) + "\n"


def _record(line: str, place: Place) -> dict[str, Any]:
    try:
        value = strict_json(line)
        if "\\u" in line:
            json.dumps(value, ensure_ascii=False).encode()
    except UnicodeEncodeError:
        raise FormatError(place=place, expected="characters", found="half a character (a lone surrogate)") from None
    except (RecursionError, ValueError) as error:
        found = f"{error.msg} at character {error.pos + 1}" if isinstance(error, json.JSONDecodeError) else str(error)
        raise FormatError(
            place=place, expected="a JSON object", found=found if line.strip() else "an empty line"
        ) from None
    if not isinstance(value, dict):
        raise FormatError(place=place, expected="a JSON object", found=line[:80])
    return value
