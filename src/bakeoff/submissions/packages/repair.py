"""Fixing packages: names, folders, compression and system names, as far as it is certain what was meant.

Texts are never touched. Every change is reported, and what is left is for the checker to find again.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from tempfile import TemporaryDirectory
from xml.sax.saxutils import quoteattr

from bakeoff.errors import BakeoffError
from bakeoff.rulebook.file_names.patterns import parse_pattern
from bakeoff.rulebook.schema import Package, Rulebook
from bakeoff.submissions.archives.extraction import unpack
from bakeoff.submissions.archives.limits import limits_of
from bakeoff.submissions.archives.writer import ArchiveKind, write_archive, write_file
from bakeoff.submissions.packages.builder import preferred_kind
from bakeoff.submissions.packages.contents import Contents, PackedFile
from bakeoff.submissions.packages.identification import ENDINGS, Identified, NamedFile, identify
from bakeoff.submissions.packages.names import read_name, suggested_name

_NAMED_BY = {"nist-xml": ("tstset", "sysid"), "wmt-xml": ("hyp", "system"), "nist-sgml": ("tstset|doc", "sysid")}


@dataclass(frozen=True, slots=True)
class Change:
    """Something that was fixed."""

    what: str
    before: str
    after: str

    def __str__(self) -> str:
        return f"{self.what}: {self.before} → {self.after}"


@dataclass(frozen=True, slots=True)
class FixedPackage:
    """A fixed package."""

    path: Path
    changes: tuple[Change, ...]


def fix_package(
    path: str | Path,
    rulebook: Rulebook,
    folder: str | Path,
    *,
    team: str | None = None,
    package: str | None = None,
    overwrite: bool = False,
) -> FixedPackage:
    """Writes a corrected copy of a package into a folder. The package itself stays as it is.

    A package whose archive is damaged or hostile is not fixed, nor one that fits no kind of package.
    """
    with TemporaryDirectory(prefix="bakeoff-") as work:
        chosen = rulebook.submission.packages.get(package or "")
        contents = unpack(path, work, limits=limits_of(chosen) if chosen else None)
        if any(each.severity == "error" for each in contents.findings if not each.code.startswith("archive-ending")):
            first = next(each for each in contents.findings if each.severity == "error")
            raise BakeoffError(f"the archive cannot be fixed: {str(first).partition('] ')[2]}")
        names = identify(contents, rulebook, package=package, team=team)
        if names is None:
            raise BakeoffError(f"{contents.name} fits no kind of package of the rulebook; say which by --package.")
        is_single = contents.kind == "file" and "none" in names.package.compression
        if is_single:  # it needs no folder
            names = replace(names, package=names.package.model_copy(update={"tree": ""}))
        files, changes = _fixed_files(names, Path(work))
        if is_single and files:
            target = Path(folder) / files[0].name
            write_file(files[0], target, overwrite=overwrite)
            return FixedPackage(target, tuple(changes))
        kind = _wanted_kind(contents, names.package)
        target = Path(folder) / (_fixed_stem(contents, names) + ENDINGS[kind][0])
        renamed = [] if target.name == contents.name else [Change("archive", contents.name, target.name)]
        write_archive(files, target, kind, overwrite=overwrite)
    return FixedPackage(target, (*renamed, *changes))


def _fixed_files(names: Identified, work: Path) -> tuple[list[PackedFile], list[Change]]:
    wanted = {named.file.name: _wanted_name(named, names) for named in names.runs}
    often = Counter(wanted.values())
    files, changes = [], []
    for named in names.files:
        old = named.file.name
        if named.kind == "junk":
            changes.append(Change("left out", old, "nothing"))
            continue
        new = wanted.get(old)
        file = named.file
        if new is not None and often[new] == 1 and new != old:
            changes.append(Change("name", old, new))
            file = replace(file, name=new)
        if named.kind == "run":
            file, renamed = _with_system_name(file, names, work)
            changes += renamed
        files.append(file)
    return files, changes


def _wanted_name(named: NamedFile, names: Identified) -> str | None:
    """Folder and name that a file should have; None where that is unknown."""
    pattern = parse_pattern(names.package.file)
    base = suggested_name(pattern, names.rules, named.base, known=names.known)
    if base is None:
        return None
    reading = read_name(pattern, names.rules, base)
    values = {**names.known, **(reading.values if reading else {})}
    tree = parse_pattern(names.package.tree)
    if not all(field in values for field in tree.fields):
        return None
    return "/".join(filter(None, (tree.written(values), base)))


def _with_system_name(file: PackedFile, names: Identified, work: Path) -> tuple[PackedFile, list[Change]]:
    """The file with the system's name that its own name asks for, where it names one system."""
    package = names.package
    wanted = _system_name(file, names)
    if wanted is None or package.format not in _NAMED_BY:
        return file, []
    element, attribute = _NAMED_BY[package.format]
    pattern = re.compile(rf"(<(?:{element})\b[^<>]*?\s{attribute}\s*=\s*)(\"[^\"<>]*\"|'[^'<>]*')".encode())
    data = file.path.read_bytes()
    written = {match[2][1:-1] for match in pattern.finditer(data)}
    if len(written) != 1 or written == {wanted.encode()}:
        return file, []
    target = work / f"fixed-{file.path.name}"
    target.write_bytes(pattern.sub(lambda match: match[1] + quoteattr(wanted).encode(), data))
    before = written.pop().decode(errors="replace")
    return replace(file, path=target, size=target.stat().st_size), [
        Change(f"{attribute} in {file.name}", before, wanted)
    ]


def _system_name(file: PackedFile, names: Identified) -> str | None:
    pattern = parse_pattern(names.package.system)
    reading = read_name(parse_pattern(names.package.file), names.rules, file.name.rpartition("/")[2])
    if not names.package.system or reading is None or reading.wrong:
        return None
    values = {**names.known, **reading.values}
    return pattern.written(values) if all(field in values for field in pattern.fields) else None


def _fixed_stem(contents: Contents, names: Identified) -> str:
    """The right name of the archive, without its ending."""
    archive = names.package.archive
    if not archive:
        return names.stem
    known = {**_first_version(names), **names.known}
    suggested = suggested_name(parse_pattern(archive), names.rules, names.stem, known=known)
    if suggested is None:
        raise BakeoffError(f"the archive's name cannot be guessed from {contents.name}: expected {archive}.")
    return suggested


def _first_version(names: Identified) -> Mapping[str, str]:
    """A folder has no version in its name; its package is taken for the first."""
    written = names.rules["version"].number(1)
    return {"version": written} if written and names.archive is None else {}


def _wanted_kind(contents: Contents, package: Package) -> ArchiveKind:
    """As it was packed, where that is allowed."""
    kind = contents.kind
    return kind if kind in package.compression and kind not in ("folder", "file") else preferred_kind(package)
