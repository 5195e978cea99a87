"""Scores of runs by the official specification of their board, as people read them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from bakeoff.rulebook.schema import Scoring
from bakeoff_site.campaigns.permissions import CampaignRole
from bakeoff_site.results.conversions.scores import Cell, Metric, column_of, printed
from bakeoff_site.scoring.models import RunScore
from bakeoff_site.submissions.models import Run


@dataclass(frozen=True, slots=True)
class ShownScore:
    """A score of a run by the official specification."""

    metric: Metric
    cell: Cell
    value: float | None


def official_scores(role: CampaignRole, runs: Sequence[Run]) -> Mapping[int, tuple[ShownScore, ...]]:
    """The scores of runs by the official specification of their board; the caller looks who may see them."""
    stored: dict[int, list[RunScore]] = {}
    if runs:
        rows = RunScore.objects.filter(run__in=runs, current=True).defer(
            "statistics", "columns", "inputs_digest", "groups"
        )
        for score in rows.order_by("pk"):
            stored.setdefault(score.run_id, []).append(score)
    rules = role.campaign.rules
    return {
        run.pk: _printed(stored.get(run.pk, ()), rules.scoring_of(run.board.track, run.board.language_pair))
        for run in runs
    }


def _printed(scores: Sequence[RunScore], scoring: Scoring) -> tuple[ShownScore, ...]:
    official = {score.metric: score for score in scores if score.specification == scoring.specifications[0]}
    ordered = [name for name in scoring.all_metrics if name in official]
    ordered += [name for name in official if name not in ordered]
    return tuple(
        ShownScore(
            column_of(name, score.specification, (score.direction, score.digits, score.signature), scoring),
            printed(score.value, score.variation, score.digits, scoring),
            score.value,
        )
        for name in ordered
        for score in [official[name]]
    )
