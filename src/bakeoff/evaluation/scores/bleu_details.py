"""What BLEU scores are made of."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bakeoff.evaluation.scores.results import Evaluation, SystemScores, total
from bakeoff.metrics import Metric

if TYPE_CHECKING:
    from bakeoff.metrics.bleu import BleuDetails


def bleu_details(
    evaluation: Evaluation, system: SystemScores, metric: str, *, group: str | None = None
) -> BleuDetails | None:
    """Precisions, brevity penalty and lengths of a system, over all segments or those of a group; None if the metric
    is not a BLEU.
    """
    scoring = evaluation.metrics.get(metric)
    if not isinstance(scoring, Metric):
        return None
    members = None if group is None else evaluation.groups[group]
    return scoring.details(total(system.statistics[metric], members))
