"""What an evaluation found: scores with their signatures, by system and by group, over stored statistics."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from bakeoff.data import AlignedTexts, Document
from bakeoff.evaluation.scores.groups import Members, group_segments
from bakeoff.metrics import Direction, Scoring, Statistics

if TYPE_CHECKING:  # scoring needs no statistics
    from bakeoff.statistics import Interval
    from bakeoff.text import Step

INTERVAL_NOTE = "|interval:"
"""Where a signature starts to speak of the interval, which comes last."""


@dataclass(frozen=True, slots=True)
class Variation:
    """How a score varies over samples of the segments."""

    interval: Interval
    mean: float
    sd: float


@dataclass(frozen=True, slots=True)
class Score:
    """A number and everything that it depends on besides the texts."""

    value: float
    signature: str
    statistics: Mapping[str, float] = field(default_factory=dict)
    """The sums that the score is computed of, by column."""
    variation: Variation | None = None
    """What resampling says of the score, where it was asked for and there is more than one segment."""


@dataclass(frozen=True, slots=True)
class Scale:
    """Which way scores point, and how many decimals people get to see."""

    direction: Direction
    digits: int = 2


@dataclass(frozen=True, slots=True)
class GroupScores:
    """Scores over the segments of one group, such as `genre=nw`."""

    segments: int
    scores: Mapping[str, Score]


@dataclass(frozen=True, slots=True)
class SystemScores:
    """Scores of one run. The keys of `scores` and `statistics` are the metric expressions as given.

    A score that was given for the complete system is in `scores` only: neither groups nor statistics know it.
    """

    name: str
    scores: Mapping[str, Score]
    groups: Mapping[str, GroupScores]
    statistics: Mapping[str, Statistics] = field(repr=False)
    empty_segments: int


@dataclass(frozen=True, slots=True)
class Evaluation:
    """Runs scored under one specification. Nothing is rescored to answer a further question: `statistics` are kept."""

    specification: str
    metrics: Mapping[str, Scoring]
    """Metrics with statistics, by expression; scores of segments from outside by the name they were given."""
    systems: tuple[SystemScores, ...]
    remarks: tuple[str, ...]
    """What looks like a mistake in the texts but stops nobody."""
    left_out: Mapping[str, str]
    """Runs that the specification does not apply to, with the reason."""
    target_language: str | None
    groups: Mapping[str, Members] = field(repr=False)
    """The segments of each group that was asked for, by number from 0."""
    texts: AlignedTexts = field(repr=False)
    """Source, references and runs as they were given, those left out included."""
    steps: tuple[Step, ...] = ()
    """What the specification did to the texts before they were scored."""
    given: Mapping[str, Scale] = field(default_factory=dict)
    """Scores of systems from outside, by name: there are no statistics, so they are shown but never tested."""

    @property
    def documents(self) -> tuple[Document, ...]:
        """The document of each segment."""
        return self.texts.documents

    @property
    def segment_ids(self) -> tuple[str, ...]:
        return self.texts.segment_ids

    @property
    def segments(self) -> int:
        return len(self.segment_ids)

    @property
    def scales(self) -> dict[str, Scale]:
        """What to know of the scores of every name in order to show them, those without statistics last."""
        measured = {name: Scale(metric.direction, metric.digits) for name, metric in self.metrics.items()}
        return measured | dict(self.given)

    def segment_scores(self, system: SystemScores, expression: str) -> NDArray[np.float64]:
        """The score of every segment by itself, in order."""
        return self.metrics[expression].segment_scores(system.statistics[expression])

    def document_scores(self, system: SystemScores) -> dict[str, dict[str, float]]:
        """The scores of every document by itself, in the order of the texts, by metric."""
        members = self.members_of_documents
        scores = {}
        for expression, scorer in self.metrics.items():
            statistics = system.statistics[expression]
            sums = np.stack([total(statistics, rows) for rows in members.values()])
            scores[expression] = dict(zip(members, scorer.score(sums).tolist(), strict=True))
        return scores

    @property
    def members_of_documents(self) -> dict[str, Members]:
        """The segments of every document, by number from 0, in the order of the texts."""
        members: dict[str, list[int]] = {}
        for index, document in enumerate(self.documents):
            members.setdefault(document.id, []).append(index)
        return {name: np.asarray(rows, np.intp) for name, rows in members.items()}


def score_of(scoring: Scoring, sums: Statistics, signature: str) -> Score:
    """The score of summed statistics, with the sums by name."""
    return Score(float(scoring.score(sums)), signature, dict(zip(scoring.columns, sums.tolist(), strict=True)))


def total(statistics: Statistics, members: Sequence[int] | NDArray[np.intp] | None = None) -> Statistics:
    """Statistics summed over all segments, or over the given ones."""
    rows = statistics if members is None else statistics[np.asarray(members, dtype=np.intp)]
    summed: Statistics = rows.sum(axis=0)
    return summed


def with_groups(evaluation: Evaluation, by: Iterable[str]) -> Evaluation:
    """The evaluation with scores of the groups that attributes of documents make; intervals are added afterwards."""
    groups = group_segments(evaluation.documents, by)

    def grouped(system: SystemScores) -> SystemScores:
        return replace(
            system,
            groups={
                key: GroupScores(
                    len(members),
                    {
                        name: score_of(metric, total(system.statistics[name], members), system.scores[name].signature)
                        for name, metric in evaluation.metrics.items()
                    },
                )
                for key, members in groups.items()
            },
        )

    return replace(evaluation, groups=groups, systems=tuple(map(grouped, evaluation.systems)))
