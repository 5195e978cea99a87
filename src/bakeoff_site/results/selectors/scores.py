"""Scores of a board as tables need them: the numbers without the statistics behind them."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from bakeoff.evaluation import Counts, mean_signature
from bakeoff.rulebook.schema import Scoring
from bakeoff.rulebook.schema.evaluation import SPEECH_UNITS
from bakeoff_site.core.caches import RowCache
from bakeoff_site.results.conversions.shown import Cell, ErrorCounts, Metric, Reported
from bakeoff_site.scoring.models import RunScore

ALL_GROUPS = ""
SIDE_BY_SIDE = "all"
"""In place of a specification: all of them."""


@dataclass(frozen=True, slots=True)
class Stored:
    """A score on all segments or on those of a group."""

    run_id: int
    key: tuple[str, str]
    """Specification and metric."""
    value: float | None
    variation: Mapping[str, float] | None
    segments: int
    score_id: int


@dataclass(frozen=True, slots=True)
class _Row:
    """All that tables need of a stored score; it never changes."""

    score_id: int
    run_id: int
    key: tuple[str, str]
    value: float | None
    variation: Mapping[str, float] | None
    segments: int
    about: tuple[str, int, str]
    """Direction, decimals and signature."""
    groups: Mapping[str, Mapping[str, Any]]

    def on(self, group: str) -> Stored | None:
        """The score on all segments or those of a group; None where the group has none."""
        if not group:
            return Stored(self.run_id, self.key, self.value, self.variation, self.segments, self.score_id)
        if group not in self.groups:
            return None
        part = self.groups[group]
        return Stored(self.run_id, self.key, part["value"], part.get("variation"), part["segments"], self.score_id)


SCORE_ROWS: RowCache[_Row] = RowCache(most=20_000)


@dataclass(frozen=True, slots=True)
class BoardScores:
    """The current scores of some runs."""

    by_run: Mapping[int, Mapping[tuple[str, str], Stored]]
    metrics: Mapping[tuple[str, str], tuple[str, int, str]]
    """Direction, decimals and signature."""
    groups: tuple[str, ...]
    """Groups of segments that there are scores for."""
    ids: Mapping[tuple[int, str], tuple[int, ...]]
    """The rows of each run under each specification."""
    held: frozenset[tuple[int, str, str]] = frozenset()
    """Runs, specifications and metrics that there is a score for, be it on all segments only."""

    def get(self, run_id: int, metric: Metric) -> Stored | None:
        return self.by_run.get(run_id, {}).get((metric.specification, metric.expression))

    def ids_by(self, metrics: Collection[Metric]) -> list[int]:
        """The numbers of all scores by some metrics."""
        found = [self.get(run_id, metric) for run_id in self.by_run for metric in metrics]
        return [stored.score_id for stored in found if stored is not None]

    @property
    def segments(self) -> int | None:
        return next((stored.segments for found in self.by_run.values() for stored in found.values()), None)


def scores_of(score_ids: Collection[int], run_ids: Collection[int], group: str = ALL_GROUPS) -> BoardScores:
    """Of these scores those of some runs, on all segments or those of a group."""
    wanted = frozenset(run_ids)
    by_run: dict[int, dict[tuple[str, str], Stored]] = {}
    metrics: dict[tuple[str, str], tuple[str, int, str]] = {}
    groups: dict[str, None] = {}
    ids: dict[tuple[int, str], tuple[int, ...]] = {}
    held = set()
    for row_id, row in SCORE_ROWS.get(score_ids, _read).items():
        if row.run_id not in wanted:
            continue
        metrics.setdefault(row.key, row.about)
        held.add((row.run_id, *row.key))
        groups |= dict.fromkeys(row.groups)
        place = (row.run_id, row.key[0])
        ids[place] = (*ids.get(place, ()), row_id)
        if (stored := row.on(group)) is not None:
            by_run.setdefault(row.run_id, {})[row.key] = stored
    return BoardScores(by_run, metrics, tuple(groups), ids, frozenset(held))


def _read(row_ids: list[int]) -> dict[int, _Row]:
    rows = RunScore.objects.filter(pk__in=row_ids).defer("statistics", "columns", "inputs_digest")
    return {
        row.pk: _Row(
            score_id=row.pk,
            run_id=row.run_id,
            key=(row.specification, row.metric),
            value=row.value,
            variation=row.variation,
            segments=row.segments,
            about=(row.direction, row.digits, row.signature),
            groups=row.groups,
        )
        for row in rows
    }


def columns_of(scores: BoardScores, scoring: Scoring, specifications: Collection[str]) -> tuple[Metric, ...]:
    """A column for each metric that there are scores by, the official one first."""
    columns = []
    for specification in specifications:
        found = [expression for spec, expression in scores.metrics if spec == specification]
        ordered = [*(e for e in scoring.all_metrics if e in found), *(e for e in found if e not in scoring.all_metrics)]
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


def cell_of(stored: Stored | None, metric: Metric, scoring: Scoring) -> Cell:
    """A score as tables print it."""
    return Cell(None) if stored is None else printed(stored.value, stored.variation, metric.digits, scoring)


def printed(value: float | None, variation: Mapping[str, float] | None, digits: int, scoring: Scoring) -> Cell:
    """A score by itself, or as the mean of the samples where the rulebook says so, with its interval."""
    if value is None:
        return Cell(None)
    if not variation:
        return Cell(value, text=f"{value:.{digits}f}")
    reported: Reported = "score" if scoring.interval is None else scoring.interval.reported
    value, low, high = variation["mean"] if reported == "mean" else value, variation["low"], variation["high"]
    return Cell(value, low, high, f"{value:.{digits}f}", f"[{low:.{digits}f}, {high:.{digits}f}]", reported=reported)


def counted(found: Counts | None) -> ErrorCounts | None:
    """Counts of errors as tables print them."""
    if found is None:
        return None
    return ErrorCounts(found.words, found.substitutions, found.deletions, found.insertions, found.errors)


def best_first(run_ids: Iterable[int], scores: BoardScores, metric: Metric) -> list[int]:
    """Runs by a metric; those without a score last, equals in the order given."""
    sign = -1 if metric.direction == "higher" else 1

    def order(run_id: int) -> tuple[bool, float]:
        stored = scores.get(run_id, metric)
        value = None if stored is None else stored.value
        return value is None, sign * (value or 0.0)

    return sorted(run_ids, key=order)
