"""What a package and its files are, by their names: kind of package, folders, fields, entries."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from difflib import SequenceMatcher
from pathlib import PurePosixPath
from typing import Literal

from bakeoff.rulebook.file_names.fields import FieldRule, field_rules
from bakeoff.rulebook.file_names.patterns import parse_pattern
from bakeoff.rulebook.release.inputs import inputs_of_run
from bakeoff.rulebook.schema import Package, Rulebook
from bakeoff.submissions.packages.contents import Contents, PackedFile
from bakeoff.submissions.packages.entries import NOTHING_STATED, Entry, StatedInput
from bakeoff.submissions.packages.names import NameReading, read_name

ENDINGS: Mapping[str, tuple[str, ...]] = {"tgz": (".tgz", ".tar.gz"), "zip": (".zip",), "tar": (".tar",)}
# Those of macOS are left out while a package is unpacked.
_JUNK = {"thumbs.db", "desktop.ini", "ehthumbs.db"}


@dataclass(frozen=True, slots=True)
class PlacedFile:
    """A file by its name: `tree` and `name` are None where folder and file have another form."""

    file: PackedFile
    kind: Literal["run", "stray", "junk"]
    folder: str
    base: str
    tree: NameReading | None
    name: NameReading | None

    @property
    def is_right(self) -> bool:
        """Whether its name has no mistake."""
        return self.name is not None and not self.name.wrong


@dataclass(frozen=True, slots=True)
class NamedFile(PlacedFile):
    """A file of a package, and the entry that it represents, as far as names say."""

    entry: Entry


@dataclass(frozen=True, slots=True)
class Identified:
    """A package by its names."""

    package: Package
    rules: Mapping[str, FieldRule]
    stem: str
    """The archive's name without its ending."""
    archive: NameReading | None
    files: tuple[NamedFile, ...]
    known: Mapping[str, str]
    """The team, and what else all names of the package have to agree in because the archive's name says it."""

    @property
    def runs(self) -> tuple[NamedFile, ...]:
        return tuple(file for file in self.files if file.kind == "run")

    @property
    def version(self) -> int | None:
        """The archive's version, where its name has one."""
        text = self.archive.accepted.get("version", "") if self.archive else ""
        return int(text) if text.isascii() and text.isdecimal() else None


def archive_stem(contents: Contents) -> str:
    """The archive's name without its ending."""
    for ending in (ending for endings in ENDINGS.values() for ending in endings):
        if contents.name.lower().endswith(ending) and contents.kind in ENDINGS:
            return contents.name[: -len(ending)]
    return contents.name


def identify(
    contents: Contents,
    rulebook: Rulebook,
    *,
    package: str | None = None,
    team: str | None = None,
    stated: StatedInput = NOTHING_STATED,
) -> Identified | None:
    """The package by its names; None where they fit no kind of package of the rulebook."""
    packages = rulebook.submission.packages
    if package is not None:
        return _identified(contents, rulebook, packages[package], team, stated)
    candidates = [_identified(contents, rulebook, each, team, stated) for each in packages.values()]
    if len(candidates) == 1:
        return candidates[0]
    marks = [_fit(each) for each in candidates]
    best = max(marks, default=(0, 0, 0, 0.0))
    return candidates[marks.index(best)] if any(best[:2]) else None


def _fit(candidate: Identified) -> tuple[int, int, int, float]:
    """How well names fit a kind of package: those without a mistake, those of its form, how few of their fields are
    wrong, how alike the archive's is.
    """
    readings = [candidate.archive, *(file.name for file in candidate.files)]
    # The archive's name speaks for the complete package.
    weights = [len(readings), *([1] * len(candidate.files))]
    right = sum(weight for reading, weight in zip(readings, weights, strict=True) if reading and not reading.wrong)
    formed = sum(weight for reading, weight in zip(readings, weights, strict=True) if reading)
    wrong = sum(len(reading.wrong) for reading in readings if reading)
    alike = SequenceMatcher(None, candidate.stem, candidate.package.archive).ratio()
    return right, formed, -wrong, alike


def _identified(
    contents: Contents, rulebook: Rulebook, package: Package, team: str | None, stated: StatedInput
) -> Identified:
    rules = field_rules(rulebook, package, team=team)
    stem = archive_stem(contents)
    archive = None
    if contents.kind in ENDINGS:
        archive = read_name(parse_pattern(package.archive), rules, stem) if package.archive else NameReading({})
    placed = [_placed(file, contents, package, rules) for file in contents.files]
    known = _known(package, archive, [each for each in placed if each.kind == "run"], team)
    files = tuple(
        NamedFile(
            *(each.file, each.kind, each.folder, each.base, each.tree, each.name),
            _with_input(_entry(each, rulebook, package, known), each, rulebook, stated),
        )
        for each in placed
    )
    return Identified(package, rules, stem, archive, files, known)


def _placed(file: PackedFile, contents: Contents, package: Package, rules: Mapping[str, FieldRule]) -> PlacedFile:
    path = PurePosixPath(file.name)
    folder, base = str(path.parent) if len(path.parts) > 1 else "", path.name
    tree = None
    if contents.kind == "file" or (not package.tree and not folder):
        tree = NameReading({})
    elif package.tree:
        root = package.tree.split("/")[0]
        if contents.kind == "folder" and contents.name == root:  # the folder itself was given, not the one around it
            folder = f"{root}/{folder}" if folder else root
        tree = read_name(parse_pattern(package.tree), rules, folder)
    name = read_name(parse_pattern(package.file), rules, base)
    if base.lower() in _JUNK:
        return PlacedFile(file, "junk", folder, base, tree, name)
    ending = PurePosixPath(package.file).suffix.lower()
    is_run = name is not None or (path.suffix.lower() == ending and not base.startswith("."))
    # Plain text under the name that the XML should have: a run that can be put into XML.
    if ending == ".xml" and path.suffix.lower() == ".txt":
        is_run = (
            read_name(parse_pattern(package.file), rules, path.stem + path.suffix.replace(".txt", ".xml")) is not None
        )
    return PlacedFile(file, "run" if is_run else "stray", folder, base, tree, name)


