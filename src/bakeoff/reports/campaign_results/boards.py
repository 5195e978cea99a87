"""Automatic results: runs that are ranked together, their scores and the tests between them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Literal

from bakeoff.evaluation import Counts, Variation
from bakeoff.metrics import Direction
from bakeoff.rulebook.release.status import OFFICIAL, Status
from bakeoff.rulebook.release.table_parts import Part

SystemKind = Literal["primary", "contrastive", "combination", "baseline", "online", "commercial", "earlier"]
"""What a system is to its board. `primary` are the types that are compared across teams, `contrastive` all others."""
ALL_SEGMENTS = ""
"""In place of a group: the complete test set."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GroupScore:
    """A score on the segments of one group, such as `genre=nw`."""

    value: float | None
    segments: int
    variation: Variation | None = None
    counts: Counts | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class RunScore:
    """A run by one metric under one specification."""

    metric: str
    """The expression of the rulebook: `bleu@mteval`."""
    specification: str
    value: float | None
    """None where it is not defined, such as an error rate of no words."""
    signature: str
    """Everything that it depends on besides the texts, interval included."""
    direction: Direction
    digits: int
    """How many decimals people get to see."""
    segments: int
    variation: Variation | None = None
    """Its interval, and mean and standard deviation of the samples, where they were asked for."""
    counts: Counts | None = None
    """The errors that a rate of recognition is made of."""
    groups: Mapping[str, GroupScore] = field(default_factory=dict)
    outside: bool = False
    """Whether a file or a plug-in gave it, so that it cannot be computed from texts alone."""

    def on(self, group: str = ALL_SEGMENTS) -> GroupScore | None:
        """The score on all segments or on those of a group; None where the group has none."""
        if group:
            return self.groups.get(group)
        return GroupScore(value=self.value, segments=self.segments, variation=self.variation, counts=self.counts)


@dataclass(frozen=True, slots=True, kw_only=True)
class RunResults:
    """One system's output on one test set, and what metrics say of it."""

    id: str
    """Unique in the results; texts of a release package have it in their names."""
    name: str
    """As tables call it, unique on its board."""
    team: str = ""
    """The code of its team; empty for systems that organisers entered."""
    entered: str = ""
    """The system of the rulebook that organisers entered it for."""
    system: str
    """As file names call it: `contrast2`."""
    system_type: str = ""
    """The rulebook's: `contrast`."""
    kind: SystemKind
    kind_title: str
    """What the rulebook calls its type, or what a system of the organisers is."""
    track: str
    """The track that it was submitted to; its board may be of another one."""
    part: Part = "official"
    """`named` runs have no scores."""
    status: Status = OFFICIAL
    late: bool = False
    debugged: bool = False
    compared: bool = True
    """Whether it is tested against other systems: official and of a type that is compared across teams, or entered."""
    input: str = ""
    """What the system started from, as the rulebook calls it; empty where nobody said."""
    started_from: tuple[str, ...] = ()
    """The released runs that it started from."""
    has_upper_case: bool | None = None
    """Whether its text holds upper case; None where that is not known."""
    flags: tuple[str, ...] = ()
    """Resources that its description names and its condition forbids."""
    remark: str = ""
    """Why it is not like the others of its board, in words."""
    scores: tuple[RunScore, ...] = ()

    def score(self, metric: str, specification: str) -> RunScore | None:
        """The score by a metric under a specification; None where there is none."""
        return next(
            (each for each in self.scores if (each.metric, each.specification) == (metric, specification)), None
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class ComparedPair:
    """Two runs by one metric: `a` has the better score, `difference` is its score less b's."""

    a: str
    b: str
    difference: float | None
    p: float
    p_corrected: float
    significant: bool
    beats: bool
    """Whether a is significantly better: the test may speak for b though a has the better score."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardComparison:
    """All compared runs of a board by one metric, on all segments or on those of one group."""

    metric: str
    specification: str
    group: str = ALL_SEGMENTS
    method: str
    """How it was tested, in one line."""
    order: tuple[str, ...]
    """Runs, best first, by their ids; likewise everywhere below."""
    clusters: tuple[tuple[str, ...], ...]
    """Best first."""
    rank_ranges: Mapping[str, tuple[int, int]]
    pairs: tuple[ComparedPair, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardResults:
    """Runs that are ranked together: those of a track, language pair, data condition and test set."""

    track: str
    language_pair: str
    condition: str = ""
    """Empty where the campaign has none."""
    test_set: str
    status: Status = OFFICIAL
    runs: tuple[RunResults, ...]
    """Those in force; those that are only named last."""
    comparisons: tuple[BoardComparison, ...] = ()
    why_not_scored: str = ""
    """Why metrics say nothing of runs here; empty where they do."""
    remarks: tuple[str, ...] = ()
    """What looks like a mistake in texts, or which scores are missing and why."""

    @property
    def place(self) -> tuple[str, str, str, str]:
        """Track, language pair, condition and test set."""
        return (self.track, self.language_pair, self.condition, self.test_set)

    @property
    def keys(self) -> tuple[tuple[str, str], ...]:
        """Specifications and metrics that there are scores by, in the order in which they first appear."""
        found = ((score.specification, score.metric) for run in self.runs for score in run.scores)
        return tuple(dict.fromkeys(found))

    @property
    def groups(self) -> tuple[str, ...]:
        """Groups of segments that there are scores for."""
        return tuple(dict.fromkeys(group for run in self.runs for score in run.scores for group in score.groups))

    def comparison(self, metric: str, specification: str, group: str = ALL_SEGMENTS) -> BoardComparison | None:
        """The tests between runs by a metric; None where there are none."""
        asked = (metric, specification, group)
        return next((each for each in self.comparisons if (each.metric, each.specification, each.group) == asked), None)

    def scores(self) -> Iterator[tuple[RunResults, RunScore]]:
        """Every score with its run."""
        return ((run, score) for run in self.runs for score in run.scores)
