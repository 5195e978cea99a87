"""Drawings as files."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from bakeoff.errors import InputError, Place


def write_drawings(folder: Path, drawings: Mapping[str, str]) -> None:
    """Writes each under its name into a folder, which is made where there is none."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for name, drawing in drawings.items():
            (folder / name).write_text(drawing, encoding="utf-8")
    except OSError as error:
        found = (error.strerror or str(error)).lower()
        raise InputError(place=Place(str(folder)), expected="a folder that can be written", found=found) from None
