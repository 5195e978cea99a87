"""The verbs that join texts, metrics and statistics."""

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
from bakeoff.evaluation.results import Evaluation, GroupScores, Score, SystemScores
from bakeoff.evaluation.score import score_runs, score_texts

__all__ = [
    "CorpusStatistics",
    "Evaluation",
    "GroupScores",
    "IntervalKind",
    "Level",
    "PairedScores",
    "Score",
    "ScoreCorrelation",
    "SegmentDifference",
    "SegmentDifferences",
    "SegmentOutput",
    "SystemScores",
    "correlate_scores",
    "describe_texts",
    "pair_scores",
    "score_runs",
    "score_texts",
    "segment_differences",
]
