"""Metrics tasks, as someone may see them."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from ninja import Schema

from bakeoff.reports import kinds_json
from bakeoff_site.metrics_task.selectors.kinds import KindsView
from bakeoff_site.metrics_task.selectors.results import MetricsResultView


class MetricsResultRow(Schema):
    track: str
    """The track of metrics, as the rulebook calls it."""
    test_set: str
    evaluation: str
    """The human evaluation that metrics are compared with."""
    evaluation_title: str
    is_judged: bool
    """Whether judging is still open: then only organisers see it, without scores of single systems."""
    is_released: bool
    """Whether everybody sees it."""
    made_at: datetime | None
    """When metrics were last compared."""
    reason: str
    """Why there are no figures yet."""


class ComparedMetricOut(Schema):
    name: str
    language_pair: str
    team: str
    """Empty for metrics that the server computes."""
    expression: str
    """Of a metric that the server computes, as the rulebook calls it."""
    system_type: str
    version: int | None
    better: str
    """`higher` or `lower`, as the team declared it."""
    references: bool | None
    """Whether it needs references, as the team declared it."""


class MetricsResultOut(MetricsResultRow):
    metrics: list[ComparedMetricOut]
    remarks: list[str]
    figures: dict[str, Any]
    """As `bakeoff metrics-task --format json` writes them; empty where there are none yet."""


class KindOfJudgmentOut(Schema):
    name: str
    """The human evaluation, as the rulebook calls it."""
    score: str
    """What ranks its systems."""


class KindCorrelationOut(Schema):
    a: str
    b: str
    """Two human evaluations."""
    language_pair: str
    test_set: str
    value: float | None
    """None where fewer than three systems have both, or where all systems score the same."""
    interval: list[float] | None
    """Its two ends."""
    p: float | None
    systems: list[str]
    """That both have judged."""
    left_out: list[str]
    """That only one of them has."""


class KindMeanOut(Schema):
    a: str
    b: str
    value: float
    groups: int
    """Over how many language pairs and test sets."""


class KindCorrelationsOut(Schema):
    coefficient: str
    confidence: float
    """Of the intervals."""
    kinds: list[KindOfJudgmentOut]
    correlations: list[KindCorrelationOut]
    means: list[KindMeanOut]


def kind_correlations_out(view: KindsView | None, coefficient: str) -> KindCorrelationsOut:
    if view is None:
        return KindCorrelationsOut(coefficient=coefficient, confidence=0.95, kinds=[], correlations=[], means=[])
    written = kinds_json(view.correlations)
    return KindCorrelationsOut.model_validate(
        {**written, "correlations": [{**row, **row["group"]} for row in written["correlations"]]}
    )


def metrics_result_row(view: MetricsResultView) -> MetricsResultRow:
    return MetricsResultRow(**_row(view))


def metrics_result_out(view: MetricsResultView) -> MetricsResultOut:
    shown = view.shown()
    return MetricsResultOut(
        **_row(view),
        metrics=[] if shown is None else [ComparedMetricOut.from_orm(each) for each in shown.metrics],
        remarks=[] if shown is None else list(shown.remarks),
        figures={} if shown is None else dict(shown.figures),
    )


def _row(view: MetricsResultView) -> dict[str, Any]:
    return {
        "track": view.row.track,
        "test_set": view.row.test_set,
        "evaluation": view.row.evaluation,
        "evaluation_title": view.evaluation,
        "is_judged": view.is_judged,
        "is_released": view.is_released,
        "made_at": view.row.made_at,
        "reason": view.row.reason,
    }
