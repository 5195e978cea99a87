"""The verbs that join texts, metrics and statistics."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from bakeoff.evaluation.compare import Comparison, MetricComparison, PairComparison, compare_runs
    from bakeoff.evaluation.corpus import CorpusStatistics, describe_texts
    from bakeoff.evaluation.correlate import (
        IntervalKind,
        Level,
        PairedScores,
        ScoreCorrelation,
        correlate_scores,
        pair_scores,
    )
    from bakeoff.evaluation.differences import (
        SegmentDifference,
        SegmentDifferences,
        SegmentOutput,
        segment_differences,
    )
    from bakeoff.evaluation.given_scores import add_plugin_scores, add_scores, check_score_name
    from bakeoff.evaluation.intervals import add_intervals
    from bakeoff.evaluation.latency import IntervalOptions, LatencyEvaluation, LatencyScore, evaluate_latency
    from bakeoff.evaluation.measures import Unit
    from bakeoff.evaluation.oracles import OracleEvaluation, evaluate_oracles
    from bakeoff.evaluation.pair_tests import PairTest
    from bakeoff.evaluation.recognition import read_side, score_recognition
    from bakeoff.evaluation.resegment import ResegmentedRun, resegment_run, with_resegmentation
    from bakeoff.evaluation.resegmentation_rule import DocumentRule, ResegmentationRule, parse_resegmentation
    from bakeoff.evaluation.results import Evaluation, GroupScores, Scale, Score, SystemScores, Variation
    from bakeoff.evaluation.score import score_runs, score_texts

# Modules and what they offer here: loaded on first use, because no command needs all of them.
_OFFERS = {
    "compare": "Comparison MetricComparison PairComparison compare_runs",
    "corpus": "CorpusStatistics describe_texts",
    "correlate": "IntervalKind Level PairedScores ScoreCorrelation correlate_scores pair_scores",
    "differences": "SegmentDifference SegmentDifferences SegmentOutput segment_differences",
    "given_scores": "add_plugin_scores add_scores check_score_name",
    "intervals": "add_intervals",
    "latency": "IntervalOptions LatencyEvaluation LatencyScore evaluate_latency",
    "measures": "Unit",
    "oracles": "OracleEvaluation evaluate_oracles",
    "pair_tests": "PairTest",
    "recognition": "read_side score_recognition",
    "resegment": "ResegmentedRun resegment_run with_resegmentation",
    "resegmentation_rule": "DocumentRule ResegmentationRule parse_resegmentation",
    "results": "Evaluation GroupScores Scale Score SystemScores Variation",
    "score": "score_runs score_texts",
}
_HOMES = {name: module for module, names in _OFFERS.items() for name in names.split()}

__all__ = [
    "Comparison",
    "CorpusStatistics",
    "DocumentRule",
    "Evaluation",
    "GroupScores",
    "IntervalKind",
    "IntervalOptions",
    "LatencyEvaluation",
    "LatencyScore",
    "Level",
    "MetricComparison",
    "OracleEvaluation",
    "PairComparison",
    "PairTest",
    "PairedScores",
    "ResegmentationRule",
    "ResegmentedRun",
    "Scale",
    "Score",
    "ScoreCorrelation",
    "SegmentDifference",
    "SegmentDifferences",
    "SegmentOutput",
    "SystemScores",
    "Unit",
    "Variation",
    "add_intervals",
    "add_plugin_scores",
    "add_scores",
    "check_score_name",
    "compare_runs",
    "correlate_scores",
    "describe_texts",
    "evaluate_latency",
    "evaluate_oracles",
    "pair_scores",
    "parse_resegmentation",
    "read_side",
    "resegment_run",
    "score_recognition",
    "score_runs",
    "score_texts",
    "segment_differences",
    "with_resegmentation",
]


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)
