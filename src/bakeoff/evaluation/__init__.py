"""The verbs that join texts, metrics and statistics."""

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
