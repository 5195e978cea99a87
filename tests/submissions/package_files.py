"""Correct packages for any rulebook and kind of package, to be checked as they are or broken on purpose."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from itertools import count
from pathlib import Path
from typing import Any

from bakeoff.data import Document, Run, Segment, TestSet
from bakeoff.formats.registry import format_named
from bakeoff.rulebook import Rulebook, schedule
from bakeoff.rulebook.file_names.fields import example_values, field_rules
from bakeoff.rulebook.file_names.patterns import parse_pattern
from bakeoff.rulebook.schema import Package
from bakeoff.submissions.packages.contents import Contents, Kind, PackedFile
from bakeoff.submissions.packages.history import EarlierPackage, History
from bakeoff.submissions.scored_outputs import ScoredOutputs
from bakeoff.submissions.sources import CheckSource, source_of

TEAM = "NIST"
_NUMBERS = count(1)
SIZES = {"doc-1": 3, "doc-2": 2}
RECORDINGS = ("talk1", "talk2")
SCORES = b"""\
# metric: COMET
# better: higher
# references: yes
# system scores: mean
system\tsegment\tscore
system1\t1\t0.5
system1\t2\t0.25
system2\t1\t0.75
system2\t2\t-1e-2
system1\t\t0.375
system2\t\t0.37
"""
SCORED = ScoredOutputs(systems=("system1", "system2"), segments=2, references=1)


@dataclass(frozen=True)
class BuiltPackage:
    """A package in memory: the archive's name and the bytes of its files."""

    name: str
    files: Mapping[str, bytes]
    kind: Kind = "tgz"
    folders: tuple[str, ...] = ()

    def contents(self, folder: Path) -> Contents:
        """As if it had just been unpacked into a folder."""
        target = folder / f"package-{next(_NUMBERS)}"
        target.mkdir()
        packed = []
        for number, (name, data) in enumerate(self.files.items()):
            path = target / str(number)
            path.write_bytes(data)
            packed.append(PackedFile(name, path, len(data)))
        return Contents(self.name, self.kind, tuple(packed), self.folders)

    def renamed(self, old: str, new: str) -> BuiltPackage:
        """With another text in the names of its files."""
        return replace(self, files={name.replace(old, new): data for name, data in self.files.items()})

    def edited(self, old: str | bytes, new: str | bytes, *, file: str = "", times: int = -1) -> BuiltPackage:
        """With another text in those files whose names hold `file`."""
        old, new = (text.encode() if isinstance(text, str) else text for text in (old, new))
        changed = {name: data.replace(old, new, times) if file in name else data for name, data in self.files.items()}
        assert changed != self.files, f"nothing to replace: {old!r}"
        return replace(self, files=changed)


@dataclass(frozen=True)
class Submission:
    """A package with all that a check of it needs to know."""

    rulebook: Rulebook
    package: BuiltPackage
    options: Mapping[str, Any] = field(default_factory=dict)

    def with_package(self, package: BuiltPackage) -> Submission:
        return replace(self, package=package)

    def with_options(self, **options: object) -> Submission:
        return replace(self, options={**self.options, **options})


def build(
    rulebook: Rulebook,
    kind: str,
    *,
    language_pair: str | None = None,
    systems: Sequence[tuple[str, str | None]] = (),
    version: int = 1,
) -> Submission:
    """A correct package: `systems` are pairs of what names call a system and its condition; else what is compulsory."""
    package = rulebook.submission.packages[kind]
    rules = field_rules(rulebook, package)
    pair = language_pair or rules["language_pair"].values[0]
    values = {**example_values(rulebook, package, team=TEAM), **_languages(rulebook, pair)}
    if "version" in parse_pattern(package.archive).fields:
        values["version"] = str(version).zfill(len(values["version"]))
    when = _in_time(rulebook, package)
    if when is not None:
        values["date"] = f"{when:%Y-%m-%d}" if rules["date"].date_format == "yyyy-mm-dd" else f"{when:%Y%m%d}"
    sources: dict[str, CheckSource] = {}
    files = {}
    for fields in _runs(rulebook, package, pair, systems):
        own = {**values, **fields}
        test_set = own["test_set"] if package.test_sets or "test_set" in fields else None
        source = sources.setdefault(test_set or "", _source(rulebook, package, pair, test_set))
        folder = parse_pattern(package.tree).written(own)
        name = parse_pattern(package.file).written(own)
        files[f"{folder}/{name}" if folder else name] = _content(rulebook, package, own, source)
    archive = parse_pattern(package.archive).written(values) or "package"
    packed: Kind = next(kind for kind in ("tgz", "zip", "tar") if kind in package.compression)
    built = BuiltPackage(f"{archive}.{packed}", files, packed)
    return Submission(
        rulebook,
        built,
        {
            "sources": tuple(sources.values()),
            "team": TEAM,
            "history": _history(rulebook, package, pair),
            "when": when,
            "outputs": lambda _pair, _set: SCORED,
        },
    )


def _languages(rulebook: Rulebook, pair: str) -> dict[str, str]:
    languages = rulebook.language_pairs[pair]
    return {"language_pair": pair, "source": languages.source, "target": languages.target or ""}


