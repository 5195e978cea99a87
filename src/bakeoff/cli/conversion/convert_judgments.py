"""Files of judgments in `bakeoff convert`: from whatever format into the one in which they are exchanged."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from bakeoff.cli.human.judgment_files import read_all_judgments
from bakeoff.cli.interface.output import remark
from bakeoff.errors import BakeoffError

if TYPE_CHECKING:
    from bakeoff.formats.judgments import EqualRows

_ENDINGS = (".jsonl", ".csv")


def holds_judgments(path: str, format: str | None) -> bool:
    """Whether a file is one of judgments, by the format named or, where none is, by its content."""
    from bakeoff.formats.judgments import judgment_formats, recognise_judgments

    if format is not None:
        return format in judgment_formats()
    # Standard input can be read only once: who sends judgments there names their format.
    return path != "-" and Path(path).is_file() and recognise_judgments(path) is not None


def convert_judgments(
    source: str,
    target: str,
    *,
    from_format: str | None,
    to_format: str | None,
    equal_rows: EqualRows,
    batches: Sequence[str],
    others: Mapping[str, Any],
) -> None:
    """Writes the judgments of a file as JSON Lines or CSV. `others` are options that only texts have."""
    from bakeoff.formats.judgments import WRITTEN_FORMATS, write_judgments

    if given := [f"--{name.replace('_', '-')}" for name, value in others.items() if value]:
        raise BakeoffError(f"{source} holds judgments, and {', '.join(given)} is for texts.")
    if to_format is not None and to_format not in WRITTEN_FORMATS:
        raise BakeoffError(f"judgments are written as {' or '.join(WRITTEN_FORMATS)}, not as {to_format}.")
    if to_format is None and target != "-" and not target.lower().removesuffix(".gz").endswith(_ENDINGS):
        raise BakeoffError(f"{target}: judgments are written as JSON Lines (.jsonl) or CSV (.csv); name one by --to.")
    judgments = read_all_judgments([source], from_format, equal_rows=equal_rows, batches=batches)
    write_judgments(judgments, target, format=to_format)
    remark(f"{len(judgments):,} judgments by {len({each.judge for each in judgments}):,} judges.")