def _known(
    package: Package, archive: NameReading | None, runs: Sequence[PlacedFile], team: str | None
) -> Mapping[str, str]:
    """What the archive's name says; else, of the fields that it has, what most names of files say."""
    known: dict[str, str] = {}
    for field in {"team", *parse_pattern(package.archive).fields}:
        readings = [reading for run in runs for reading in (run.tree, run.name) if reading]
        values = Counter(reading.accepted[field] for reading in readings if field in reading.accepted)
        if values:
            known[field] = values.most_common(1)[0][0]
    if archive:
        known |= archive.accepted
    if team is not None:
        known["team"] = team
    return known


def _entry(placed: PlacedFile, rulebook: Rulebook, package: Package, known: Mapping[str, str]) -> Entry:
    """What a file stands for. Where names disagree, the archive's counts, then the folder's."""
    tree, name = placed.tree, placed.name
    fields = {**(name.accepted if name else {}), **(tree.accepted if tree else {}), **known}
    types = rulebook.submission.system_types.values()
    written_type = fields.get("system_type") or _only_type(rulebook, package)
    pair = _pair(rulebook, fields)
    test_set = _test_set(rulebook, package, fields, pair)
    track = _track(rulebook, package, fields, pair, test_set)
    return Entry(
        file=placed.file,
        package=package.id,
        team=fields.get("team"),
        track=track,
        language_pair=pair,
        system_type=next((kind.id for kind in types if written_type in kind.written), None),
        written_type=written_type,
        condition=_condition(rulebook, fields, track, pair),
        test_set=test_set,
        day=field_rules(rulebook, package)["date"].day(fields["date"]) if "date" in fields else None,
        fields=dict(name.values) if name else {},
    )


def _with_input(entry: Entry, placed: PlacedFile, rulebook: Rulebook, stated: StatedInput) -> Entry:
    """What a run started from: as names say, else as the team says of the package, else the only input there is."""
    read = [reading.accepted for reading in (placed.tree, placed.name) if reading is not None]
    named = next((fields["input"] for fields in read if "input" in fields), None)
    if named is None:
        offered: Sequence[str] = ()
        if entry.track is not None and entry.test_set is not None:
            offered = inputs_of_run(rulebook, entry.track, entry.test_set)
        named = offered[0] if len(offered) == 1 else stated.named
    released = stated.released_runs if named == "released-runs" else ()
    return replace(entry, input=named, released_runs=released)


def _condition(rulebook: Rulebook, fields: Mapping[str, str], track: str | None, pair: str | None) -> str | None:
    """The data condition that names give; where they have no field for it, the only one that there is."""
    if "condition" in fields:
        return next((each.id for each in rulebook.conditions.values() if each.written == fields["condition"]), None)
    offered = rulebook.conditions_of(track, pair) if track and pair else ()
    return offered[0].id if len(offered) == 1 else None


def _only_type(rulebook: Rulebook, package: Package) -> str | None:
    """What a system is where no name says its type: the one that every team has to submit."""
    if any("system_type" in parse_pattern(text).fields for text in (package.archive, package.tree, package.file)):
        return None
    held = [
        kind for kind in rulebook.submission.system_types.values() if kind.id in (package.system_types or (kind.id,))
    ]
    single = held if len(held) == 1 else [kind for kind in held if kind.fewest]
    return single[0].written[0] if len(single) == 1 else None


def _pair(rulebook: Rulebook, fields: Mapping[str, str]) -> str | None:
    if "language_pair" in fields:
        return fields["language_pair"]
    said = {(pair.source, pair.target): pair.id for pair in rulebook.language_pairs.values()}
    if "source" in fields:
        return said.get((fields["source"], fields.get("target")))
    return next(iter(said.values())) if len(said) == 1 else None


def _test_set(rulebook: Rulebook, package: Package, fields: Mapping[str, str], pair: str | None) -> str | None:
    if "test_set" in fields:
        return fields["test_set"]
    named = package.test_sets or tuple(test.id for test in rulebook.test_sets.values() if test.role == "current")
    fitting = [name for name in named if pair is None or pair in (rulebook.test_sets[name].language_pairs or (pair,))]
    return fitting[0] if len(fitting) == 1 else None


def _track(
    rulebook: Rulebook, package: Package, fields: Mapping[str, str], pair: str | None, test_set: str | None
) -> str | None:
    if "track" in fields:
        return fields["track"]
    allowed = set(rulebook.test_sets[test_set].tracks if test_set else ()) or set(rulebook.tracks)

    def fits(name: str) -> bool:
        track = rulebook.tracks[name]
        return (
            name in allowed and (pair is None or pair in track.all_pairs) and fields.get("task") in (None, track.task)
        )

    fitting = [name for name in package.tracks or rulebook.tracks if fits(name)]
    return fitting[0] if len(fitting) == 1 else None


def entries_of(identified: Identified) -> Iterator[Entry]:
    """The runs whose names are right, as what they stand for."""
    for named in identified.runs:
        if named.is_right:
            yield named.entry
