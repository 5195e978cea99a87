"""Fixing packages: names, folders, packing, system names, encoding, plain text in place of XML.

Only what is certain is fixed. The words of segments are never touched. Every change is reported, and what is left is
for the checker to find again.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path, PurePath
from tempfile import TemporaryDirectory

from bakeoff.errors import BakeoffError
from bakeoff.rulebook.file_names.patterns import parse_pattern
from bakeoff.rulebook.schema import Rulebook
from bakeoff.rulebook.titles import FORMAT_TITLES
from bakeoff.submissions.archives.extraction import unpack
from bakeoff.submissions.archives.limits import limits_of
from bakeoff.submissions.archives.writer import ArchiveKind, write_archive, write_file
from bakeoff.submissions.context import XML_FORMATS
from bakeoff.submissions.packages.builder import preferred_kind
from bakeoff.submissions.packages.changes import Change, ChangeKind, key_of_change
from bakeoff.submissions.packages.content_fixes import MOST_BYTES, content_fixes
from bakeoff.submissions.packages.contents import Contents, PackedFile
from bakeoff.submissions.packages.entries import Entry
from bakeoff.submissions.packages.identification import ENDINGS, Identified, NamedFile, identify
from bakeoff.submissions.packages.names import read_name, suggested_name
from bakeoff.submissions.packages.plain_text import is_plain_text, number_of_lines, wrap_lines
from bakeoff.submissions.sources import CheckSource, match_source


@dataclass(frozen=True, slots=True)
class FixedPackage:
    """A fixed package."""

    path: Path
    changes: tuple[Change, ...]
    sent_names: Mapping[str, str]
    """What its files were called in the package that was sent."""


def fix_package(
    path: str | Path,
    rulebook: Rulebook,
    folder: str | Path,
    *,
    team: str | None = None,
    package: str | None = None,
    sources: Sequence[CheckSource] = (),
    overwrite: bool = False,
) -> FixedPackage:
    """Writes a corrected copy of a package into a folder. The package itself stays as it is.

    A package whose archive is damaged or hostile is not fixed, nor one that fits no kind of package. With `sources`,
    runs in plain text with as many lines as a source has segments become XML, where the rulebook asks for it.
    """
    with TemporaryDirectory(prefix="bakeoff-") as work:
        chosen = rulebook.submission.packages.get(package or "")
        contents = unpack(path, work, limits=limits_of(chosen) if chosen else None)
        repair = repair_of(contents, rulebook, work, team=team, package=package, sources=sources)
        return repair.write(folder, overwrite=overwrite)


def repair_of(
    contents: Contents,
    rulebook: Rulebook,
    work: str | Path,
    *,
    team: str | None = None,
    package: str | None = None,
    sources: Sequence[CheckSource] = (),
    only: Collection[str] | None = None,
    version: int | None = None,
) -> Repair:
    """What is fixed in a package that was unpacked; `work` is a folder for changed copies of its files.

    `only` are the keys of the changes that are made, by default all that can be. `version` is that of an archive that
    is made of files whose names say none, by default the first.
    """
    faults = [each for each in contents.findings if each.severity == "error" and each.code != "archive-ending"]
    if faults:
        raise BakeoffError(f"the archive cannot be fixed: {str(faults[0]).partition('] ')[2]}")
    names = identify(contents, rulebook, package=package, team=team)
    if names is None:
        raise BakeoffError(f"{contents.name} fits no kind of package of the rulebook; say which by --package.")
    is_single = contents.kind == "file" and "none" in names.package.compression
    if is_single:  # it needs no folder
        names = replace(names, package=names.package.model_copy(update={"tree": ""}))
    return Repair(contents, rulebook, names, Path(work), only, version or 1, tuple(sources), is_single=is_single)


@dataclass(frozen=True)
class Repair:
    """A package that is being fixed: its files as they will be, and what was changed in them."""

    contents: Contents
    rulebook: Rulebook
    names: Identified
    work: Path
    only: Collection[str] | None
    version: int
    sources: tuple[CheckSource, ...]
    is_single: bool
    files: list[PackedFile] = field(default_factory=list, init=False)
    changes: list[Change] = field(default_factory=list, init=False)
    sent_names: dict[str, str] = field(default_factory=dict, init=False)

    def __post_init__(self) -> None:
        self._fix_archive()
        wanted = {named.file.name: self._wanted_name(named) for named in self.names.runs}
        often = Counter(wanted.values())
        for named in self.names.files:
            old = named.file.name
            if named.kind == "junk" and self._is_wanted("left-out", old):
                self._note("left-out", old, "left out", old, "nothing")
                continue
            new = wanted.get(old, old)
            file = self._renamed(named, new if often[new] == 1 else old)
            if named.kind == "run":
                file = self._in_xml(self._with_content(file, old), named)
            self.files.append(file)
            self.sent_names[file.name] = old

    def write(self, folder: str | Path, *, overwrite: bool = False) -> FixedPackage:
        """Writes the fixed package into a folder."""
        target = Path(folder) / self._target_name()
        if self._stays_single():
            write_file(self.files[0], target, overwrite=overwrite)
        else:
            write_archive(self.files, target, self._kind(), overwrite=overwrite)
        return FixedPackage(target, tuple(self.changes), dict(self.sent_names))

    def _is_wanted(self, kind: ChangeKind, file: str = "") -> bool:
        return self.only is None or key_of_change(kind, file) in self.only

    def _note(self, kind: ChangeKind, file: str, what: str, before: str, after: str) -> None:
        self.changes.append(Change(kind, file, what, before, after))

    # The archive itself

    def _fix_archive(self) -> None:
        left_out = any(each.code == "archive-macos-files" for each in self.contents.findings)
        if left_out and self._is_wanted("macos-files"):
            self._note("macos-files", "", "left out", "files of macOS", "nothing")
        if self.is_single or not self._is_wanted("archive"):
            return
        stem = self._stem()
        if stem is not None and (target := stem + ENDINGS[self._kind()][0]) != self.contents.name:
            self._note("archive", "", "archive", self.contents.name, target)

    def _stays_single(self) -> bool:
        return self.contents.kind == "file" and (self.is_single or not self._is_wanted("archive")) and bool(self.files)

    def _target_name(self) -> str:
        if self._stays_single():
            return self.files[0].name
        if not self._is_wanted("archive"):
            return self.contents.name
        stem = self._stem()
        if stem is None:
            expected = self.names.package.archive
            raise BakeoffError(f"the archive's name cannot be guessed from {self.contents.name}: expected {expected}.")
        return stem + ENDINGS[self._kind()][0]

    def _stem(self) -> str | None:
        """The right name of the archive, without its ending; None where it cannot be guessed."""
        archive = self.names.package.archive
        if not archive:
            return self.names.stem
        known = {**self._first_version(), **self.names.known}
        return suggested_name(parse_pattern(archive), self.names.rules, self.names.stem, known=known)

    def _first_version(self) -> Mapping[str, str]:
        """A folder has no version in its name."""
        written = self.names.rules["version"].number(self.version)
        return {"version": written} if written and self.names.archive is None else {}

    def _kind(self) -> ArchiveKind:
        """As it was packed, where that is allowed or nobody asked for another kind."""
        kind = self.contents.kind
        if kind == "folder" or kind == "file":  # noqa: PLR1714 -- narrows the type
            return preferred_kind(self.names.package)
        stays = kind in self.names.package.compression or not self._is_wanted("archive")
        return kind if stays else preferred_kind(self.names.package)

    # Its files

    def _wanted_name(self, named: NamedFile) -> str:
        """Folder and name that a file should have, as far as they are known and their change is wanted."""
        old, base, folder = named.file.name, named.base, _folder(named)
        if self._is_wanted("name", old):
            pattern = parse_pattern(self.names.package.file)
            base = suggested_name(pattern, self.names.rules, base, known=self.names.known) or base
        if self._is_wanted("folder", old):
            folder = self._wanted_folder(base, folder)
        return "/".join(filter(None, (folder, base)))

    def _wanted_folder(self, base: str, folder: str) -> str:
        tree = parse_pattern(self.names.package.tree)
        reading = read_name(parse_pattern(self.names.package.file), self.names.rules, base)
        values = {**(reading.accepted if reading else {}), **self.names.known}
        return tree.written(values) if all(each in values for each in tree.fields) else folder

    def _renamed(self, named: NamedFile, new: str) -> PackedFile:
        old = named.file.name
        folder, _, base = new.rpartition("/")
        if base != named.base:
            self._note("name", old, "name", old, "/".join(filter(None, (_folder(named), base))))
        if folder != _folder(named):
            self._note("folder", old, "folder", "/".join(filter(None, (_folder(named), base))), new)
        return replace(named.file, name=new)

    def _with_content(self, file: PackedFile, old: str) -> PackedFile:
        """The file with its bytes fixed, one thing after another."""
        package = self.names.package
        if package.format == "any" or file.size > MOST_BYTES:
            return file
        system = _system_name(file, self.names)
        data = before = file.path.read_bytes()
        done: set[ChangeKind] = set()
        while fix := next(
            (
                fix
                for fix in content_fixes(data, package.format, system=system)
                if fix.kind not in done and self._is_wanted(fix.kind, old)
            ),
            None,
        ):
            data = fix.data
            done.add(fix.kind)
            self._note(fix.kind, old, f"{fix.what} in {file.name}", fix.before, fix.after)
        if data == before:
            return file
        target = self.work / f"fixed-{len(self.files)}"
        target.write_bytes(data)
        return replace(file, path=target, size=len(data))

    def _entry_of(self, file: PackedFile, named: NamedFile) -> Entry:
        """What a file stands for by its new name, where the old one did not say it."""
        reading = read_name(parse_pattern(self.names.package.file), self.names.rules, PurePath(file.name).name)
        said = reading.accepted if reading else {}
        return replace(
            named.entry,
            language_pair=named.entry.language_pair or said.get("language_pair"),
            test_set=named.entry.test_set or said.get("test_set"),
        )

    def _in_xml(self, file: PackedFile, named: NamedFile) -> PackedFile:
        """A run in plain text as the XML that the rulebook asks for, where its lines are the segments of the source."""
        package, old = self.names.package, named.file.name
        if package.format not in XML_FORMATS or file.size > MOST_BYTES or not self._is_wanted("plain-text", old):
            return file
        texts = [source for source in self.sources if source.text is not None]
        entry = self._entry_of(file, named)
        source = match_source(texts, entry, self.rulebook, set_id=None)
        data = file.path.read_bytes()
        if source is None or source.text is None or not is_plain_text(data):
            return file
        target = self.work / f"wrapped-{len(self.files)}"
        pair = self.rulebook.language_pairs.get(entry.language_pair or "")
        system = _system_name(file, self.names) or PurePath(file.name).stem
        if not wrap_lines(file.path, target, format=package.format, source=source.text, pair=pair, system=system):
            return file
        after = f"{FORMAT_TITLES[package.format]} with the segments of {PurePath(source.name).name}"
        self._note("plain-text", old, f"plain text in {file.name}", f"{number_of_lines(data):,} lines", after)
        return replace(file, path=target, size=target.stat().st_size)


def _folder(named: NamedFile) -> str:
    """The folder of a file in the package that was sent."""
    return named.file.name.rpartition("/")[0]


def _system_name(file: PackedFile, names: Identified) -> str | None:
    pattern = parse_pattern(names.package.system)
    reading = read_name(parse_pattern(names.package.file), names.rules, file.name.rpartition("/")[2])
    if not names.package.system or reading is None or reading.wrong:
        return None
    values = {**names.known, **reading.values}
    return pattern.written(values) if all(field in values for field in pattern.fields) else None
