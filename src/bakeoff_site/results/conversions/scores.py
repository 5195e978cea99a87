"""Scores as tables show them: the metrics that are columns, the numbers that are cells."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import astuple, dataclass, replace
from typing import Literal

from bakeoff.evaluation import Counts, mean_signature, metric_title
from bakeoff.rulebook.schema import Scoring
from bakeoff.rulebook.schema.evaluation import SPEECH_UNITS
from bakeoff_site.core.interval_marks import PrintedScore

Reported = Literal["score", "mean"]
MEAN = "mean of samples"
"""What stands for a score where the rulebook wants the mean over the samples of its interval."""
_ERRORS = (
    ("sub", "substitutions"),
    ("del", "deletions"),
    ("ins", "insertions"),
    ("errors", "substitutions, deletions and insertions"),
)


@dataclass(frozen=True, slots=True)
class Metric:
    """A column of scores."""

    key: str
    """The expression; with the specification before it where several are side by side."""
    expression: str
    specification: str
    direction: str
    digits: int
    signature: str
    is_official: bool
    reported: Reported = "score"
    unit: str = ""
    """What errors are counted of: words or characters of a transcript; empty for other metrics."""
    judged: str = ""
    """What people call it, where it is no metric: scores that systems got from judges."""

    @property
    def title(self) -> str:
        """The name of the metric as the field writes it."""
        return self.judged or metric_title(self.expression)

    @property
    def heading(self) -> str:
        """The title, with what else distinguishes the column from its neighbours."""
        return self._with_notes(self.title)

    @property
    def name(self) -> str:
        """The expression, with the same notes: the heading for programs."""
        return self._with_notes(self.expression)

    def _with_notes(self, text: str) -> str:
        notes = [self.specification] if self.key != self.expression else []
        notes += [MEAN] if self.reported == "mean" else []
        return f"{text} ({', '.join(notes)})" if notes else text

    @property
    def counted(self) -> tuple[tuple[str, str], ...]:
        """Headings of the columns of counts next to the error rate: short and complete."""
        return ((self.unit, f"{self.unit} of the reference"), *_ERRORS) if self.unit else ()


@dataclass(frozen=True, slots=True)
class ErrorCounts:
    """What an error rate of recognition is made of, as sclite counts it."""

    words: int | None
    """Of the reference; characters, where the metric compares those. Of published rates some counts are not known."""
    substitutions: int | None
    deletions: int | None
    insertions: int | None
    errors: int | None


@dataclass(frozen=True, slots=True)
class Cell(PrintedScore):
    """A score on a board."""

    is_best: bool = False
    reported: Reported = "score"
    """Whether it is the score of the run or, where the rulebook says so, the mean of the samples' scores."""
    unit: str = ""
    """The unit of its metric, whose columns of counts it has."""
    counts: ErrorCounts | None = None
    sd: float | None = None
    """The standard deviation of the samples' scores."""

    @property
    def figures(self) -> tuple[int | str, ...]:
        """The counts in the order of their columns."""
        if not self.unit:
            return ()
        counts = (None,) * (1 + len(_ERRORS)) if self.counts is None else astuple(self.counts)
        return tuple("–" if count is None else count for count in counts)


ALL_GROUPS = ""
SIDE_BY_SIDE = "all"
"""In place of a specification: all of them."""


@dataclass(frozen=True, slots=True)
class BoardScore:
    """A score on all segments or on those of a group."""

    run_id: int
    key: tuple[str, str]
    """Specification and metric."""
    value: float | None
    variation: Mapping[str, float] | None
    segments: int
    score_id: int


