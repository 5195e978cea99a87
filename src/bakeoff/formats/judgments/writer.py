"""Writing files of judgments for others."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Literal, get_args

from bakeoff.data.judgments import Judgment
from bakeoff.formats.judgments import interchange, interchange_table
from bakeoff.formats.targets import write_target

WrittenFormat = Literal["interchange", "interchange-csv"]
WRITTEN_FORMATS: tuple[WrittenFormat, ...] = get_args(WrittenFormat)


def write_judgments(judgments: Iterable[Judgment], path: str | Path, *, format: WrittenFormat | None = None) -> None:
    """Writes judgments (`-`: to standard output), gzipped where the name ends in `.gz`.

    As JSON Lines, or as CSV where the name says so (`.csv`); `format` decides otherwise.
    """
    name = str(path).lower().removesuffix(".gz")
    chosen = format or ("interchange-csv" if name.endswith(".csv") else "interchange")
    module = interchange_table if chosen == "interchange-csv" else interchange
    write_target("".join(module.lines_of(judgments)).encode(), path)
