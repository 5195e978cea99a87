"""Writing files of judgments for others."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Literal, get_args

from bakeoff.data.judgments import Judgment
from bakeoff.formats.judgments import interchange, interchange_table
from bakeoff.formats.judgments.appraise import export
from bakeoff.formats.targets import write_target

WrittenFormat = Literal["interchange", "interchange-csv", "appraise"]
_WRITERS: dict[WrittenFormat, Callable[[Iterable[Judgment]], Iterable[str]]] = {
    "interchange": interchange.lines_of,
    "interchange-csv": interchange_table.lines_of,
    "appraise": export.lines_of,
}
WRITTEN_FORMATS: tuple[WrittenFormat, ...] = get_args(WrittenFormat)


def write_judgments(judgments: Iterable[Judgment], path: str | Path, *, format: WrittenFormat | None = None) -> None:
    """Writes judgments (`-`: to standard output), gzipped where the name ends in `.gz`.

    As JSON Lines, or as CSV where the name says so (`.csv`); `format` decides otherwise. Appraise's own form is for
    protocols that it has.
    """
    name = str(path).lower().removesuffix(".gz")
    chosen: WrittenFormat = format or ("interchange-csv" if name.endswith(".csv") else "interchange")
    write_target("".join(_WRITERS[chosen](judgments)).encode(), path)