def _runs(
    rulebook: Rulebook, package: Package, pair: str, systems: Sequence[tuple[str, str | None]]
) -> Iterator[dict[str, str]]:
    """The fields in which the runs of a package differ."""
    types = rulebook.submission.system_types
    held = package.system_types or tuple(types)
    wanted = [name for name in held if types[name].fewest or name in package.requires] or list(held)[:1]
    track = next(
        track
        for track in rulebook.tracks.values()
        if track.id in (package.tracks or rulebook.tracks) and pair in track.all_pairs
    )
    offered = rulebook.conditions_of(track.id, pair)
    condition = offered[0].written if offered else None
    test_sets = [
        name for name in package.test_sets if name in {each.id for each in rulebook.test_sets_of(track.id, pair)}
    ]
    for written, own in systems or [(types[name].written[0], condition) for name in wanted]:
        fields = {"system_type": written, "track": track.id, **({"task": track.task} if track.task else {})}
        if own or condition:
            fields["condition"] = own or condition or ""
        named = "test_set" in parse_pattern(package.file).fields + parse_pattern(package.tree).fields
        for test_set in test_sets if named else test_sets[:1]:
            yield {**fields, "test_set": test_set}
        if not test_sets:
            yield fields


def source_text(rulebook: Rulebook, pair: str, test_set: str | None) -> TestSet:
    """A source of two documents."""
    rules = rulebook.test_sets[test_set] if test_set else None
    genre = next(iter(rules.genres), "nw") if rules else "nw"
    documents = tuple(
        Document(
            name,
            tuple(Segment(str(number), f"Quelle {name} {number}") for number in range(1, size + 1)),
            {"genre": genre, "origlang": "xx"},
        )
        for name, size in SIZES.items()
    )
    return TestSet(
        documents=documents,
        test_set=rules.written_id(pair) if rules else "set",
        source_language=rulebook.language_pairs[pair].source,
        file="source.xml",
    )


def _source(rulebook: Rulebook, package: Package, pair: str, test_set: str | None) -> CheckSource:
    if package.format == "ctm":
        ends = dict.fromkeys(RECORDINGS, 10_000_000_000)
        return CheckSource(name="test.uem", test_set=test_set, language_pair=pair, recordings=ends)
    if package.format == "trn":
        return CheckSource(name="test.trn", test_set=test_set, language_pair=pair, utterances=("s-1", "s-2"))
    return source_of(source_text(rulebook, pair, test_set), test_set=test_set, language_pair=pair)


def _content(rulebook: Rulebook, package: Package, values: Mapping[str, str], source: CheckSource) -> bytes:
    if package.format == "ctm":
        channel = package.channels[0] if package.channels else "1"
        rows = [f"{talk} {channel} {begin:.2f} 0.30 word{begin} 0.90\n" for talk in RECORDINGS for begin in range(3)]
        return "".join(rows).encode()
    if package.format == "trn":
        return b"what was said (s-1)\nand then (s-2)\n"
    if package.format in ("any", "scores"):
        return SCORES
    system = parse_pattern(package.system).written(values) if package.system else "system"
    pair = rulebook.language_pairs[values["language_pair"]]
    original = source_text(rulebook, pair.id, source.test_set)
    documents = tuple(
        Document(
            document.id,
            tuple(Segment(each.id, f"{values['system_type']} says {each.text}") for each in document.segments),
            document.attributes if package.format == "wmt-xml" else {"genre": document.genre or ""},
        )
        for document in original.documents
    )
    if package.format in ("plain-text", "tsv", "json-lines"):
        return _rows(documents, package.format)
    run = Run(
        system=system,
        documents=documents,
        test_set=original.test_set,
        source_language=pair.source,
        target_language=pair.target,
    )
    sets = [original, run] if package.format == "wmt-xml" else [run]
    return "".join(format_named(package.format).load().write(sets)).encode()


def _rows(documents: Sequence[Document], format: str) -> bytes:
    texts = [segment.text for document in documents for segment in document.segments]
    one = Document("1", tuple(Segment(str(n), text) for n, text in enumerate(texts, start=1)), numbered=True)
    given = (one,) if format == "plain-text" else tuple(documents)
    run = Run(system="system", documents=given)
    return "".join(format_named(format).load().write([run])).encode()


def _history(rulebook: Rulebook, package: Package, pair: str) -> History:
    """All that has to come before the package, and nothing else."""
    needed = {
        opening.partition(":")[2]
        for phase in rulebook.phases.values()
        if f"submit:{package.id}" in phase.opens
        for earlier in phase.requires
        for opening in rulebook.phases[earlier].opens
        if opening.startswith("submit:")
    }
    return History(tuple(EarlierPackage(name, 1, (), language_pair=pair) for name in sorted(needed)), complete=True)


def _in_time(rulebook: Rulebook, package: Package) -> datetime | None:
    """The last minute of the phase in which the package is submitted."""
    for period in schedule(rulebook):
        if f"submit:{package.id}" in period.phase.opens:
            return min(period.end, datetime(9000, 1, 1, tzinfo=UTC)) - (period.end - period.start) / 100
    return None
