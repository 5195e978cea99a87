"""Receipts with the pages and scores of their runs, as far as someone may see them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from bakeoff.rulebook.schema import Scoring
from bakeoff_site.campaigns.permissions import CampaignRole
from bakeoff_site.results.conversions.scores import Cell, Metric, column_of, printed
from bakeoff_site.results.permissions import Visibility, viewer_of
from bakeoff_site.scoring.models import RunScore
from bakeoff_site.submissions.conversions import is_in_rulebook
from bakeoff_site.submissions.models import Run, Submission
from bakeoff_site.submissions.selectors.receipts import Receipt, RunRow, receipt_of


@dataclass(frozen=True, slots=True, kw_only=True)
class ShownRun:
    """A run on a receipt."""

    row: RunRow
    key: str
    """What the address of its page calls it; empty where they may not open that."""
    shows_scores: bool
    opens: datetime | None
    """When its scores will be visible; None where they are, or nobody knows."""
    scores: tuple[tuple[Metric, Cell], ...]
    """By the official specification, in the order of the rulebook."""


@dataclass(frozen=True, slots=True)
class ShownReceipt:
    receipt: Receipt
    runs: tuple[ShownRun, ...]


def receipt_for(role: CampaignRole, submission: Submission, now: datetime) -> ShownReceipt:
    """The receipt of a submission that someone may see, with the scores that they may see."""
    receipt = receipt_of(submission, names_copied=role.is_organiser)
    return ShownReceipt(receipt, shown_runs(role, receipt.runs, now))


def shown_runs(role: CampaignRole, rows: Sequence[RunRow], now: datetime) -> tuple[ShownRun, ...]:
    rules, viewer = role.campaign.rules, viewer_of(role, now)
    # Of what the rulebook no longer speaks of, nobody can say who may see it.
    ruled = {row.run.pk for row in rows if is_in_rulebook(rules, row.run.board)}
    visibilities = {
        row.run.pk: viewer.visibility(row.run.board.test_set, row.run.board.language_pair)
        for row in rows
        if row.run.pk in ruled
    }
    visible = [row.run for row in rows if row.run.pk in visibilities and visibilities[row.run.pk].scores_of(row.run)]
    scores = _scores(role, visible)
    return tuple(_shown(row, visibilities.get(row.run.pk), scores) for row in rows)


def _shown(
    row: RunRow, visibility: Visibility | None, scores: Mapping[int, tuple[tuple[Metric, Cell], ...]]
) -> ShownRun:
    run = row.run
    if visibility is None:
        return ShownRun(row=row, key="", shows_scores=False, opens=None, scores=())
    shows_scores = visibility.scores_of(run)
    has_page = visibility.knows(run) and (shows_scores or visibility.owns(run))
    return ShownRun(
        row=row,
        key=str(run.pk) if has_page else "",
        shows_scores=shows_scores,
        opens=None if shows_scores else visibility.opens,
        scores=scores.get(run.pk, ()),
    )


def _scores(role: CampaignRole, runs: Sequence[Run]) -> Mapping[int, tuple[tuple[Metric, Cell], ...]]:
    """The scores of runs by the official specification of their board."""
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


def _printed(scores: Sequence[RunScore], scoring: Scoring) -> tuple[tuple[Metric, Cell], ...]:
    official = {score.metric: score for score in scores if score.specification == scoring.specifications[0]}
    ordered = [name for name in scoring.all_metrics if name in official]
    ordered += [name for name in official if name not in ordered]
    return tuple(
        (
            column_of(name, score.specification, (score.direction, score.digits, score.signature), scoring),
            printed(score.value, score.variation, score.digits, scoring),
        )
        for name in ordered
        for score in [official[name]]
    )
