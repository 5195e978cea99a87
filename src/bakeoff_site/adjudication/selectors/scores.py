"""Scores by the first references and by those in force, side by side."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from bakeoff.rulebook import Rulebook
from bakeoff.rulebook.schema import Scoring
from bakeoff_site.adjudication.selectors.places import Place
from bakeoff_site.campaigns.permissions import CampaignRole
from bakeoff_site.results.conversions.scores import Cell, printed
from bakeoff_site.results.conversions.titles import is_compared, place_of
from bakeoff_site.results.permissions import Names, Visibility, names_for, viewer_of
from bakeoff_site.scoring.models import RunScore, ScoredText
from bakeoff_site.submissions.conversions import is_in_rulebook
from bakeoff_site.submissions.models import Board, Run


@dataclass(frozen=True, slots=True, kw_only=True)
class ScoreChange:
    """A run before and after."""

    name: str
    key: str
    is_own: bool
    before: str
    after: str
    difference: str
    value_before: float | None
    value_after: float | None
    is_better: bool | None
    """None where nothing changed, or one of the two is missing."""
    rank_before: int | None
    rank_after: int | None

    @property
    def climbed(self) -> int:
        """How many places it went up; negative where it went down."""
        return 0 if self.rank_before is None or self.rank_after is None else self.rank_before - self.rank_after

    @property
    def fell(self) -> int:
        return -self.climbed


@dataclass(frozen=True, slots=True)
class MetricChange:
    """The runs of a board by one metric, best by the references in force first."""

    metric: str
    rows: tuple[ScoreChange, ...]


@dataclass(frozen=True, slots=True)
class BoardChange:
    """A board before and after."""

    board_id: int
    title: str
    is_changed: bool
    """Whether anything was scored by other references than the first."""
    is_ranked: bool
    metrics: tuple[MetricChange, ...]


@dataclass(frozen=True, slots=True)
class _Score:
    inputs_digest: str
    cell: Cell
    current: bool
    direction: str
    digits: int


def score_changes_for(role: CampaignRole, place: Place, now: datetime) -> tuple[BoardChange, ...]:
    """Boards whose runs are scored with a reference, as far as someone may see scores there."""
    rules, slot = role.campaign.rules, place.slot
    boards = role.campaign.boards.filter(test_set=slot.test_set)
    if slot.language_pair:
        boards = boards.filter(language_pair=slot.language_pair)
    ruled = [board for board in boards if is_in_rulebook(rules, board)]
    runs: dict[int, list[Run]] = {board.pk: [] for board in ruled}
    for run in Run.objects.filter(board__in=ruled).select_related(None).select_related("team"):
        runs[run.board_id].append(run)
    scores = _scores(role, ruled, runs)
    first = _first_bases(runs)
    viewer = viewer_of(role, now)
    changes = []
    for board in ruled:
        visibility = viewer.visibility(board.test_set, board.language_pair)
        visible = [run for run in runs[board.pk] if run.in_force and visibility.scores_of(run)]
        if visible and board.pk in first:
            sheet = _Sheet(rules, visible, visibility, names_for(rules, runs[board.pk]), scores, first[board.pk])
            changes.append(
                BoardChange(
                    board.pk, place_of(rules, board).title, sheet.is_changed, visibility.scores.allowed, sheet.tables()
                )
            )
    return tuple(changes)


@dataclass(frozen=True, slots=True)
class _Sheet:
    """The runs of a board that someone may see the scores of."""

    rules: Rulebook
    runs: Sequence[Run]
    visibility: Visibility
    names: Names
    scores: Mapping[tuple[int, str], Sequence[_Score]]
    first: str
    """The references that they were first scored with."""

    @property
    def is_changed(self) -> bool:
        seen = {run.pk for run in self.runs}
        return any(
            score.current and score.inputs_digest != self.first
            for (run_id, _), scores in self.scores.items()
            if run_id in seen
            for score in scores
        )

    def tables(self) -> tuple[MetricChange, ...]:
        seen = {run.pk for run in self.runs}
        metrics = dict.fromkeys(metric for run_id, metric in self.scores if run_id in seen)
        return tuple(MetricChange(metric, self._rows(metric)) for metric in metrics)

    def _rows(self, metric: str) -> tuple[ScoreChange, ...]:
        scored = [(run, score) for run in self.runs for score in self.scores.get((run.pk, metric), ())]
        before = {run.pk: score for run, score in scored if score.inputs_digest == self.first}
        after = {run.pk: score for run, score in scored if score.current}
        # Who sees only own runs learns no rank.
        ranked = [run.pk for run in self.runs if is_compared(self.rules, run)] if self.visibility.scores.allowed else []
        ranks_before, ranks_after = _ranks(ranked, before), _ranks(ranked, after)
        by_name = sorted(self.runs, key=lambda run: self.names.name(run, self.visibility).casefold())
        return tuple(
            ScoreChange(
                name=self.names.name(run, self.visibility),
                key=self.names.key(run, self.visibility),
                is_own=self.visibility.owns(run),
                rank_before=ranks_before.get(run.pk),
                rank_after=ranks_after.get(run.pk),
                **_compared(before.get(run.pk), after.get(run.pk)),
            )
            for run in sorted(by_name, key=lambda run: _order(after.get(run.pk)))
        )


def _compared(before: _Score | None, after: _Score | None) -> dict[str, Any]:
    """Two scores as pages show them, and their difference."""
    difference, is_better = "", None
    if before is not None and after is not None and before.cell.value is not None and after.cell.value is not None:
        change = after.cell.value - before.cell.value
        difference = f"{change:+.{after.digits}f}"
        is_better = (change > 0) == (after.direction == "higher") if change else None
    return {
        "before": before.cell.text if before is not None else "",
        "after": after.cell.text if after is not None else "",
        "difference": difference,
        "value_before": before.cell.value if before is not None else None,
        "value_after": after.cell.value if after is not None else None,
        "is_better": is_better,
    }


def _ranks(run_ids: Iterable[int], scores: Mapping[int, _Score]) -> dict[int, int]:
    """How many are better, and one."""
    orders = {
        run_id: _order(scores[run_id])[1] for run_id in run_ids if run_id in scores and _has_value(scores[run_id])
    }
    return {run_id: 1 + sum(other < own for other in orders.values()) for run_id, own in orders.items()}


def _has_value(score: _Score) -> bool:
    return score.cell.value is not None


def _order(score: _Score | None) -> tuple[bool, float]:
    """Best first, those without a score last."""
    if score is None or score.cell.value is None:
        return True, 0.0
    return False, -score.cell.value if score.direction == "higher" else score.cell.value


def _scores(
    role: CampaignRole, boards: Sequence[Board], runs: Mapping[int, Sequence[Run]]
) -> dict[tuple[int, str], list[_Score]]:
    """All scores of runs under the first specification of their board, by run and metric."""
    rules = role.campaign.rules
    scorings: dict[int, Scoring] = {
        run.pk: rules.scoring_of(board.track, board.language_pair) for board in boards for run in runs[board.pk]
    }
    fields = (
        "run_id",
        "specification",
        "metric",
        "inputs_digest",
        "value",
        "variation",
        "current",
        "direction",
        "digits",
    )
    rows = RunScore.objects.filter(run__in=scorings).order_by("pk").values_list(*fields)
    scores: dict[tuple[int, str], list[_Score]] = {}
    for run_id, specification, metric, inputs_digest, value, variation, current, direction, digits in rows:
        scoring = scorings[run_id]
        if specification == scoring.specifications[0]:
            cell = printed(value, variation, digits, scoring)
            scores.setdefault((run_id, metric), []).append(_Score(inputs_digest, cell, current, direction, digits))
    return scores


def _first_bases(runs: Mapping[int, Sequence[Run]]) -> dict[int, str]:
    """The references that the runs of each board were first scored with."""
    board_of = {run.pk: board_id for board_id, own in runs.items() for run in own if run.in_force}
    first: dict[int, str] = {}
    for run_id, inputs_digest in (
        ScoredText.objects.filter(run__in=board_of).order_by("pk").values_list("run_id", "inputs_digest")
    ):
        first.setdefault(board_of[run_id], inputs_digest)
    return first
