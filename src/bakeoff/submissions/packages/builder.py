"""Building a package from a team's outputs: converted, named and packed as the rulebook asks."""

from __future__ import annotations

import shutil
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from pathlib import Path
from tempfile import TemporaryDirectory

from bakeoff.data import Run, TestSet
from bakeoff.errors import BakeoffError, FormatError, Place
from bakeoff.formats import read, write
from bakeoff.formats.text.conversion import follow, with_labels
from bakeoff.formats.text.text_file import TextFile, said
from bakeoff.rulebook.file_names.fields import field_rules
from bakeoff.rulebook.file_names.patterns import parse_pattern
from bakeoff.rulebook.release.inputs import inputs_of_run
from bakeoff.rulebook.schema import LanguagePair, Package, Rulebook
from bakeoff.submissions.archives.writer import ArchiveKind, write_archive
from bakeoff.submissions.context import TEXT_FORMATS
from bakeoff.submissions.packages.contents import PackedFile
from bakeoff.submissions.packages.entries import Entry
from bakeoff.submissions.packages.identification import ENDINGS
from bakeoff.submissions.sources import match_source, source_of


@dataclass(frozen=True, slots=True, kw_only=True)
class Output:
    """A file with what a system gave, and as what it is submitted."""

    path: Path
    system: str
    """What names call the system: `primary`, `contrast1`."""
    condition: str | None = None
    """Id of the data condition."""
    test_set: str | None = None
    language_pair: str | None = None
    track: str | None = None
    """Where they are others than the package's."""
    source: TestSet | None = None
    """What it is an output of, where that is not the same for all."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PackageNames:
    """What the names of a package have in common."""

    rulebook: Rulebook
    package: Package
    team: str | None
    language_pair: str | None = None
    track: str | None = None
    input: str | None = None
    """What the systems started from, where their track has several inputs."""
    version: int = 1
    day: date
    further: Mapping[str, str]
    """Fields that only this rulebook has."""

    def values(self, output: Output | None = None) -> dict[str, str]:
        """The contents of the fields of names: of the archive, or of an output's file."""
        rules = field_rules(self.rulebook, self.package)
        pair_id = (output.language_pair if output else None) or self.language_pair
        pair = self.rulebook.language_pairs.get(pair_id or "")
        track = (output.track if output else None) or self.track or _only(self._tracks(rules["track"].values, output))
        said = {
            "team": self.team,
            "language_pair": pair_id or _only(rules["language_pair"].values),
            "source": pair.source if pair else None,
            "target": pair.target if pair else None,
            "package": self.package.written,
            "track": track,
            "task": self.rulebook.tracks[track].task if track and track in self.rulebook.tracks else None,
            "version": rules["version"].number(self.version),
            "date": rules["date"].written_day(self.day),
            "test_set": (output.test_set if output else None) or _only(rules["test_set"].values),
            "input": self.input or _only(self._inputs(track, output)),
            "system_type": output.system if output else None,
            "condition": self._written_condition(output),
            **self.further,
        }
        return {name: value for name, value in said.items() if value is not None}

    def _tracks(self, tracks: Sequence[str], output: Output | None) -> Sequence[str]:
        """The tracks of the package; of an output, the tracks of its test set."""
        test_set = self.rulebook.test_sets.get(output.test_set or "") if output else None
        return [track for track in tracks if test_set is None or not test_set.tracks or track in test_set.tracks]

    def _inputs(self, track: str | None, output: Output | None) -> Sequence[str]:
        """What systems of the track may start from; of an output, on its test set."""
        if track is None or track not in self.rulebook.tracks:
            return ()
        test_set = output.test_set if output else None
        if test_set is None or test_set not in self.rulebook.test_sets:
            return self.rulebook.tracks[track].inputs
        return inputs_of_run(self.rulebook, track, test_set)

    def _written_condition(self, output: Output | None) -> str | None:
        conditions = self.rulebook.conditions
        if output is None or output.condition is None:
            return next(iter(conditions.values())).written if len(conditions) == 1 else None
        if output.condition in conditions:
            return conditions[output.condition].written
        return output.condition

    def written(self, text: str, output: Output | None = None) -> str:
        """A pattern with its fields filled in."""
        if problems := list(self.problems(text, output)):
            raise BakeoffError("; ".join(problems) + ".")
        return parse_pattern(text).written(self.values(output))

    def problems(self, text: str, output: Output | None = None) -> Iterator[str]:
        """What keeps a pattern from being filled in: fields that are not known or hold what they may not."""
        values = self.values(output)
        rules = field_rules(self.rulebook, self.package)
        for field in dict.fromkeys(parse_pattern(text).fields):
            said = _OPTIONS.get(field, f"{field} (--field {field}=…)")
            expected = self._conditions() if field == "condition" else rules[field].expected
            if field not in values:
                yield f"expected {said}: {expected}, found none"
            elif field == "condition" and (reason := self._not_offered(output)):
                yield reason
            elif not rules[field].accepts(values[field]):
                yield f"expected {said}: {expected}, found {values[field]!r}"

    def _conditions(self) -> str:
        return ", ".join(
            each.id if each.written == each.id else f"{each.id} ({each.written})"
            for each in self.rulebook.conditions.values()
        )

    def _not_offered(self, output: Output | None) -> str | None:
        """Why a data condition cannot be named for the language pair."""
        pair = (output.language_pair if output else None) or self.language_pair
        for condition in self.rulebook.conditions.values():
            named = output is not None and output.condition in (condition.id, condition.written)
            if named and pair and condition.language_pairs and pair not in condition.language_pairs:
                offered = ", ".join(condition.language_pairs)
                return f"{condition.id} is not offered for {pair}, only for {offered}"
        return None


