"""Checks of what single printed tables have: marks, lines, spanning cells, last rows."""

from __future__ import annotations

from collections.abc import Iterator

from bakeoff.reports.table import Range, Table
from tests.reports.campaign_tables.printed_structure import Check, storeys


def any_order(_: Table) -> Iterator[str]:
    """For tables whose document states no order."""
    yield from ()


def first_cells_start_with(*words: str) -> Check:
    """Rows start with these words, each with those of the rows after it, in this order."""

    def check(table: Table) -> Iterator[str]:
        found = [next((word for word in words if str(row[0]).startswith(word)), str(row[0])) for row in table.rows]
        if list(dict.fromkeys(found)) != list(words):
            yield f"rows start with {found}, not {list(words)}"

    return check


def says(text: str) -> Check:
    """Some row starts with a text."""

    def check(table: Table) -> Iterator[str]:
        if all(row[0] != text for row in table.rows):
            yield f"no row starts with {text}"

    return check


def current_set_in_bold(table: Table) -> Iterator[str]:
    """The rows of this year's test set, and no others, are in bold."""
    wanted = {row for row, cells in enumerate(table.rows) if cells[0] == "IWSLT 2005"}
    if set(table.emphasised) != wanted:
        yield f"rows {sorted(table.emphasised)} are in bold, not {sorted(wanted)}"


def cased_in_parentheses(table: Table) -> Iterator[str]:
    """Numbers of submissions with upper case are in parentheses, but for Chinese, which has none."""
    for row in table.rows:
        for cell in row[1:]:
            if ("(" in str(cell)) == str(row[0]).endswith("Chinese"):
                yield f"{row[0]}: {cell}"


def lists_or_one_line(table: Table) -> Iterator[str]:
    """Several systems are in two storeys of lists, one alone is a row; BLEU and NIST alone have intervals."""
    if len(table.rows) > 1:
        yield from storeys("BLEU Score", "mWER")(table)
    elif table.storeys:
        yield "a single system is not in lists"
    ranged = [
        table.columns[index - 1].heading if len(table.rows) == 1 else table.columns[index].group
        for index, value in enumerate(table.rows[0])
        if isinstance(value, Range)
    ]
    if ranged != ["BLEU Score", "NIST Score"]:
        yield f"{ranged} have intervals"


def teams_and_their_number(table: Table) -> Iterator[str]:
    """Teams by name, and their number in the last row."""
    names = [str(row[0]) for row in table.rows]
    if names[:-1] != sorted(names[:-1], key=str.casefold) or names[-1] != "Teams":
        yield f"rows are {names}"
    for index in range(1, len(table.columns)):
        crosses = sum(row[index] == "X" for row in table.rows[:-1])
        if table.rows[-1][index] != str(crosses):
            yield f"{table.columns[index].heading}: {crosses} teams, the last row says {table.rows[-1][index]}"


def crosses_alone(table: Table) -> Iterator[str]:
    """Cells of teams are X or nothing."""
    cells = {table.shown(row, index) for row in range(len(table.rows) - 1) for index in range(1, len(table.columns))}
    if cells != {"X", ""}:
        yield f"cells read {sorted(cells)}"


def lines_where_the_test_parts(table: Table) -> Iterator[str]:
    """Every second difference of the simulation is significant: a line is drawn there, and nowhere else."""
    wanted = set(range(2, len(table.rows), 2))
    if set(table.rules) != wanted:
        yield f"lines are above rows {sorted(table.rules)}, not {sorted(wanted)}"
    if wanted and not any(note.startswith("A line between two systems") for note in table.notes):
        yield "no note says what a line means"


def best_of_2015_last(table: Table) -> Iterator[str]:
    """The last row is the best system of the year before."""
    names = [row[0] for row in table.rows]
    if names[-1] != "BEST IWSLT2015" or names.count("BEST IWSLT2015") != 1:
        yield f"systems are {names}"
