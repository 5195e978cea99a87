"""The contents of a backup. It is written last: without it, or with an earlier one, a backup is as it was before.

The database is always a file of SQLite, from whichever database it came, so that a backup can be restored into either.
"""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from bakeoff.errors import BakeoffError

MANIFEST = "manifest.json"
FORMAT = 1


@dataclass(frozen=True, slots=True)
class Manifest:
    """A backup that is complete."""

    bakeoff: str
    """The version that made it."""
    made_at: str
    database: str
    """The name of the file in the backup's folder."""
    database_sha256: str
    rows: Mapping[str, int]
    """How many rows each table has."""
    files: Mapping[str, int]
    """The size of each kept file, by its checksum."""
    has_key: bool
    """Whether it contains the key that signs sessions and links."""
    format: int = FORMAT


def write_manifest(manifest: Manifest, folder: Path) -> None:
    """From now on the backup is this one."""
    draft = folder / f"{MANIFEST}.new"
    with draft.open("w", encoding="utf-8") as stream:
        json.dump(asdict(manifest), stream, indent=1)
        stream.flush()
        os.fsync(stream.fileno())
    draft.replace(folder / MANIFEST)
    sync_folder(folder)


def read_manifest(folder: Path) -> Manifest:
    """What a backup says that it holds."""
    path = folder / MANIFEST
    try:
        content: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
        if content["format"] > FORMAT:
            raise BakeoffError(f"{path}: made by Bakeoff {content['bakeoff']}, which is newer: install that version.")
        return Manifest(**content)
    except FileNotFoundError:
        raise BakeoffError(f"{folder}: expected a backup, found no {MANIFEST} in it: it was never finished.") from None
    except (ValueError, KeyError, TypeError):
        raise BakeoffError(f"{path}: expected the list of a backup, found something else. Take another one.") from None


def sync_folder(folder: Path) -> None:
    """Makes sure that a folder knows its files after a crash."""
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
