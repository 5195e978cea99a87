"""The verbs that join texts, metrics and statistics."""

from bakeoff.evaluation.adjudicated_scores import ScoredVersion, score_versions
from bakeoff.evaluation.adjudication import (
    ReferenceVersion,
    SegmentChange,
    apply_corrections,
    reference_differences,
    reference_versions,
)
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
from bakeoff.evaluation.recognition import read_side, respell, score_recognition
from bakeoff.evaluation.recognition_tests import RecognitionTest, compare_recognition, recognition_evaluation
from bakeoff.evaluation.resegment import ResegmentedRun, resegment_run, with_resegmentation
from bakeoff.evaluation.resegmentation_rule import DocumentRule, ResegmentationRule, parse_resegmentation
from bakeoff.evaluation.results import Evaluation, GroupScores, Scale, Score, SystemScores, Variation
from bakeoff.evaluation.score import score_runs, score_texts
from bakeoff.evaluation.suggestions import Suggestion, Suggestions, suggest_corrections

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
    "RecognitionTest",
    "ReferenceVersion",
    "ResegmentationRule",
    "ResegmentedRun",
    "Scale",
    "Score",
    "ScoreCorrelation",
    "ScoredVersion",
    "SegmentChange",
    "SegmentDifference",
    "SegmentDifferences",
    "SegmentOutput",
    "Suggestion",
    "Suggestions",
    "SystemScores",
    "Unit",
    "Variation",
    "add_intervals",
    "add_plugin_scores",
    "add_scores",
    "apply_corrections",
    "check_score_name",
    "compare_recognition",
    "compare_runs",
    "correlate_scores",
    "describe_texts",
    "evaluate_latency",
    "evaluate_oracles",
    "pair_scores",
    "parse_resegmentation",
    "read_side",
    "recognition_evaluation",
    "reference_differences",
    "reference_versions",
    "resegment_run",
    "respell",
    "score_recognition",
    "score_runs",
    "score_texts",
    "score_versions",
    "segment_differences",
    "suggest_corrections",
    "with_resegmentation",
]
