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
from bakeoff.evaluation.intervals import add_intervals
from bakeoff.evaluation.measures import Unit
from bakeoff.evaluation.pair_tests import PairTest
from bakeoff.evaluation.recognition import read_side, score_recognition
from bakeoff.evaluation.results import Evaluation, GroupScores, Score, SystemScores, Variation
from bakeoff.evaluation.score import score_runs, score_texts

__all__ = [
    "Comparison",
    "CorpusStatistics",
    "Evaluation",
    "GroupScores",
    "IntervalKind",
    "Level",
    "MetricComparison",
    "PairComparison",
    "PairTest",
    "PairedScores",
    "Score",
    "ScoreCorrelation",
    "SegmentDifference",
    "SegmentDifferences",
    "SegmentOutput",
    "SystemScores",
    "Unit",
    "Variation",
    "add_intervals",
    "compare_runs",
    "correlate_scores",
    "describe_texts",
    "pair_scores",
    "read_side",
    "score_recognition",
    "score_runs",
    "score_texts",
    "segment_differences",
]
