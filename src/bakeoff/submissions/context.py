"""What rules look at: a package, and each of its files."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from functools import cached_property
from typing import TYPE_CHECKING

from bakeoff.data import Finding
from bakeoff.errors import Place
from bakeoff.formats.budgets import Budget
from bakeoff.formats.text.outlines import Outline, OutlinedSet
from bakeoff.rulebook.file_names.fields import example_values
from bakeoff.rulebook.file_names.patterns import parse_pattern
from bakeoff.rulebook.schema import Package, Rulebook
from bakeoff.rulebook.schema.test_sets import TestSetRules
from bakeoff.rulebook.state import TeamState
from bakeoff.submissions.finding_codes import finding
from bakeoff.submissions.packages.contents import Contents
from bakeoff.submissions.packages.entries import NOTHING_STATED, Entry, StatedInput
from bakeoff.submissions.packages.history import History
from bakeoff.submissions.packages.identification import Identified, NamedFile
from bakeoff.submissions.packages.opened_files import OpenedFile, open_file
from bakeoff.submissions.scored_outputs import OutputsOn
from bakeoff.submissions.sources import CheckSource, match_source

if TYPE_CHECKING:
    from bakeoff.rulebook.schema.tracks import LanguagePair

XML_FORMATS = ("nist-xml", "wmt-xml")
TEXT_FORMATS = (*XML_FORMATS, "nist-sgml", "plain-text", "tsv", "json-lines")

OthersOn = Callable[[str | None, str | None], Mapping[str, Sequence[str]]]
"""Segments of other teams' runs for a language pair and a test set, under keys that the caller knows them by."""


ReleasedRuns = Callable[[str | None, str | None], Sequence[str]]
"""The names of the runs that were released for a language pair and a test set."""


def no_outputs(_language_pair: str | None, _test_set: str | None) -> None:
    """Where the outputs that metrics score are not available."""


def nobody(_language_pair: str | None, _test_set: str | None) -> Mapping[str, Sequence[str]]:
    """Where outputs of other teams are not available."""
    return {}


@dataclass(frozen=True, slots=True)
class Copy:
    """A run that is nearly the same as another team's: not for the one who submits it to know whose."""

    file: str
    of: str
    """The key of the other's run."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PackageCheck:
    """A package while it is checked. What is None is not known."""

    contents: Contents
    rulebook: Rulebook
    names: Identified
    sources: tuple[CheckSource, ...] = ()
    team: str | None = None
    teams: frozenset[str] | None = None
    """Codes of all teams that take part."""
    history: History | None = None
    when: datetime | None = None
    """When it is submitted."""
    registered: TeamState | None = None
    """The team as a server knows it: what it registered for, signed, was granted and submitted."""
    stated: StatedInput = NOTHING_STATED
    """What the team says of the input of its runs."""
    released: ReleasedRuns | None = None
    """Runs that teams could start from, where they are known."""
    others: OthersOn = nobody
    outputs: OutputsOn = no_outputs
    """What metrics score."""
    texts: dict[tuple[str | None, str | None], dict[str, Sequence[str]]] = field(default_factory=dict)
    """Segments of the runs that were checked so far, by language pair and test set, to be compared with the next."""
    outside: dict[tuple[str | None, str | None], Mapping[str, Sequence[str]]] = field(default_factory=dict)
    """Segments of other teams' runs, as far as they were asked for."""
    copies: list[Copy] = field(default_factory=list)
    """Copies found so far."""
    budget: Budget = field(default_factory=Budget)
    """What is left of the time and memory that the check may take."""

    @property
    def package(self) -> Package:
        return self.names.package

    def name_such_as(self, pattern: str) -> str:
        """What a name is expected to be: an example with all that is known of the package, and the pattern."""
        known = self.names.known
        values = example_values(self.rulebook, self.package, team=known.get("team", "TEAM"))
        return f"a name such as {parse_pattern(pattern).written({**values, **known})} ({pattern})"

    def texts_outside(self, language_pair: str | None, test_set: str | None) -> Mapping[str, Sequence[str]]:
        """Segments of all available runs of other teams on the same texts."""
        key = (language_pair, test_set)
        if key not in self.outside:
            self.outside[key] = self.others(language_pair, test_set)
        return self.outside[key]

    def finding(self, code: str, *, found: str, expected: str, remedy: str = "") -> Finding:
        """A finding about the complete package."""
        return finding(code, found=found, expected=expected, remedy=remedy, place=Place(self.contents.name))


@dataclass(frozen=True)
class FileCheck:
    """One run of a package while it is checked; read once, whatever the number of rules."""

    package: PackageCheck
    named: NamedFile

    @property
    def name(self) -> str:
        return self.named.file.name

    @property
    def format(self) -> str:
        return self.package.package.format

    @property
    def is_text(self) -> bool:
        """Whether it holds segments of text, which a source can be compared with."""
        return self.format in TEXT_FORMATS

    @cached_property
    def opened(self) -> OpenedFile:
        return open_file(self.named.file.path, self.name, budget=self.package.budget)

    @cached_property
    def outline(self) -> Outline:
        return self.opened.outline(self.format, by_document_type=self.by_document_type)

    @property
    def by_document_type(self) -> bool:
        """Whether the rulebook asks for validity by the document type exactly."""
        return self.package.package.validity == "dtd"

    @cached_property
    def run(self) -> OutlinedSet | None:
        """The run, where the file holds just one and could be read to its end."""
        if not self.is_text:
            return None
        runs = [text for text in self.outline.sets if text.role == "run"]
        return runs[0] if len(runs) == 1 and self.outline.fatal is None else None

    @cached_property
    def source(self) -> CheckSource | None:
        """What it is checked against."""
        set_id = self.outline.sets[0].test_set if self.is_text and self.outline.sets else None
        fitting = [source for source in self.package.sources if source.kind == self.source_kind]
        return match_source(fitting, self.entry, self.package.rulebook, set_id=set_id)

    @property
    def source_kind(self) -> str:
        """What it has to be compared with."""
        return {"ctm": "recordings", "trn": "utterances"}.get(self.format, "text")

    @property
    def entry(self) -> Entry:
        return self.named.entry

    @property
    def test_set(self) -> TestSetRules | None:
        """The rules of its test set, where the names identify it."""
        return self.package.rulebook.test_sets.get(self.entry.test_set or "")

    @property
    def language_pair(self) -> LanguagePair | None:
        return self.package.rulebook.language_pairs.get(self.entry.language_pair or "")

    def finding(
        self,
        code: str,
        *,
        found: str,
        expected: str,
        remedy: str = "",
        line: int | None = None,
        document: str | None = None,
    ) -> Finding:
        """A finding in this file."""
        place = Place(self.name, line, document)
        return finding(code, found=found, expected=expected, remedy=remedy, place=place)


PackageRule = Callable[[PackageCheck], Iterator[Finding]]
FileRule = Callable[[FileCheck], Iterator[Finding]]
