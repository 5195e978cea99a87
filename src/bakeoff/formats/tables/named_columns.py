"""Tables with the names of their columns in the first row, separated by tabs or, where that has none, by commas."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from bakeoff.formats.tables.comma_separated import comma_cells, comma_rows
from bakeoff.formats.tables.tab_separated import header_names, named_rows


@dataclass(frozen=True, slots=True)
class NamedColumns:
    """The columns of a table, not yet checked, and its lines."""

    file: str
    columns: tuple[str, ...]
    lines: Sequence[str]
    commas: bool

    def rows(self) -> Iterator[tuple[int, dict[str, str]]]:
        """The number of each line after the first, and its cells by column."""
        read = comma_rows if self.commas else named_rows
        return read(self.lines, self.columns, self.file)


def named_columns(lines: Sequence[str], file: str) -> NamedColumns:
    """The table that these lines are."""
    first = lines[0] if lines else ""
    commas = "\t" not in first and "," in first
    columns = comma_cells(first, file, 1) if commas else header_names(first, file)
    return NamedColumns(file, tuple(columns), lines, commas)