_OPTIONS = {
    "language_pair": "a language pair (SYSTEM@TEST_SET:PAIR=FILE, or --language-pair)",
    "condition": "a data condition (SYSTEM/CONDITION=FILE, or --condition)",
    "test_set": "a test set (SYSTEM@TEST_SET=FILE, or --test-set)",
    "track": "a track (--track)",
    "input": "an input (--input)",
    "team": "the team code (--team)",
    "date": "a date (--date)",
    "version": "a version (--version)",
    "system_type": "a system (SYSTEM=FILE)",
}
"""How fields are given on the command line."""


def _only(values: Sequence[str]) -> str | None:
    return values[0] if len(values) == 1 else None


def build_package(
    names: PackageNames,
    outputs: Sequence[Output],
    *,
    source: TestSet | None = None,
    folder: str | Path = ".",
    kind: ArchiveKind | None = None,
    overwrite: bool = False,
) -> Path:
    """Writes the package of a team's outputs into a folder and gives its path.

    Outputs may be plain text; documents and ids of an XML format then come from the source.
    """
    package = names.package
    if problems := naming_problems(names, outputs):
        raise BakeoffError("; ".join(problems) + ".")
    chosen = kind or preferred_kind(package)
    stem = names.written(package.archive) if package.archive else f"{names.team}_{package.written}"
    path = Path(folder) / (stem + ENDINGS[chosen][0])
    path.parent.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory(prefix="bakeoff-") as work:
        files = list(_files(names, outputs, source, Path(work)))
        write_archive(files, path, chosen, overwrite=overwrite)
    return path


def naming_problems(names: PackageNames, outputs: Sequence[Output]) -> list[str]:
    """All that is missing or wrong in what names are made of, each with the option that says it."""
    package = names.package
    problems = [] if outputs else ["expected at least one output (SYSTEM=FILE), found none"]
    if not names.team:
        expected = field_rules(names.rulebook, package)["team"].expected
        problems.append(f"expected {_OPTIONS['team']}: {expected}, found none")
    problems += names.problems(package.archive) if package.archive else []
    for output in outputs:
        for text in (package.tree, package.file, package.system):
            problems += names.problems(text, output)
    return list(dict.fromkeys(problems))


