"""The verbs that join texts, metrics and statistics."""

from bakeoff.evaluation.corpus import CorpusStatistics, describe_texts
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
    "Score",
    "SegmentDifference",
    "SegmentDifferences",
    "SegmentOutput",
    "SystemScores",
    "describe_texts",
    "score_runs",
    "score_texts",
    "segment_differences",
]
