"""Runs that are sent without an archive: which of them belong into the same package, by their names."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path, PurePosixPath

from bakeoff.rulebook.file_names.patterns import parse_pattern
from bakeoff.rulebook.schema import Package, Rulebook
from bakeoff.submissions.packages.contents import Contents, PackedFile
from bakeoff.submissions.packages.identification import ENDINGS, Identified, identify
from bakeoff.submissions.packages.names import suggested_name

_OF_THE_TEAM = ("team", "version", "package")
"""Fields of an archive's name that are the same for all runs of a team, whatever the files are called."""


@dataclass(frozen=True, slots=True)
class RunGroup:
    """Runs that are submitted in one archive: its kind of package, and what else its name says of them."""

    package: str
    fields: tuple[tuple[str, str], ...] = ()

    @property
    def key(self) -> str:
        """The group as one word: `eval language_pair=ara2eng`."""
        return " ".join([self.package, *(f"{field}={value}" for field, value in self.fields)])


def group_of(name: str, rulebook: Rulebook, *, team: str | None = None, package: str | None = None) -> RunGroup | None:
    """The group of a run by the name of its file; None where the name does not say it, or no archive is taken.

    >>> from bakeoff.rulebook import read_rulebook
    >>> group_of("NIST_ara2eng_primary_cn_eval_20120405.xml", read_rulebook("openmt2012")).key
    'eval language_pair=ara2eng'
    """
    names = _identified(name, rulebook, team=team, package=package)
    if names is None or not is_packed(names.package):
        return None
    fields = [field for field in parse_pattern(names.package.archive).fields if field not in _OF_THE_TEAM]
    if any(field not in names.known for field in fields):
        return None
    return RunGroup(names.package.id, tuple((field, names.known[field]) for field in fields))


def is_packed(package: Package) -> bool:
    """Whether runs of a kind of package may come in an archive."""
    return any(kind in ENDINGS for kind in package.compression)


def stem_of(package: Package, *, team: str) -> str:
    """What an archive of runs is called where the rulebook does not say it."""
    return f"{team}_{package.written}"


def _identified(name: str, rulebook: Rulebook, *, team: str | None, package: str | None) -> Identified | None:
    """A run by its name, or by the name that it was surely meant to have."""
    names = identify(_alone(name), rulebook, package=package, team=team)
    if names is None or not names.runs:
        return None
    pattern = parse_pattern(names.package.file)
    meant = suggested_name(pattern, names.rules, PurePosixPath(name).name, known=names.known)
    if meant is None:
        return names if names.runs[0].is_right else None
    return identify(_alone(meant), rulebook, package=names.package.id, team=team)


def _alone(name: str) -> Contents:
    return Contents(name, "file", (PackedFile(name, Path(name), 0),))
