"""Tables as the five documents print them, and in what a generated table differs from one.

The descriptions of the printed tables are in `spec/tables/*.json`, next to the folder of real data.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import pairwise
from pathlib import Path
from typing import Any

from bakeoff.reports.campaign_tables.report_table import ReportTable
from bakeoff.reports.table import Column, Marked, Range, SignedNote, Table

DOCUMENTS = ("iwslt2005", "wmt2008", "iwslt2012", "openmt2012", "iwslt2016")
"""Shipped rulebooks of campaigns whose overviews print tables."""


@dataclass(frozen=True, slots=True)
class PrintedColumn:
    heading: str
    group: str
    unit: str
    decimals: int | None


@dataclass(frozen=True, slots=True)
class PrintedTable:
    id: str
    caption: str
    columns: tuple[PrintedColumn, ...]
    rows: int | None
    """Those below the heading; None where the document's text has lost the table."""
    order: tuple[str, str]
    """By what rows are sorted, and which way."""
    groups: tuple[str, ...]
    marks: tuple[str, ...]
    interval: str
    layout: str


Check = Callable[[Table], Iterable[str]]
"""What is wrong with a generated table."""


@dataclass(frozen=True, kw_only=True)
class Generated:
    """Which table of a report has the structure of a printed one, and in which words the two differ."""

    id: str
    order: Check
    """Checks the order of the rows."""
    checks: tuple[Check, ...] = ()
    """What else is to be as printed: marks that the comparison does not know, layout."""
    words: Mapping[str, str] = field(default_factory=dict)
    """Our words for printed headings, and for printed groups, that differ by more than case, dashes and brackets."""
    added: tuple[str, ...] = ()
    """Headings of columns that are not printed, or `group / heading`."""
    left_out: tuple[str, ...] = ()
    """Printed headings, or `group / heading`, that are not generated."""
    columns: tuple[tuple[str, str], ...] = ()
    """Group and heading of the columns, in place of the printed ones, where these name two things in one."""
    part: slice | None = None
    """The columns that are the printed table, where a table holds several printed ones."""
    sections: bool = False
    """Whether the printed groups are sections of rows, and not groups of columns or words above the table."""
    groups_in_cells: bool = False
    """Whether the printed groups are texts in cells of the first column."""
    rows: int | None = None
    """The number of rows where it is not the printed one."""
    side_by_side: int = 1
    """In how many parts a list is printed that the description has as one list."""
    ungrouped: bool = False
    """Whether the description groups columns that have no heading in common."""


def read_printed(folder: Path, document: str) -> dict[str, PrintedTable]:
    """The tables of a document by their ids."""
    content = json.loads((folder / f"{document}.json").read_text(encoding="utf-8"))
    return {each["id"]: _table(each) for each in content["tables"]}


def printed_ids(folder: Path, document: str) -> set[str]:
    """The ids of all tables and figures of a document: `7`, and `figure 2`."""
    content = json.loads((folder / f"{document}.json").read_text(encoding="utf-8"))
    return {each["id"] for each in content["tables"]} | {f"figure {each['id']}" for each in content["figures"]}


def differences(printed: PrintedTable, report_table: ReportTable, generated: Generated) -> list[str]:
    """In what a generated table has another structure than the printed one, in sentences; nothing where it has none."""
    table = _part(report_table.table.for_people(), generated.part)
    return [
        *_columns(printed, table, generated),
        *_groups(printed, report_table, generated),
        *_rows(printed, table, generated),
        *_decimals(printed, table, generated),
        *_marks(printed, table),
        *(problem for check in (generated.order, *generated.checks) for problem in check(table)),
    ]


# The order of rows.


def in_document_order(*expected: str, column: int = 0) -> Check:
    """Rows start with these texts, each of which may be that of several rows."""

    def check(table: Table) -> Iterator[str]:
        found = list(dict.fromkeys(_plain(table, row, column) for row in range(len(table.rows))))
        if [_bare(text) for text in found] != [_bare(text) for text in expected]:
            yield f"rows are {found}, not {list(expected)}"

    return check


def by_name(heading: str = "system") -> Check:
    """Rows are sorted by a name, inside each section."""

    def check(table: Table) -> Iterator[str]:
        for names in _by_section(table, _index(table, heading)):
            if names != sorted(names, key=lambda name: str(name).casefold()):
                yield f"rows are not sorted by {heading}: {names}"

    return check


def by_score(heading: str, *, descending: bool = True, group: str = "", last: int = 0) -> Check:
    """Rows are sorted by a number, inside each section, but for the last ones, which are systems of earlier years."""

    def check(table: Table) -> Iterator[str]:
        for values in _by_section(table, _index(table, heading, group)):
            numbers = [value for value in values[: len(values) - last] if isinstance(value, int | float)]
            if numbers != sorted(numbers, reverse=descending):
                yield f"rows are not sorted by {heading}: {numbers}"

    return check


