"""Judgments as CSV: the keys of the record as columns, in any order.

`systems` and `damaged` are separated by semicolons. `answer`, `highlights` and `texts` are JSON; an answer that is not
JSON is taken as it is, so that words need no quotes. An empty cell says that nothing is known.
"""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterable, Iterator
from itertools import chain
from typing import Any, NoReturn

from bakeoff.data.judgments import Judgment
from bakeoff.errors import FormatError
from bakeoff.formats.judgments.interchange import KEYS, NEEDED, judgment_of, record_of
from bakeoff.formats.judgments.rows import Mistakes, Rows
from bakeoff.formats.judgments.tables import named_cells
from bakeoff.formats.sources import Source

_BETWEEN = ";"
_LISTS = ("systems", "damaged")
_VALUES = ("position", "elapsed_seconds", "seed", "highlights", "texts")
"""The cells that are JSON, besides the answer."""


def read(source: Source, rows: Rows) -> tuple[Judgment, ...]:
    mistakes = Mistakes()
    judgments = []
    for place, cells in named_cells(source, mistakes, needed=NEEDED):
        with mistakes.noting():
            judgments.append(judgment_of(_record(cells), place))
            rows.check_id(judgments[-1])
    mistakes.check()
    return tuple(judgments)


def lines_of(judgments: Iterable[Judgment]) -> Iterator[str]:
    """The lines of a file, the names of all columns first."""
    text = io.StringIO()
    table = csv.writer(text, lineterminator="\n")
    for row in chain([list(KEYS)], map(_cells, judgments)):
        table.writerow(row)
        yield text.getvalue()
        text.seek(0)
        text.truncate()


def _record(cells: dict[str, str]) -> dict[str, Any]:
    record: dict[str, Any] = {key: cell for key, cell in cells.items() if cell or key in NEEDED}
    for key in _LISTS:
        record[key] = cells[key].split(_BETWEEN) if cells.get(key) else []
    record["answer"] = _value(cells["answer"])
    return record | {key: _value(record[key]) for key in _VALUES if key in record}


def _cells(judgment: Judgment) -> list[str]:
    record = record_of(judgment)
    if unwritable := next((name for name in judgment.systems if _BETWEEN in name), None):
        raise FormatError(
            place=judgment.place,
            expected="names of systems without semicolons in CSV",
            found=unwritable,
            remedy="Write JSON Lines.",
        )
    cells = {key: str(value) for key, value in record.items()}
    cells |= {key: _BETWEEN.join(getattr(judgment, key)) for key in _LISTS}
    cells |= {key: _written(record[key]) for key in ("highlights", "texts") if key in record}
    cells["answer"] = _written(judgment.answer)
    return [cells.get(key, "") for key in KEYS]


def _value(cell: str) -> Any:
    try:
        return json.loads(cell, parse_constant=_no_number)
    except (RecursionError, ValueError):
        return cell or None


def _no_number(name: str) -> NoReturn:
    raise ValueError(name)


def _written(value: Any) -> str:
    text = json.dumps(value, ensure_ascii=False, allow_nan=False)
    return value if isinstance(value, str) and value and _value(value) == value else text
