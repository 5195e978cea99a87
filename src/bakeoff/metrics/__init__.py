"""Metrics: a contract, a registry, one file for each metric."""

from bakeoff.metrics.contract import Direction, Metric, Scoring, Statistics
from bakeoff.metrics.registry import (
    is_own_metric,
    metric_names,
    metric_types,
    named_by_rows,
    own_metric_names,
    parse_expression,
    register,
    row_names,
    split_expressions,
)

__all__ = [
    "Direction",
    "Metric",
    "Scoring",
    "Statistics",
    "is_own_metric",
    "metric_names",
    "metric_types",
    "named_by_rows",
    "own_metric_names",
    "parse_expression",
    "register",
    "row_names",
    "split_expressions",
]
