"""Tables for spreadsheets: XLSX files, and values that a spreadsheet does not take for formulas."""

from __future__ import annotations

import io
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from importlib import import_module
from typing import Any

from bakeoff.errors import ResourceError
from bakeoff.reports.table import Range, Table, Value

_BEGINS_FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")
_NOT_IN_NAMES = re.compile(r"[\[\]:*?/\\]")
_LONGEST_NAME = 31
_WIDEST = 60
# A fixed time of creation, so that the same tables give the same bytes.
_CREATED = datetime(2000, 1, 1, tzinfo=UTC).replace(tzinfo=None)


def for_spreadsheets(table: Table) -> Table:
    """A table whose texts no spreadsheet takes for formulas: they start with an apostrophe, as OWASP advises.

    Only CSV is made so: programs open it by themselves. TSV and JSON are what commands and scripts read.
    """

    def harmless(text: str) -> str:
        return f"'{text}" if text.startswith(_BEGINS_FORMULA) else text

    columns = tuple(replace(column, heading=harmless(column.heading)) for column in table.columns)
    rows = [tuple(harmless(value) if isinstance(value, str) else value for value in row) for row in table.rows]
    return replace(table, columns=columns, rows=tuple(rows))


def render_xlsx(tables: Mapping[str, Table]) -> bytes:
    """An XLSX file with a sheet for each table, by name: headings stay in sight, and no text is taken for a formula.

    Needs XlsxWriter: `pip install 'bakeoff[reports]'`.
    """
    try:
        xlsxwriter = import_module("xlsxwriter")  # an extra
    except ModuleNotFoundError:
        raise ResourceError("XLSX files need one more package: pip install 'bakeoff[reports]'.") from None
    stream = io.BytesIO()
    book = xlsxwriter.Workbook(stream, {"in_memory": True})
    book.set_properties({"created": _CREATED})
    strong = book.add_format({"bold": True})
    for name, table in zip(_sheet_names(list(tables)), tables.values(), strict=True):
        sheet = book.add_worksheet(name)
        shown = table.for_programs()
        for place, column in enumerate(shown.columns):
            sheet.write_string(0, place, column.heading, strong)
            cells = [str(row[place]) for row in shown.rows if row[place] is not None]
            sheet.set_column(place, place, min(max(map(len, [column.heading, *cells])) + 2, _WIDEST))
        for number, row in enumerate(shown.rows, start=1):
            for place, value in enumerate(row):
                _write(sheet, number, place, value)
        sheet.freeze_panes(1, 0)
    book.close()
    return stream.getvalue()


def _write(sheet: Any, row: int, column: int, value: Value) -> None:
    if value is None:
        return
    if isinstance(value, int | float) and not isinstance(value, bool):
        sheet.write_number(row, column, value)
    else:
        text = f"{value.low}–{value.high}" if isinstance(value, Range) else str(value)
        sheet.write_string(row, column, text)


def _sheet_names(names: Sequence[str]) -> Iterator[str]:
    """Names that spreadsheets accept, no two of them alike."""
    taken: set[str] = set()
    for name in names:
        stem = _NOT_IN_NAMES.sub(" ", name).strip("' ")[:_LONGEST_NAME] or "Table"
        chosen, number = stem, 2
        while chosen.lower() in taken:
            chosen, number = f"{stem[: _LONGEST_NAME - 4]} {number}", number + 1
        taken.add(chosen.lower())
        yield chosen
