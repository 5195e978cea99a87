"""`bakeoff convert` of files of source and target: XLIFF, TMX and tables."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from bakeoff.cli.interface.output import remark
from bakeoff.errors import BakeoffError

_BY_ENDING = {".xlf": "xliff-2.1", ".xliff": "xliff-2.1", ".tmx": "tmx", ".tsv": "bilingual-tsv"}


def holds_bilingual(path: str, format: str | None) -> bool:
    """Whether a file has sources and targets, by its content. Standard input can be read only once."""
    if format is not None or path == "-" or not Path(path).is_file():
        return False
    from bakeoff.formats.exchange.files import recognise_bilingual

    return recognise_bilingual(path)


def convert_bilingual(source: str, target: str, *, to_format: str | None, others: Mapping[str, Any]) -> None:
    """Writes sources and targets in another of these formats. `others` are for texts alone."""
    from bakeoff.formats.exchange.files import WRITERS, read_bilingual, write_bilingual

    if given := [f"--{name.replace('_', '-')}" for name, value in others.items() if value]:
        raise BakeoffError(f"{source} holds sources and targets, and {', '.join(given)} is for texts.")
    format = to_format or _BY_ENDING.get(Path(target.lower().removesuffix(".gz")).suffix)
    if format is None or format not in WRITERS:
        said = f"not as {format}" if format else f"and {target} does not say which: name it by --to"
        raise BakeoffError(f"sources and targets are written as {', '.join(WRITERS)}, {said}.")
    file = read_bilingual(source)
    write_bilingual(file, target, format)
    if format == "tmx" and any(unit.signed_off for unit in file.units):
        remark(f"{target}: TMX has no place for what was signed off. It is left out.")
    remark(f"{len(file.units):,} segments.")
