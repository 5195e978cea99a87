"""The files of a package while it is put together: written into a folder, with a checksum each."""

from __future__ import annotations

import hashlib
import json
import re
from pathlib import Path
from typing import Any, BinaryIO

from bakeoff.release.content import ReleaseFile
from bakeoff.release.index import IndexedFile
from bakeoff.submissions.packages.contents import PackedFile

_PIECE = 1 << 20
_STRANGE = re.compile(r"[^A-Za-z0-9._+-]+")
_LONGEST = 80


class Staging:
    """Files on their way into a package."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._files: dict[str, PackedFile] = {}
        self.checksums: dict[str, str] = {}

    @property
    def files(self) -> tuple[PackedFile, ...]:
        """Everything so far."""
        return tuple(self._files.values())

    def size(self, path: str) -> int:
        """Of a file in bytes."""
        return self._files[path].size

    def add(self, path: str, content: bytes) -> str:
        """A file in memory."""
        with self.opened(path) as target:
            target.write(content)
        return path

    def add_text(self, path: str, text: str) -> str:
        """A file of text."""
        return self.add(path, text.encode())

    def add_json(self, path: str, content: Any) -> str:
        """A file of JSON, as people read it."""
        text = json.dumps(content, ensure_ascii=False, allow_nan=False, indent=1)
        return self.add_text(path, f"{text}\n")

    def add_file(self, folder: str, file: ReleaseFile) -> IndexedFile:
        """A file of the campaign, in a folder of its own or under a number."""
        path = f"{folder}{plain_name(file.name)}"
        with file.open() as source, self.opened(path) as target:
            while piece := source.read(_PIECE):
                target.write(piece)
        return IndexedFile(path=path, name=file.name, licence=file.licence)

    def opened(self, path: str) -> _Target:
        """A file to write to."""
        return _Target(self, path, self._folder / f"{len(self._files) + 1:06d}")

    def keep(self, path: str, file: PackedFile, sha256: str) -> None:
        """Notes a file that is written."""
        if path in self._files:
            raise ValueError(f"{path} is in the package twice")
        self._files[path] = file
        self.checksums[path] = sha256


class _Target:
    """A file that is being written."""

    def __init__(self, staging: Staging, path: str, place: Path) -> None:
        self._staging, self._path, self._place = staging, path, place
        self._digest = hashlib.sha256()
        self._size = 0
        self._file: BinaryIO | None = None

    def __enter__(self) -> _Target:
        self._file = self._place.open("xb")
        return self

    def write(self, piece: bytes) -> None:
        """Adds bytes."""
        assert self._file is not None  # it is open
        self._digest.update(piece)
        self._size += len(piece)
        self._file.write(piece)

    def __exit__(self, kind: object, *_: object) -> None:
        assert self._file is not None
        self._file.close()
        if kind is None:
            packed = PackedFile(self._path, self._place, self._size)
            self._staging.keep(self._path, packed, self._digest.hexdigest())


def plain_name(name: str) -> str:
    """A name that every file system takes, with the same ending.

    >>> plain_name("my run (2).tsv"), plain_name("../Übung.xml"), plain_name("")
    ('my-run-2-.tsv', 'bung.xml', 'file')
    """
    plain = _STRANGE.sub("-", name.replace("\\", "/").rpartition("/")[2]).strip("-.")
    return plain[-_LONGEST:].lstrip("-.") or "file"
