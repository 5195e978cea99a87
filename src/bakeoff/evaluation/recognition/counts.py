"""The errors that rates of speech recognition are made of, from the statistics of an evaluation."""

from __future__ import annotations

from bakeoff.evaluation.recognition.comparisons import WordErrorRate
from bakeoff.evaluation.scores.groups import Members
from bakeoff.evaluation.scores.results import Evaluation, SystemScores
from bakeoff.speech import Counts

__all__ = ["Counts", "error_counts"]


def error_counts(
    evaluation: Evaluation, system: SystemScores, expression: str, members: Members | None = None
) -> Counts | None:
    """Words of the reference, substitutions, deletions and insertions on all utterances or some, as sclite counts them.

    Characters, where the metric compares those. None for metrics that are no error rates of recognition.
    """
    if not isinstance(evaluation.metrics[expression], WordErrorRate):
        return None
    statistics = system.statistics[expression]
    return Counts.of(statistics if members is None else statistics[members])
