"""Release packages in `bakeoff convert`: folders in the layouts of others."""

from __future__ import annotations

import zipfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from bakeoff.cli.interface.output import remark
from bakeoff.errors import BakeoffError


def holds_package(path: str) -> bool:
    """Whether a path is a release package."""
    place = Path(path)
    if not place.is_dir() and not zipfile.is_zipfile(place):
        return False  # so that texts do not wait for what reads packages
    from bakeoff.release.reading import is_package

    return is_package(place)


def convert_package(source: str, target: str, *, to_format: str | None, others: Mapping[str, Any]) -> None:
    """Writes a folder. `others` are options that only texts and judgments have."""
    from bakeoff.release.layouts.exports import LAYOUTS, export_layout
    from bakeoff.release.reading import read_package

    if options := [f"--{name.replace('_', '-')}" for name, value in others.items() if value]:
        raise BakeoffError(f"{source} is a release package, and {', '.join(options)} is for texts and judgments.")
    if to_format is None:
        raise BakeoffError(f"name the layout of {target} (--to): {', '.join(LAYOUTS)}.")
    number = export_layout(read_package(source), to_format, target, on_remark=remark)
    remark(f"{target}: {number:,} files.")