@dataclass(frozen=True, slots=True)
class BoardScores:
    """The current scores of some runs."""

    by_run: Mapping[int, Mapping[tuple[str, str], BoardScore]]
    metrics: Mapping[tuple[str, str], tuple[str, int, str]]
    """Direction, decimals and signature."""
    groups: tuple[str, ...]
    """Groups of segments that there are scores for."""
    ids: Mapping[tuple[int, str], tuple[int, ...]]
    """The rows of each run under each specification."""
    held: frozenset[tuple[int, str, str]] = frozenset()
    """Runs, specifications and metrics that there is a score for, be it on all segments only."""

    def get(self, run_id: int, metric: Metric) -> BoardScore | None:
        return self.by_run.get(run_id, {}).get((metric.specification, metric.expression))

    def ids_by(self, metrics: Collection[Metric]) -> list[int]:
        """The numbers of all scores by some metrics."""
        scores = [self.get(run_id, metric) for run_id in self.by_run for metric in metrics]
        return [stored.score_id for stored in scores if stored is not None]

    @property
    def segments(self) -> int | None:
        return next((stored.segments for of_run in self.by_run.values() for stored in of_run.values()), None)


def columns_of(scores: BoardScores, scoring: Scoring, specifications: Collection[str]) -> tuple[Metric, ...]:
    """A column for each metric that there are scores by, the official one first."""
    columns = []
    for specification in specifications:
        expressions = [expression for spec, expression in scores.metrics if spec == specification]
        ordered = [
            *(e for e in scoring.all_metrics if e in expressions),
            *(e for e in expressions if e not in scoring.all_metrics),
        ]
        for expression in ordered:
            key = expression if len(specifications) == 1 else f"{specification} {expression}"
            about = scores.metrics[specification, expression]
            columns.append(column_of(expression, specification, about, scoring, key=key))
    return tuple(columns)


def column_of(
    expression: str, specification: str, about: tuple[str, int, str], scoring: Scoring, *, key: str = ""
) -> Metric:
    """A metric under a specification as a column; `about` are direction, decimals and signature."""
    direction, digits, signature = about
    by_mean = scoring.reports_mean(expression)
    return Metric(
        key=key or expression,
        expression=expression,
        specification=specification,
        direction=direction,
        digits=digits,
        signature=mean_signature(signature) if by_mean else signature,
        is_official=expression == scoring.official_metric,
        reported="mean" if by_mean else "score",
        unit=SPEECH_UNITS.get(expression, ""),
    )


def cell_of(stored: BoardScore | None, metric: Metric, scoring: Scoring) -> Cell:
    """A score as tables print it."""
    if stored is None:
        return Cell(None)
    if metric.judged:  # the rulebook's rules of intervals are about metrics
        return _judged_cell(stored, metric.digits)
    return printed(stored.value, stored.variation, metric.digits, scoring)


def _judged_cell(stored: BoardScore, digits: int) -> Cell:
    cell = Cell(stored.value, text=f"{stored.value:.{digits}f}")
    if not stored.variation:
        return cell
    low, high = stored.variation["low"], stored.variation["high"]
    return replace(cell, low=low, high=high, interval=f"[{low:.{digits}f}, {high:.{digits}f}]")


def printed(value: float | None, variation: Mapping[str, float] | None, digits: int, scoring: Scoring) -> Cell:
    """A score by itself, or as the mean of the samples where the rulebook says so, with its interval."""
    if value is None:
        return Cell(None)
    if not variation:
        return Cell(value, text=f"{value:.{digits}f}")
    reported: Reported = "score" if scoring.interval is None else scoring.interval.reported
    value, low, high = variation["mean"] if reported == "mean" else value, variation["low"], variation["high"]
    return Cell(
        value,
        low,
        high,
        text=f"{value:.{digits}f}",
        interval=f"[{low:.{digits}f}, {high:.{digits}f}]",
        reported=reported,
        sd=variation["sd"],
    )


def counted(counts: Counts | None) -> ErrorCounts | None:
    """Counts of errors as tables print them."""
    if counts is None:
        return None
    return ErrorCounts(counts.words, counts.substitutions, counts.deletions, counts.insertions, counts.errors)


def best_first(run_ids: Iterable[int], scores: BoardScores, metric: Metric) -> list[int]:
    """Runs by a metric; those without a score last, equals in the order given."""
    sign = -1 if metric.direction == "higher" else 1

    def order(run_id: int) -> tuple[bool, float]:
        stored = scores.get(run_id, metric)
        value = None if stored is None else stored.value
        return value is None, sign * (value or 0.0)

    return sorted(run_ids, key=order)
