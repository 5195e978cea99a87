"""Metrics: a contract, a registry, one file for each metric."""

from bakeoff.metrics.contract import Direction, Metric, Scoring, Statistics
from bakeoff.metrics.registry import metric_types, only_by_all, parse_expression, register, split_expressions

__all__ = [
    "Direction",
    "Metric",
    "Scoring",
    "Statistics",
    "metric_types",
    "only_by_all",
    "parse_expression",
    "register",
    "split_expressions",
]
