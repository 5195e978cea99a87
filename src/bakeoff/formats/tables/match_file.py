"""Files of results of matches: a row for each match, or a table of all systems against each other."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path

from bakeoff.data.matches import MatchResult
from bakeoff.errors import FormatError, Place
from bakeoff.formats.scores.score_rows import NUMBER
from bakeoff.formats.sources import MAX_BYTES, open_source
from bakeoff.formats.tables.named_columns import NamedColumns, named_columns
from bakeoff.formats.tables.tab_separated import cell_id, check_names

_NEEDED = ("a", "b", "a_wins", "b_wins")
_EMPTY = ("", "-", "–")
"""What is where a system would meet itself, or where a pair was not judged."""
_PRINTED = 0.006
"""How far a percentage with two decimals may be from the share that it stands for."""


def read_matches(
    path: str | Path, *, percent: bool = False, segments: int | None = None, max_bytes: int = MAX_BYTES
) -> tuple[MatchResult, ...]:
    """The results of a table with tabs or commas between its columns (`-`: standard input), gzipped or not.

    Either a row for each match with the columns `a`, `b`, `a_wins`, `b_wins` and perhaps `segments`, `a_judgments`,
    `b_judgments`, `p`, `winner`; or a head-to-head table, a row and a column for each system, each cell what the system
    of the row won against that of the column. `segments` is the number of segments of every match that does not say its
    own. With `percent` wins are percentages; where the number of segments is known they become segments won.
    """
    with open_source(path, max_bytes=max_bytes) as source:
        table = named_columns(source.lines(), source.name)
        check_names([name or "system" for name in table.columns], source.name)
        if set(_NEEDED) <= set(table.columns):
            matches = tuple(_listed(table, percent=percent, segments=segments))
        elif table.columns[0] in ("", "system") and len(table.columns) > 2 and "score" not in table.columns:
            matches = tuple(_crossed(table, percent=percent, segments=segments))
        else:
            raise FormatError(
                place=Place(source.name, 1),
                expected=f"a header row with the columns {', '.join(_NEEDED)}, or system and the name of each system",
                found=", ".join(table.columns) if any(table.columns) else "an empty line",
                remedy="Separate columns by commas or tabs and name them in the first row.",
            )
        if not matches:
            raise FormatError(
                place=Place(source.name), expected="at least one match", found="none", remedy="Add a row for each."
            )
        return matches


def _listed(table: NamedColumns, *, percent: bool, segments: int | None) -> Iterator[MatchResult]:
    for line, cells in table.rows():
        place = Place(table.file, line)
        own = _count(cells, "segments", place)
        yield _result(
            place,
            (cell_id(cells, "a", place) or "", cell_id(cells, "b", place) or ""),
            (_number(cells, "a_wins", place), _number(cells, "b_wins", place)),
            percent=percent,
            segments=segments if own is None else own,
            judgments=(_count(cells, "a_judgments", place), _count(cells, "b_judgments", place)),
            p=_p_value(cells, place),
            winner=cells.get("winner") or None,
        )


def _crossed(table: NamedColumns, *, percent: bool, segments: int | None) -> Iterator[MatchResult]:
    """The matches of a head-to-head table."""
    corner, *names = table.columns
    rows: dict[str, tuple[Place, Mapping[str, str]]] = {}
    for line, cells in table.rows():
        place = Place(table.file, line)
        name = cell_id(cells, corner, place) or ""
        if name not in names or name in rows:
            expected = f"a row for each of {', '.join(names)}"
            raise FormatError(
                place=place,
                expected=expected,
                found=f"{name} again" if name in rows else name,
                remedy="Call systems in the first column as in the first row, each once.",
            )
        rows[name] = place, {key: "" if value in _EMPTY else value for key, value in cells.items()}
    if missing := [name for name in names if name not in rows]:
        raise FormatError(
            place=Place(table.file),
            expected=f"a row of {missing[0]}",
            found="only its column",
            remedy="Add the row; cells that are not known stay empty.",
        )
    for number, a in enumerate(names):
        place, of_a = rows[a]
        if of_a[a]:
            raise FormatError(
                place=place, expected=f"no wins of {a} against itself", found=of_a[a], remedy="Leave the cell empty."
            )
        for b in names[number + 1 :]:
            wins = _number(of_a, b, place), _number(rows[b][1], a, rows[b][0])
            if wins != (None, None):
                yield _result(place, (a, b), wins, percent=percent, segments=segments)


def _result(
    place: Place,
    systems: tuple[str, str],
    wins: tuple[float | None, float | None],
    *,
    percent: bool,
    segments: int | None,
    judgments: tuple[int | None, int | None] = (None, None),
    p: float | None = None,
    winner: str | None = None,
) -> MatchResult:
    if segments is not None:
        wins = _segments_won(wins[0], segments, place, percent), _segments_won(wins[1], segments, place, percent)
    return MatchResult(
        a=systems[0],
        b=systems[1],
        a_wins=wins[0],
        b_wins=wins[1],
        percent=percent and segments is None,
        segments=segments,
        a_judgments=judgments[0],
        b_judgments=judgments[1],
        p=p,
        winner=winner,
        place=place,
    )


def _segments_won(wins: float | None, segments: int, place: Place, percent: bool) -> float | None:  # noqa: FBT001
    """Wins as a whole number of segments."""
    if wins is None:
        return None
    exact = wins * segments / 100 if percent else wins
    count = round(exact)
    if abs(count - exact) > (_PRINTED * segments / 100 if percent else 0):
        raise FormatError(
            place=place,
            expected=f"percentages that are whole numbers of {segments} segments" if percent else "segments won",
            found=f"{wins:g}" + (f" % ({exact:.2f} segments)" if percent else ""),
            remedy="Say the number of segments of this match in the column segments, or of none."
            if percent
            else "If these are percentages, say so (--percent).",
        )
    return count


def _number(cells: Mapping[str, str], column: str, place: Place) -> float | None:
    cell = cells.get(column, "")
    if not cell:
        return None
    if not NUMBER.fullmatch(cell):
        raise FormatError(
            place=place,
            expected=f"a number in the column {column}",
            found=repr(cell),
            remedy="Leave the cell empty where the figure is not known.",
        )
    return float(cell)


def _count(cells: Mapping[str, str], column: str, place: Place) -> int | None:
    value = _number(cells, column, place)
    if value is not None and (value < 0 or value % 1):
        raise FormatError(
            place=place,
            expected=f"a whole number in the column {column}",
            found=cells[column],
            remedy="Leave the cell empty where the figure is not known.",
        )
    return None if value is None else int(value)


def _p_value(cells: Mapping[str, str], place: Place) -> float | None:
    value = _number(cells, "p", place)
    if value is not None and not 0 <= value <= 1:
        raise FormatError(
            place=place,
            expected="a p-value from 0 to 1 in the column p",
            found=cells["p"],
            remedy="Leave the cell empty where it is not known.",
        )
    return value