def each_by_itself(*, ascending: Iterable[str] = ()) -> Check:
    """Every list of a table of lists is sorted by its own score: the first number after a column of names."""
    rising = {_bare(group) for group in ascending}

    def check(table: Table) -> Iterator[str]:
        for index, column in enumerate(table.columns):
            if index and not table.is_numeric(index - 1) and table.is_numeric(index):
                numbers = [row[index] for row in table.rows if isinstance(row[index], int | float)]
                if numbers != sorted(numbers, reverse=_bare(column.group) not in rising):  # type: ignore[type-var]
                    yield f"the list under {column.group} is not sorted: {numbers}"

    return check


def _by_section(table: Table, index: int) -> Iterator[list[Any]]:
    for rows in _sections(table):
        yield [_value(table.rows[row][index]) for row in rows]


def _sections(table: Table) -> Iterator[range]:
    for start, end in pairwise(sorted({0, *(section.row for section in table.sections), len(table.rows)})):
        yield range(start, end)


# Marks and layout.


def best_in_bold(*headings: str, lowest: Iterable[str] = ()) -> Check:
    """In these columns, or in all of scores, the best of every section of more than one row is in bold, nothing else.

    `lowest` are headings under which the lowest is the best; others say themselves what is, or the highest is.
    """
    wanted, falling = ({_bare(each) for each in texts} for texts in (headings, lowest))

    def check(table: Table) -> Iterator[str]:
        checked = 0
        for index, column in enumerate(table.columns):
            scores = any(isinstance(_value(row[index]), float) for row in table.rows)
            if not scores or (wanted and _bare(column.heading) not in wanted):
                continue
            pick = min if column.best == "lowest" or _bare(column.heading) in falling else max
            for rows in _sections(table):
                known = {
                    row: number for row in rows if isinstance(number := _value(table.rows[row][index]), int | float)
                }
                if len(known) < 2:
                    continue
                best = {row for row, number in known.items() if number == pick(known.values())}
                bold, text = table.bold_rows(index) & set(known), table.shown(min(best), index)
                checked += 1
                if not best <= bold or any(table.shown(row, index) != text for row in bold):
                    yield f"bold under {column.heading} is not the best of rows {rows.start} to {rows.stop - 1}"
        if not checked and len(table.rows) > 1:
            yield "there is no column of scores"

    return check


def nothing_in_bold(table: Table) -> Iterator[str]:
    """No cell is in bold."""
    bold = [column.heading for index, column in enumerate(table.columns) if table.bold_rows(index)]
    if bold:
        yield f"there are bold cells under {bold}"


def one_cell_for(*headings: str) -> Check:
    """Cells of these columns hold for all rows that have the same value."""

    def check(table: Table) -> Iterator[str]:
        for heading in headings:
            if not table.columns[_index(table, heading)].once:
                yield f"cells under {heading} do not span rows"

    return check


def storeys(*first: str) -> Check:
    """The groups of columns that each storey starts with."""

    def check(table: Table) -> Iterator[str]:
        found = [table.columns[start].group for start in (0, *table.storeys)]
        if [_bare(each) for each in found] != [_bare(each) for each in first]:
            yield f"storeys start with {found}, not {list(first)}"

    return check


def cells_are(*texts: str) -> Check:
    """Every cell but the first of a row reads as one of these texts."""

    def check(table: Table) -> Iterator[str]:
        shown = {table.shown(row, index) for row in range(len(table.rows)) for index in range(1, len(table.columns))}
        if not shown <= set(texts):
            yield f"cells read {sorted(shown)}, not {list(texts)}"

    return check


# What all printed tables are compared in.


def _columns(printed: PrintedTable, table: Table, generated: Generated) -> Iterator[str]:
    wanted = [(_bare(group), _bare(heading)) for group, heading in generated.columns]
    wanted = wanted or [
        (_ours(column.group, generated), _ours(column.heading, generated))
        for column in printed.columns
        if not _is_named(column, generated.left_out)
    ]
    wanted *= generated.side_by_side
    grouped = any(group for group, _ in wanted) and not generated.ungrouped
    wanted = [(group if grouped else "", heading) for group, heading in wanted]
    found = [
        (_bare(column.group) if grouped else "", _bare(column.heading))
        for column in table.columns
        if not _is_named(column, generated.added)
    ]
    if found != wanted:
        yield f"columns are {found}, printed are {wanted}"


def _groups(printed: PrintedTable, report_table: ReportTable, generated: Generated) -> Iterator[str]:
    table = report_table.table
    if generated.groups_in_cells:
        cells = {_bare(table.shown(row, 0)) for row in range(len(table.rows))}
        missing = [group for group in printed.groups if _ours(group, generated) not in cells]
        if missing:
            yield f"no row starts with {missing}"
        return
    if generated.sections:
        found = [_bare(section.heading) for section in table.sections]
        wanted = [_ours(group, generated) for group in printed.groups]
        if found != wanted:
            yield f"sections are {found}, printed are {wanted}"
        return
    above = _bare(f"{report_table.section} {table.title}")
    columns = {_bare(column.group) for column in table.columns}
    for group in printed.groups:
        words = _ours(group, generated)
        if words not in columns and not set(words.split()) <= set(above.split()):
            yield f"neither a group of columns nor the caption says {group!r}: {report_table.section}, {table.title}"


