"""The packages that a team submits, named and shaped as the rulebook says."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path

from bakeoff.client import BoardRow
from bakeoff.rulebook import Rulebook
from bakeoff.rulebook.file_names.patterns import parse_pattern
from bakeoff.rulebook.release.grants import test_sets_of_package
from bakeoff.rulebook.schema import Package
from bakeoff.submissions.packages.builder import Output, PackageNames, build_package
from tests.site.five_campaigns.simulation import System
from tests.site.five_campaigns.texts import Texts

Place = tuple[str, str, str, str]
"""Track, language pair, test set and condition of a board; the last is empty where there is none."""


def place_of(row: BoardRow) -> Place:
    return row.track, row.language_pair, row.test_set, row.condition


@dataclass(frozen=True)
class Entry:
    """A run that somebody may submit."""

    package: str
    track: str
    pair: str
    condition: str | None
    test_set: str
    system: str
    """What names of files call it."""
    made_by: System | None = None
    """Whose output it is; without it, of a system with as many mistakes as the team's have."""


def run_of(system: System, package: str, track: str, pair: str, test_set: str, condition: str = "") -> Entry:
    """A run of a system whose mistakes are known."""
    return Entry(package, track, pair, condition or None, test_set, system.type, system)


def entries(rules: Rulebook, package: Package, pairs: Sequence[str] = ()) -> Iterator[Entry]:
    """All runs of the type that a package must hold: in every track, pair, condition and test set that it may."""
    system = written_types(rules, package)[0]
    for track in rules.tracks.values():
        if track.id not in (package.tracks or rules.tracks):
            continue
        for pair in track.all_pairs:
            if pairs and pair not in pairs:
                continue
            sets = {each.id for each in rules.test_sets_of(track.id, pair)}
            offered: list[str | None] = [each.id for each in rules.conditions_of(track.id, pair)] or [None]
            for condition in offered:
                if condition is None or may_be_under(rules, system, condition):
                    for test_set in test_sets_of_package(rules, package.id):
                        if test_set in sets:
                            yield Entry(package.id, track.id, pair, condition, test_set, system)


def written_types(rules: Rulebook, package: Package) -> list[str]:
    """What names call systems of the package, those that it must hold first."""
    types = rules.submission.system_types
    held = list(package.system_types or types)
    held.sort(key=lambda name: name not in package.requires and not types[name].fewest)
    return [written for name in held for written in types[name].written]


def may_be_under(rules: Rulebook, system: str, condition: str) -> bool:
    kind = next(each for each in rules.submission.system_types.values() if system in each.written)
    return kind.may_be_under(condition)


@dataclass(frozen=True)
class Packer:
    """Packs outputs of a team."""

    rules: Rulebook
    team: str
    errors: int
    """How many words its systems get wrong in a segment."""
    folder: Path
    sets: Mapping[tuple[str, str], Texts] = field(default_factory=dict)
    """Test sets by name and language pair; of others, what the rulebook says of them."""

    def packed(self, runs: Sequence[Entry], when: datetime, *, version: int = 1, better_by: int = 0) -> list[Path]:
        """Packages with runs: one for each language pair where archives are named after it, else one with all."""
        package = self.rules.submission.packages[runs[0].package]
        by_pair = "language_pair" in parse_pattern(package.archive).fields
        groups: dict[str, list[Entry]] = {entry.pair if by_pair else "": [] for entry in runs}
        for entry in runs:
            groups[entry.pair if by_pair else ""].append(entry)
        return [self._pack(package, pair, own, when, version, better_by) for pair, own in groups.items()]

    def _pack(
        self, package: Package, pair: str, runs: Sequence[Entry], when: datetime, version: int, better_by: int
    ) -> Path:
        target = self.folder / self.team / f"{package.id}-{pair}-{version}-{better_by}-{when:%Y%m%d%H%M%S}"
        names = PackageNames(
            rulebook=self.rules,
            package=package,
            team=self.team,
            language_pair=pair or None,
            version=version,
            day=when.astimezone(self.rules.campaign.zone).date(),
            further={"run": "chair"} if package.format == "scores" else {},
        )
        outputs = [self._output(package, entry, target / str(number), better_by) for number, entry in enumerate(runs)]
        return build_package(names, outputs, folder=target, overwrite=True)

    def system_of(self, entry: Entry, *, better_by: int = 0) -> System:
        """The system whose run it is; it makes other numbers of mistakes on other sets, so that scores differ."""
        if entry.made_by is not None:
            return entry.made_by
        turn = list(self.rules.test_sets).index(entry.test_set) % 3
        return System(self.team, entry.system, wrong=self.errors + turn - better_by)

    def _output(self, package: Package, entry: Entry, folder: Path, better_by: int) -> Output:
        texts = self.sets.get((entry.test_set, entry.pair)) or Texts(
            self.rules, self.rules.test_sets[entry.test_set], entry.pair
        )
        folder.mkdir(parents=True, exist_ok=True)
        system = self.system_of(entry, better_by=better_by)
        if package.format == "scores":
            name, data = "scores.tsv", b"system\tsegment\tscore\nA\t1\t0.5\nA\t2\t0.25\n"
        elif texts.is_spoken:
            name, data = texts.run_file(system)
        else:
            name, data = "output.txt", texts.output(system)
        (folder / name).write_bytes(data)
        return Output(
            path=folder / name,
            system=entry.system,
            condition=entry.condition,
            test_set=entry.test_set,
            language_pair=entry.pair,
            track=entry.track,
            source=None if texts.is_spoken or package.format == "scores" else texts.source(),
        )
