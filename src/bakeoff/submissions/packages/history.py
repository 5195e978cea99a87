"""What a team has submitted before."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path

from bakeoff.errors import InputError, Place
from bakeoff.rulebook.schema import Rulebook
from bakeoff.submissions.archives.extraction import opened_package
from bakeoff.submissions.archives.limits import loosest_limits
from bakeoff.submissions.packages.contents import Contents
from bakeoff.submissions.packages.entries import Entry
from bakeoff.submissions.packages.identification import entries_of, identify

RunKey = tuple[str | None, ...]


def key_of(entry: Entry) -> RunKey:
    """What two versions of the same run share."""
    return (*entry.slot, entry.written_type)


def digest_of(path: Path) -> str:
    """A checksum of a file."""
    result = sha256()
    with path.open("rb") as stream:
        while chunk := stream.read(1 << 20):
            result.update(chunk)
    return result.hexdigest()


@dataclass(frozen=True, slots=True)
class EarlierPackage:
    """A package that was submitted before: its kind, version, runs and their checksums."""

    package: str
    version: int | None
    entries: tuple[Entry, ...]
    digests: Mapping[RunKey, str] = field(default_factory=dict)
    language_pair: str | None = None


@dataclass(frozen=True, slots=True)
class History:
    """Packages of a team in the order in which they came. `complete`: there are no others (a server knows that)."""

    packages: tuple[EarlierPackage, ...] = ()
    complete: bool = False

    def of_kind(self, package: str, language_pair: str | None) -> Sequence[EarlierPackage]:
        """The packages of a kind, for the language pair where packages have one."""
        return [
            each
            for each in self.packages
            if each.package == package and language_pair in (None, each.language_pair or language_pair)
        ]


def earlier_package(contents: Contents, rulebook: Rulebook) -> EarlierPackage | None:
    """A package known only by its names; None where they fit no kind of package."""
    identified = identify(contents, rulebook)
    if identified is None:
        return None
    entries = tuple(entries_of(identified))
    return EarlierPackage(
        identified.package.id,
        identified.version,
        entries,
        {key_of(entry): digest_of(entry.file.path) for entry in entries},
        identified.known.get("language_pair"),
    )


def read_history(paths: Sequence[str | Path], rulebook: Rulebook) -> History:
    """What a team submits as its earlier packages; there may have been others."""
    packages = []
    for path in paths:
        with opened_package(path, limits=loosest_limits(rulebook)) as contents:
            package = earlier_package(contents, rulebook)
        if package is None:
            raise InputError(
                place=Place(str(path)),
                expected=f"an earlier package of {rulebook.campaign.title}",
                found="one whose names fit no kind of package",
            )
        packages.append(package)
    return History(tuple(packages))
