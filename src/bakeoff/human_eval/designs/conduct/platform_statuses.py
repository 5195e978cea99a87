"""What a platform says about its submissions: the CSV that organisers export there."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from dataclasses import dataclass

from bakeoff.errors import InputError, Place
from bakeoff.rulebook.schema.crowds import Statuses


@dataclass(frozen=True, slots=True, kw_only=True)
class PlatformStatus:
    """What became of a submission, by the platform."""

    worker: str
    session: str
    status: str
    """In capitals."""
    line: int


def read_statuses(text: str, columns: Statuses, *, where: str | None = None) -> tuple[PlatformStatus, ...]:
    """The rows of a table of submissions. Columns are found by their headings; others are not looked at."""
    reader = csv.reader(io.StringIO(text.removeprefix("\ufeff"), newline=""), strict=True)
    try:
        rows = [(reader.line_num, [cell.strip() for cell in row]) for row in reader]
    except csv.Error as error:
        raise InputError(
            place=Place(where, reader.line_num), expected="a table as CSV", found=str(error), remedy="Export it again."
        ) from None
    if not rows:
        raise InputError(
            place=Place(where, 1),
            expected="a table with a row of headings",
            found="an empty file",
            remedy="Export the submissions from the platform again.",
        )
    headings = rows[0][1]
    places = [_place(headings, name, where) for name in (columns.worker, columns.status)]
    session = headings.index(columns.session) if columns.session in headings else None
    found = []
    for line, row in rows[1:]:
        if not any(row):
            continue
        if len(row) != len(headings):
            raise InputError(
                place=Place(where, line),
                expected=f"{len(headings)} columns",
                found=str(len(row)),
                remedy="Export the table again, and do not edit it as text.",
            )
        worker, status = (row[place] for place in places)
        if not worker or not status:
            missing = columns.status if worker else columns.worker
            raise InputError(
                place=Place(where, line),
                expected=f"a value in the column {missing}",
                found="none",
                remedy="Export the table again, or take the row out.",
            )
        found.append(
            PlatformStatus(
                worker=worker, session="" if session is None else row[session], status=status.upper(), line=line
            )
        )
    return tuple(found)


def status_of(statuses: Sequence[PlatformStatus], *, worker: str, session: str) -> PlatformStatus | None:
    """The row about a worker: that of their session where there is one, else the last that names them."""
    own = [each for each in statuses if each.worker == worker]
    exact = [each for each in own if session and each.session == session]
    return next(reversed(exact or own), None)


def _place(headings: Sequence[str], name: str, where: str | None) -> int:
    if name not in headings:
        raise InputError(
            place=Place(where, 1),
            expected=f"a column {name}",
            found=", ".join(headings[:8]) or "no headings",
            remedy="Export the submissions from the platform, or name its columns in the rulebook.",
        )
    return headings.index(name)
