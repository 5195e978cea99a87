"""Writing files of judgments for others."""

from __future__ import annotations

import gzip
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Literal, get_args

from bakeoff.data.judgments import Judgment
from bakeoff.errors import InputError, Place
from bakeoff.formats.judgments import interchange, interchange_table

WrittenFormat = Literal["interchange", "interchange-csv"]
WRITTEN_FORMATS: tuple[WrittenFormat, ...] = get_args(WrittenFormat)


def write_judgments(judgments: Iterable[Judgment], path: str | Path, *, format: WrittenFormat | None = None) -> None:
    """Writes judgments (`-`: to standard output), gzipped where the name ends in `.gz`.

    As JSON Lines, or as CSV where the name says so (`.csv`); `format` decides otherwise.
    """
    name = str(path).lower().removesuffix(".gz")
    chosen = format or ("interchange-csv" if name.endswith(".csv") else "interchange")
    module = interchange_table if chosen == "interchange-csv" else interchange
    data = "".join(module.lines_of(judgments)).encode()
    if str(path) == "-":
        sys.stdout.buffer.write(data)
        return
    try:
        Path(path).write_bytes(gzip.compress(data, mtime=0) if str(path).lower().endswith(".gz") else data)
    except OSError as error:
        found = (error.strerror or str(error)).lower()
        raise InputError(place=Place(str(path)), expected="a file that can be written", found=found) from None
