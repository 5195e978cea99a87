"""Whether the files of a package are those that were written."""

from __future__ import annotations

import hashlib
import re
import tempfile
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from bakeoff.errors import BakeoffError
from bakeoff.evaluation.progress import Steps
from bakeoff.release.content import ReleaseContent
from bakeoff.release.index import CAMPAIGN, CHECKSUMS, INDEX, RULEBOOK, TABLES
from bakeoff.release.privacy import pseudonymous
from bakeoff.release.reading import UnpackedPackage
from bakeoff.release.staging import Staging
from bakeoff.release.touched_tables import TouchedTable
from bakeoff.release.values import decode
from bakeoff.release.writing import stage_content
from bakeoff.rulebook.files.toml_writer import write_toml

_LINE = re.compile(r"([0-9a-f]{64})  (.+)")
_ALL = (CAMPAIGN, INDEX, RULEBOOK)
"""Files that every table depends on."""
_PIECE = 1 << 20


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangedFile:
    """A file that is not as it was written."""

    path: str
    why: str
    tables: tuple[TouchedTable, ...] = ()
    """That are made from it."""


def file_digest(path: Path) -> str:
    """SHA-256 in hexadecimal digits."""
    digest = hashlib.sha256()
    with path.open("rb") as file:
        while piece := file.read(_PIECE):
            digest.update(piece)
    return digest.hexdigest()


class Integrity:
    """The files of an unpacked package against its checksums, and against what would be written of them."""

    def __init__(self, package: UnpackedPackage) -> None:
        self._package = package
        self._digests = {path: file_digest(place) for path, place in package.places.items()}

    def changed(
        self, tables: tuple[TouchedTable, ...], content: ReleaseContent | None = None
    ) -> tuple[ChangedFile, ...]:
        """All files that are not as they were written, by their paths; with `content` also those whose checksum is
        right, but that nobody would write so.
        """
        reasons = dict(self._against_checksums())
        if content is not None:
            reasons = dict(self._as_written(content)) | reasons
        return tuple(
            ChangedFile(path=path, why=why, tables=_tables_of(path, tables)) for path, why in sorted(reasons.items())
        )

    def tables_as_written(self) -> tuple[TouchedTable, ...]:
        """The tables as the package lists them, for packages whose results cannot be read."""
        try:
            content = self._package.json(TABLES)
            return tuple(decode(TouchedTable, each, file=TABLES) for each in content)
        except (BakeoffError, TypeError):
            return ()

    def _against_checksums(self) -> Iterator[tuple[str, str]]:
        if CHECKSUMS not in self._digests:
            yield CHECKSUMS, "it is missing"
            return
        try:
            text = self._package.place_of(CHECKSUMS).read_text(encoding="utf-8")
        except UnicodeDecodeError:
            yield CHECKSUMS, "it is no text in UTF-8"
            return
        written: dict[str, str] = {}
        for number, line in enumerate(text.splitlines(), start=1):
            match = _LINE.fullmatch(line)
            if match is None:
                yield CHECKSUMS, f"line {number} is no checksum"
                continue
            written[match[2]] = match[1]
        for path in self._digests.keys() | written.keys():
            if path == CHECKSUMS:
                continue
            if path not in written:
                yield path, "it has no checksum: it was added"
            elif path not in self._digests:
                yield path, "it is missing"
            elif written[path] != self._digests[path]:
                yield path, "its checksum is another one: it was changed"

    def _as_written(self, content: ReleaseContent) -> Iterator[tuple[str, str]]:
        """Files of results, judgments and statistics, and the index, that differ from what is written of them."""
        with tempfile.TemporaryDirectory(prefix="bakeoff-") as folder:
            staging = Staging(Path(folder))
            stage_content(pseudonymous(content), staging, Steps(1, None))
            written: Mapping[str, str] = staging.checksums
        for path, digest in written.items():
            if self._digests.get(path) != digest:
                yield path, "it is not as Bakeoff writes what it says"
        if not self._has_these_rules(content):
            yield RULEBOOK, f"it says something else than the rules in {CAMPAIGN}"

    def _has_these_rules(self, content: ReleaseContent) -> bool:
        try:
            text = self._package.place_of(RULEBOOK).read_text(encoding="utf-8")
            return tomllib.loads(text) == tomllib.loads(write_toml(content.results.rules))
        except (BakeoffError, UnicodeDecodeError, tomllib.TOMLDecodeError):
            return False


def _tables_of(path: str, tables: tuple[TouchedTable, ...]) -> tuple[TouchedTable, ...]:
    return tables if path in _ALL else tuple(each for each in tables if path in each.files)
