"""What metrics score: the systems of a language pair, and how many segments each has."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from bakeoff.errors import BakeoffError
from bakeoff.formats import read_lines


@dataclass(frozen=True, slots=True, kw_only=True)
class ScoredOutputs:
    """The outputs in the package that metric teams download, of one test set and language pair."""

    systems: tuple[str, ...]
    """As the package calls them: `system3`."""
    segments: int
    references: int
    """How many references it has."""


OutputsOn = Callable[[str | None, str | None], ScoredOutputs | None]
"""The outputs of a language pair and a test set; None where there are none."""


def outputs_in_folder(folder: str | Path) -> dict[str, ScoredOutputs]:
    """What unpacked packages hold, by language pair."""
    outputs = Path(folder) / "system-outputs"
    pairs = sorted(path for path in outputs.glob("*") if path.is_dir()) if outputs.is_dir() else []
    found = {}
    for pair in pairs:
        files = sorted(pair.glob("*.txt"))
        if files:
            found[pair.name] = ScoredOutputs(
                systems=tuple(path.stem for path in files),
                segments=len(read_lines(files[0])),
                references=len(list((Path(folder) / "references").glob(f"{pair.name}.*.txt"))),
            )
    if not found:
        raise BakeoffError(
            f"{folder}: expected the unpacked package of a metrics task, with outputs in "
            "system-outputs/PAIR/SYSTEM.txt; found none."
        )
    return found
