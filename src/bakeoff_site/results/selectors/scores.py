"""Scores of a board as tables need them: the numbers without the statistics behind them."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from bakeoff.rulebook.schema import Scoring
from bakeoff_site.results.conversions.shown import Cell, Metric
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


@dataclass(frozen=True, slots=True)
class BoardScores:
    """The current scores of some runs."""

    by_run: Mapping[int, Mapping[tuple[str, str], Stored]]
    metrics: Mapping[tuple[str, str], tuple[str, int, str]]
    """Direction, decimals and signature."""
    groups: tuple[str, ...]
    """Groups of segments that there are scores for."""

    def get(self, run_id: int, metric: Metric) -> Stored | None:
        return self.by_run.get(run_id, {}).get((metric.specification, metric.expression))

    @property
    def segments(self) -> int | None:
        return next((stored.segments for found in self.by_run.values() for stored in found.values()), None)


def scores_of(run_ids: Collection[int], specifications: Collection[str], group: str = ALL_GROUPS) -> BoardScores:
    """The current scores of runs under specifications, on all segments or those of a group."""
    by_run: dict[int, dict[tuple[str, str], Stored]] = {}
    metrics: dict[tuple[str, str], tuple[str, int, str]] = {}
    groups: dict[str, None] = {}
    rows = RunScore.objects.filter(run__in=run_ids, specification__in=specifications, current=True).order_by("pk")
    fields = (
        *("run_id", "specification", "metric", "value", "variation", "segments"),
        *("direction", "digits", "signature", "groups"),
    )
    for (
        run_id,
        specification,
        metric,
        value,
        variation,
        segments,
        direction,
        digits,
        signature,
        parts,
    ) in rows.values_list(*fields):
        key = (specification, metric)
        metrics.setdefault(key, (direction, digits, signature))
        groups |= dict.fromkeys(parts)
        if group:
            if group not in parts:
                continue
            part: dict[str, Any] = parts[group]
            value, variation, segments = part["value"], part.get("variation"), part["segments"]  # noqa: PLW2901
        by_run.setdefault(run_id, {})[key] = Stored(run_id, key, value, variation, segments)
    return BoardScores(by_run, metrics, tuple(groups))


def columns_of(scores: BoardScores, scoring: Scoring, specifications: Collection[str]) -> tuple[Metric, ...]:
    """A column for each metric that there are scores by, the official one first."""
    columns = []
    for specification in specifications:
        found = [expression for spec, expression in scores.metrics if spec == specification]
        ordered = [*(e for e in scoring.all_metrics if e in found), *(e for e in found if e not in scoring.all_metrics)]
        for expression in ordered:
            direction, digits, signature = scores.metrics[specification, expression]
            columns.append(
                Metric(
                    key=expression if len(specifications) == 1 else f"{specification} {expression}",
                    expression=expression,
                    specification=specification,
                    direction=direction,
                    digits=digits,
                    signature=signature,
                    is_official=expression == scoring.official_metric,
                )
            )
    return tuple(columns)


def cell_of(stored: Stored | None, metric: Metric, scoring: Scoring) -> Cell:
    """A score as tables print it."""
    return Cell(None) if stored is None else printed(stored.value, stored.variation, metric.digits, scoring)


def printed(value: float | None, variation: Mapping[str, float] | None, digits: int, scoring: Scoring) -> Cell:
    """A score by itself, or as the mean of the samples where the rulebook says so, with its interval."""
    if value is None:
        return Cell(None)
    if not variation:
        return Cell(value, text=f"{value:.{digits}f}")
    by_mean = scoring.interval is not None and scoring.interval.reported == "mean"
    value, low, high = variation["mean"] if by_mean else value, variation["low"], variation["high"]
    return Cell(value, low, high, f"{value:.{digits}f}", f"[{low:.{digits}f}, {high:.{digits}f}]")


def best_first(run_ids: Iterable[int], scores: BoardScores, metric: Metric) -> list[int]:
    """Runs by a metric; those without a score last, equals in the order given."""
    sign = -1 if metric.direction == "higher" else 1

    def order(run_id: int) -> tuple[bool, float]:
        stored = scores.get(run_id, metric)
        value = None if stored is None else stored.value
        return value is None, sign * (value or 0.0)

    return sorted(run_ids, key=order)