def lacks_ids(package: Package, output: Output) -> bool:
    """Whether the format of a package needs documents and ids that only the source can give an output."""
    if package.format not in TEXT_FORMATS or package.format == "plain-text":
        return False
    return all(document.numbered for document in read_run(output.path).documents)


def preferred_kind(package: Package) -> ArchiveKind:
    """How a package is packed where nobody says: the first way that the rulebook allows."""
    return next((kind for kind in package.compression if kind != "none"), "tgz")


def _files(names: PackageNames, outputs: Sequence[Output], source: TestSet | None, work: Path) -> Iterator[PackedFile]:
    seen: dict[str, Path] = {}
    for number, output in enumerate(outputs):
        tree = names.written(names.package.tree, output)
        name = "/".join(filter(None, (tree, names.written(names.package.file, output))))
        if name in seen:
            raise BakeoffError(f"{seen[name]} and {output.path} would both be called {name}.")
        seen[name] = output.path
        target = work / f"{number:04d}"
        _write_output(names, output, output.source or source, target)
        yield PackedFile(name, target, target.stat().st_size)


def with_sources(names: PackageNames, outputs: Sequence[Output], sources: Sequence[TestSet]) -> list[Output]:
    """The outputs, each with the one of several sources that fits it; see `match_source`."""
    known = [source_of(source) for source in sources]
    matched = []
    for output in outputs:
        values = names.values(output)
        entry = Entry(
            file=PackedFile(output.path.name, output.path, 0),
            package=names.package.id,
            language_pair=values.get("language_pair"),
            test_set=values.get("test_set"),
            fields={},
        )
        fitting = match_source(known, entry, names.rulebook, set_id=None)
        if fitting is None:
            raise BakeoffError(
                f"{output.path}: none of the {len(sources)} sources fits better than the others. "
                "Say the test set and language pair: SYSTEM@TEST_SET:PAIR=FILE."
            )
        matched.append(replace(output, source=sources[known.index(fitting)]))
    return matched


def _write_output(names: PackageNames, output: Output, source: TestSet | None, target: Path) -> None:
    package = names.package
    if package.format not in TEXT_FORMATS:
        shutil.copyfile(output.path, target)
        return
    run = read_run(output.path)
    pair = names.rulebook.language_pairs.get(names.values(output).get("language_pair", ""))
    if source is not None:
        run = follow(run, source)  # type: ignore[assignment]  # keeps the kind of text
    elif lacks_ids(package, output):
        raise BakeoffError(
            f"{output.path} has no documents and ids, which {package.format} needs: give the source (--source)."
        )
    system = names.written(package.system, output) if package.system else output.system
    write_run(run, target, format=package.format, source=source, pair=pair, system=system)


def write_run(
    run: Run, target: Path, *, format: str, source: TestSet | None, pair: LanguagePair | None, system: str
) -> None:
    """Writes a run that follows its source, under the name of its system and with its languages."""
    if format == "nist-xml":
        run = of_the_document_type(run)
    labelled = with_labels(
        run,
        target_language=pair.target if pair else None,
        source_language=run.source_language or (pair.source if pair else None),
        name=system,
    )
    # WMT XML holds the source next to the run.
    sets = (source, labelled) if format == "wmt-xml" and source is not None else (labelled,)
    write(TextFile(sets, format), target, format=format)


def of_the_document_type(run: Run) -> Run:
    """The run without attributes of the source that NIST's document type does not know."""
    documents = tuple(
        replace(document, attributes={"genre": document.genre} if document.genre else {}) for document in run.documents
    )
    return replace(run, documents=documents, attributes={})


def read_run(path: Path, *, format: str | None = None) -> Run:
    """The one run of a file."""
    sets = read(path, format=format, role="run").sets
    runs = [text for text in sets if isinstance(text, Run)]
    if len(runs) != 1:
        raise FormatError(
            place=Place(str(path)), expected="the output of one system", found=said(sets), remedy="Give one file each."
        )
    return runs[0]
