"""The verbs that join texts, metrics and statistics."""

from bakeoff.evaluation.compare import Comparison, MetricComparison, PairComparison, compare_runs
from bakeoff.evaluation.corpus import CorpusStatistics, describe_texts
from bakeoff.evaluation.differences import (
    SegmentDifference,
    SegmentDifferences,
    SegmentOutput,
    segment_differences,
)
from bakeoff.evaluation.intervals import add_intervals
from bakeoff.evaluation.measures import Unit
from bakeoff.evaluation.pair_tests import PairTest
from bakeoff.evaluation.results import Evaluation, GroupScores, Score, SystemScores, Variation
from bakeoff.evaluation.score import score_runs, score_texts

__all__ = [
    "Comparison",
    "CorpusStatistics",
    "Evaluation",
    "GroupScores",
    "MetricComparison",
    "PairComparison",
    "PairTest",
    "Score",
    "SegmentDifference",
    "SegmentDifferences",
    "SegmentOutput",
    "SystemScores",
    "Unit",
    "Variation",
    "add_intervals",
    "compare_runs",
    "describe_texts",
    "score_runs",
    "score_texts",
    "segment_differences",
]
