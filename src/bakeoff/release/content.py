"""What a release package holds. Whoever has a campaign fills it: a server its database, a test a simulation.

Texts, judgments and statistics of big campaigns do not fit in memory twice. So files are opened, and judgments and
statistics are iterated, when they are written; each may be asked for several times.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from io import BytesIO
from pathlib import Path
from typing import BinaryIO, Literal

from bakeoff.data.judgments import Judgment
from bakeoff.data.matches import MatchResult
from bakeoff.human_eval.designs.constituents.items import ConstituentItem
from bakeoff.metrics import Direction, Statistics
from bakeoff.reports.campaign_results.results import CampaignResults

Place = tuple[str, str]
"""Language pair and test set."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class ReleaseFile:
    """A file as people called it, since names show formats, and how to open it."""

    name: str
    open: Callable[[], BinaryIO]
    licence: str = ""
    """In words, or the id of SPDX; empty where the licence of the package holds."""

    @classmethod
    def at(cls, path: str | Path, *, name: str | None = None, licence: str = "") -> ReleaseFile:
        """A file on the disk; without a name it is called as there."""
        place = Path(path)
        return cls(name=name or place.name, open=lambda: place.open("rb"), licence=licence)

    @classmethod
    def of(cls, content: bytes, *, name: str, licence: str = "") -> ReleaseFile:
        """A file in memory."""
        return cls(name=name, open=lambda: BytesIO(content), licence=licence)

    def read(self) -> bytes:
        """All of it."""
        with self.open() as stream:
            return stream.read()


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class TestSetFiles:
    """The files in force of a test set in a language pair: what runs are scored with."""

    __test__ = False  # not a pytest class

    language_pair: str
    """Empty where they serve every language pair that has no files of its own."""
    test_set: str
    source: ReleaseFile | None = None
    references: tuple[ReleaseFile, ...] = ()
    mappings: ReleaseFile | None = None
    """Spelling rules (GLM)."""
    regions: ReleaseFile | None = None
    """What is scored of recordings (UEM)."""
    left_out: Mapping[str, str] = field(default_factory=dict)
    """Files of the test set whose licence keeps them out, by what they are (`source`, `reference 1`), and why."""

    @property
    def place(self) -> Place:
        """Language pair and test set."""
        return self.language_pair, self.test_set


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class RunOutput:
    """What a run submitted: an output, or for tracks of metrics the scores that it gives."""

    run: str
    """Its id in the results."""
    file: ReleaseFile


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class SegmentStatistics:
    """What a score is summed from: a row for each segment, in the order of the test set."""

    run: str
    metric: str
    specification: str
    columns: tuple[str, ...]
    rows: Statistics


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class GivenScores:
    """A file of scores that no program here computed (`outside` of the rulebook, plug-ins) for runs of one board."""

    track: str
    language_pair: str
    condition: str = ""
    test_set: str
    metric: str
    direction: Direction = "higher"
    file: ReleaseFile
    """What `bakeoff score --scores` reads."""
    systems: Mapping[str, str]
    """The ids of runs, by the names that the file has for them."""
    origin: Mapping[str, str] = field(default_factory=dict)
    """What signatures say of where the scores come from. No person: a name here would be published."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class EvaluationJudgments:
    """All judgments that count in a human evaluation, of all its language pairs and test sets.

    They are analysed together, as they were for the results: judges work on all of them. Judges must be called as in
    the results; a package calls them `judge-001` and so on, in the order of these names, since other orders would draw
    other samples. So give them names whose order says nothing of people.
    """

    evaluation: str
    """As the rulebook calls it."""
    rules: Mapping[str, object]
    """The rulebook's `HumanEvaluation` as it was when it was planned, as JSON has it."""
    judgments: Callable[[], Iterator[Judgment]]
    names: Mapping[Place, Mapping[str, str]] = field(default_factory=dict)
    """What the results of a place call systems, by what judgments call them; names not here are the same."""
    runs: Mapping[Place, Mapping[str, str]] = field(default_factory=dict)
    """The ids of the runs behind the names that judgments use, of systems that only earlier post-edits have, too."""
    earlier: Callable[[], Iterator[Judgment]] = field(default=lambda: iter(()))
    """Post-edits of earlier campaigns that served as references."""
    references_count: bool = True
    """Whether the analysis of post-edits has TER against the references of the test set."""
    constituents: Mapping[Place, tuple[ConstituentItem, ...]] = field(default_factory=dict)
    """The parts of sentences that were judged, with the names that judgments use: what later campaigns need to take
    answers over for systems that have the same phrase."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class TournamentInputs:
    """What a tournament was played from, with the names of its result."""

    evaluation: str
    language_pair: str
    test_set: str
    title: str
    seeds: Mapping[str, float] = field(default_factory=dict)
    """Scores of systems; empty for a round robin without seeds."""
    best: Literal["highest", "lowest"] = "highest"
    seeded: bool = True
    matches: tuple[MatchResult, ...] = ()
    """Those that count and were judged here."""
    earlier: tuple[MatchResult, ...] = ()
    """Those that were taken over from earlier campaigns."""
    joining: Mapping[str, float] = field(default_factory=dict)
    """Scores of systems that the qualifiers met in a second tournament."""
    from_judgments: bool = True
    """Whether `matches` are what the judgments of the evaluation come to."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class ComparedMetric:
    """A metric of a metrics task: one that is computed here, or a file of a team."""

    name: str
    """As the result calls it."""
    language_pair: str
    expression: str = ""
    """The rulebook's expression of a metric that was computed here."""
    run: str = ""
    """The id of the run that submitted a metric, whose file is among the outputs."""
    systems: Mapping[str, str] = field(default_factory=dict)
    """The names in the result, by those of the package for metrics that the file names."""
    segments: tuple[tuple[str, str], ...] = ()
    """Document and id of each segment that the file numbers from 1."""
    lower_is_better: bool = False


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class MetricsTaskInputs:
    """What a metrics task compared. Its settings are in its result."""

    track: str
    test_set: str
    evaluation: str
    systems: Mapping[str, Mapping[str, str]]
    """By language pair the ids of runs, by their names in the result."""
    metrics: tuple[ComparedMetric, ...]


@dataclass(frozen=True, kw_only=True, eq=False)
class ReleaseContent:
    """A campaign: its results, and everything that they were computed from.

    What is not given here is not in the package. Outputs and files that consents or licences keep out are missing, and
    `results.publication.left_out` says so in sentences.
    """

    results: CampaignResults
    test_sets: tuple[TestSetFiles, ...] = ()
    outputs: tuple[RunOutput, ...] = ()
    """Of the runs that may be released."""
    left_out: Mapping[str, str] = field(default_factory=dict)
    """Why the output of a run is not here, by the run's id."""
    statistics: Callable[[], Iterator[SegmentStatistics]] = field(default=lambda: iter(()))
    """Of every run and metric that has scores. Of runs whose output is not here, all that scores can be summed from."""
    given_scores: tuple[GivenScores, ...] = ()
    judgments: tuple[EvaluationJudgments, ...] = ()
    tournaments: tuple[TournamentInputs, ...] = ()
    metrics_tasks: tuple[MetricsTaskInputs, ...] = ()
    licence: str = ""
    """Of the package, in words or as SPDX has it."""
    address: str = ""
    """Where the campaign's pages are."""
