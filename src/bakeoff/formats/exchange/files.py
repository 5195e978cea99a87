"""Files of source and target in all formats: read by their content, written by name."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from pathlib import Path

from bakeoff.errors import ExpressionError, FormatError, Place
from bakeoff.formats.exchange import bilingual_table, tmx, xliff
from bakeoff.formats.exchange.bilingual import BilingualFile
from bakeoff.formats.markup.prolog import read_prolog
from bakeoff.formats.sources import Source, open_source
from bakeoff.formats.targets import write_target

WRITERS: Mapping[str, Callable[[BilingualFile], Iterator[str]]] = {
    "xliff-2.1": partial(xliff.write, version="2.1"),
    "xliff-1.2": partial(xliff.write, version="1.2"),
    "tmx": tmx.write,
    "bilingual-tsv": bilingual_table.write,
}
ENDINGS: Mapping[str, str] = {"xliff-2.1": ".xlf", "xliff-1.2": ".xlf", "tmx": ".tmx", "bilingual-tsv": ".tsv"}
_ROOTS = {"xliff": xliff.read, "tmx": tmx.read}


def recognise_bilingual(path: str | Path) -> bool:
    """Whether a file is one of source and target."""
    with open_source(path) as source:
        return _reader(source) is not None


def read_bilingual(path: str | Path) -> BilingualFile:
    """The segments of a file in any of the formats; gzip is undone."""
    with open_source(path) as source:
        read = _reader(source)
        if read is None:
            raise FormatError(
                place=Place(source.name),
                expected="XLIFF 1.2 or 2, TMX, or a table with the columns id, source and target",
                found="another file",
            )
        return read(source)


def write_bilingual(file: BilingualFile, path: str | Path, format: str) -> None:
    """Writes a file in one of the formats of `WRITERS`; gzipped where its name says so."""
    if format not in WRITERS:
        raise ExpressionError(f"source and target are written as {', '.join(WRITERS)}, not as {format}.")
    write_target("".join(WRITERS[format](file)).encode(), path)


def _reader(source: Source) -> Callable[[Source], BilingualFile] | None:
    head = source.head.decode("utf-16" if source.head[:2] in (b"\xff\xfe", b"\xfe\xff") else "latin-1", "replace")
    prolog = read_prolog(head.removeprefix("\xef\xbb\xbf").removeprefix("\ufeff"))
    if prolog.internal_subset:  # whatever it is, its declarations are refused where it is read
        return xliff.read
    if prolog.root is not None:
        return _ROOTS.get(prolog.root.rpartition(":")[2])
    return bilingual_table.read if bilingual_table.recognises(head.removeprefix("\xef\xbb\xbf")) else None