def _rows(printed: PrintedTable, table: Table, generated: Generated) -> Iterator[str]:
    wanted = printed.rows if generated.rows is None else generated.rows
    wanted = None if wanted is None else -(-wanted // generated.side_by_side)
    if wanted is not None and len(table.rows) != wanted:
        yield f"there are {len(table.rows)} rows, printed are {wanted}"


def _decimals(printed: PrintedTable, table: Table, generated: Generated) -> Iterator[str]:
    wanted = [column for column in printed.columns if not _is_named(column, generated.left_out)]
    kept = [index for index, column in enumerate(table.columns) if not _is_named(column, generated.added)]
    for column, index in zip(wanted, kept, strict=False):
        for row in range(len(table.rows)):
            value = _value(table.rows[row][index])
            if not isinstance(value, int | float | Range) or column.decimals is None:
                continue
            text = table.shown(row, index)
            if not text:  # a cell that holds for the rows above, too
                continue
            found = {
                len(number) for number in re.findall(r"\d\.(\d+)|(?<!\d)\.(\d+)", text) for number in number if number
            }
            if (found or {0}) != {column.decimals}:
                yield f"{column.heading}: {text} has other than {column.decimals} decimals"
                break
            if problem := _unit(column.unit, text):
                yield f"{column.heading}: {text} {problem}"
                break


def _unit(unit: str, text: str) -> str:
    first = float(re.sub(r"[^\d.-]", "", text.split(maxsplit=1)[0].strip("[](),%")) or 0)
    if unit == "0 to 1" and not -1 <= first <= 1:
        return "is not between 0 and 1"
    if unit == "percent with % sign" and not text.endswith("%"):
        return "has no % sign"
    if "in parentheses" in unit and not text.startswith("("):
        return "has no parentheses"
    return ""


def _marks(printed: PrintedTable, table: Table) -> Iterator[str]:
    explained = {note.sign: note.sentence for note in table.notes if isinstance(note, SignedNote)}
    for sign, level in re.findall(r"([★†‡])\s*p\s*[≤<]\s*(0\.\d+)", " ".join(printed.marks)):
        if f"{float(level):g}" not in re.sub(r"(0\.\d*?)0+\b", r"\1", explained.get(sign, "")):
            yield f"no note says that {sign} is p ≤ {level}: {explained}"
    if unexplained := table.unexplained_signs():
        yield f"no note explains {sorted(unexplained)}"
    if any(mark.startswith("n/a") for mark in printed.marks):
        other = [c.heading for i, c in enumerate(table.columns) if table.is_numeric(i) and c.missing != "n/a"]
        if other:
            yield f"what is missing is not n/a under {other}"


# Reading.


def _table(content: Mapping[str, Any]) -> PrintedTable:
    columns = content["columns"] if isinstance(content.get("columns"), list) else []
    rows = content.get("rows")
    return PrintedTable(
        id=content["id"],
        caption=content["caption"],
        columns=tuple(
            PrintedColumn(each["heading"], each.get("group", ""), each.get("unit", ""), each.get("decimals"))
            for each in columns
        ),
        rows=rows if isinstance(rows, int) else None,
        order=(content["row_order"]["by"], content["row_order"]["direction"]),
        groups=tuple(content["groups"]),
        marks=tuple(content["marks"]),
        interval=content.get("interval", ""),
        layout=content.get("layout", ""),
    )


def _ours(text: str, generated: Generated) -> str:
    return _bare(generated.words.get(text, text))


def _is_named(column: PrintedColumn | Column, names: Iterable[str]) -> bool:
    own = {_bare(column.heading), _bare(f"{column.group} / {column.heading}")}
    return not own.isdisjoint(_bare(name) for name in names)


def _part(table: Table, part: slice | None) -> Table:
    if part is None:
        return table
    return replace(table, columns=table.columns[part], rows=tuple(row[part] for row in table.rows))


def _bare(text: str) -> str:
    """Without case, dashes, quotes and brackets, which each document writes in its own way."""
    return " ".join(re.sub(r"[\"“”()\[\]:,;.–—-]", " ", text).casefold().split())


def _index(table: Table, heading: str, group: str = "") -> int:
    for index, column in enumerate(table.columns):
        if _bare(column.heading) == _bare(heading) and (not group or _bare(column.group) == _bare(group)):
            return index
    raise AssertionError(f"there is no column {heading!r}: {[column.heading for column in table.columns]}")


def _value(cell: object) -> object:
    return cell.value if isinstance(cell, Marked) else cell


def _plain(table: Table, row: int, index: int) -> str:
    return str(_value(table.rows[row][index]))
