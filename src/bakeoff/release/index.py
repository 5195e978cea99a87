"""`package.json`: which file of a package is what, and everything about its content that is no file."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from bakeoff.human_eval.designs.constituents.items import ConstituentItem
from bakeoff.metrics import Direction
from bakeoff.release.content import MetricsTaskInputs, Place, TournamentInputs

FORMAT = "bakeoff-release/1"
INDEX = "package.json"
CHECKSUMS = "checksums.sha256"
README = "README.md"
RULEBOOK = "rulebook.toml"
DATA_CARD = "croissant.json"
TABLES = "tables.json"
CAMPAIGN = "results/campaign.json"


@dataclass(frozen=True, slots=True, kw_only=True)
class IndexedFile:
    """A file of the package, and what people called it."""

    path: str
    name: str
    licence: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class IndexedTestSet:
    """The files of a test set in a language pair."""

    language_pair: str
    test_set: str
    source: IndexedFile | None = None
    references: tuple[IndexedFile, ...] = ()
    mappings: IndexedFile | None = None
    regions: IndexedFile | None = None
    left_out: Mapping[str, str] = field(default_factory=dict)

    @property
    def files(self) -> tuple[IndexedFile, ...]:
        """All of them."""
        single = (self.source, self.mappings, self.regions)
        return (*self.references, *(each for each in single if each is not None))


@dataclass(frozen=True, slots=True, kw_only=True)
class IndexedOutput:
    """The file that a run submitted."""

    run: str
    file: IndexedFile


@dataclass(frozen=True, slots=True, kw_only=True)
class IndexedStatistics:
    """An array of a run: a row for each segment; the columns of one metric come after those of another."""

    run: str
    specification: str
    path: str
    metrics: Mapping[str, tuple[str, ...]]
    """The names of the columns of each metric."""


@dataclass(frozen=True, slots=True, kw_only=True)
class IndexedScores:
    """A file of scores from outside."""

    track: str
    language_pair: str
    condition: str = ""
    test_set: str
    metric: str
    direction: Direction = "higher"
    file: IndexedFile
    systems: Mapping[str, str]
    origin: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class IndexedJudgments:
    """The judgments of an evaluation, and post-edits of earlier campaigns where there are any."""

    evaluation: str
    path: str
    earlier: str = ""
    rules: Mapping[str, object]
    names: Mapping[Place, Mapping[str, str]] = field(default_factory=dict)
    runs: Mapping[Place, Mapping[str, str]] = field(default_factory=dict)
    references_count: bool = True
    constituents: Mapping[Place, tuple[ConstituentItem, ...]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Index:
    """All of a package."""

    format: str
    boards: tuple[str, ...] = ()
    """The files of results, in order; likewise below."""
    human: tuple[str, ...] = ()
    tournament_results: tuple[str, ...] = ()
    metrics_task_results: tuple[str, ...] = ()
    test_sets: tuple[IndexedTestSet, ...] = ()
    outputs: tuple[IndexedOutput, ...] = ()
    left_out: Mapping[str, str] = field(default_factory=dict)
    statistics: tuple[IndexedStatistics, ...] = ()
    given_scores: tuple[IndexedScores, ...] = ()
    judgments: tuple[IndexedJudgments, ...] = ()
    tournaments: tuple[TournamentInputs, ...] = ()
    metrics_tasks: tuple[MetricsTaskInputs, ...] = ()
    licence: str = ""
    address: str = ""
