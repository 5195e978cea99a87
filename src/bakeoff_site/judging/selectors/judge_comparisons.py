"""A judge, and rankings with and without their judgments."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from bakeoff_site.judging.conversions.ranking_tables import RankingTable, ranking_tables
from bakeoff_site.judging.models import Evaluation, Judge
from bakeoff_site.judging.selectors.judge_rows import JudgeRow
from bakeoff_site.judging.selectors.live import live_view
from bakeoff_site.judging.selectors.rankings import AnalysisSoFar, EvaluationRankings, analysis_so_far, named_rankings


@dataclass(frozen=True, slots=True, kw_only=True)
class Side:
    """Rankings with the judge, or without."""

    title: str
    found: AnalysisSoFar
    tables: tuple[RankingTable, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class EvaluationSides:
    """An evaluation with and without the judge; as things are comes first."""

    evaluation: Evaluation
    sides: tuple[Side, Side]


@dataclass(frozen=True, slots=True, kw_only=True)
class JudgeView:
    """A judge and what their judgments change."""

    row: JudgeRow
    is_open: bool
    evaluations: tuple[EvaluationSides, ...]

    @property
    def is_waiting(self) -> bool:
        """Whether a worker analyses judgments."""
        return any(side.found.is_waiting for each in self.evaluations for side in each.sides)


def judge_view(judge: Judge, *, now: datetime) -> JudgeView:
    """What a judge, read with the task, did, and each ranking with and without them."""
    live = live_view(judge.task, now=now)
    row = next(each for each in live.judges if each.judge.pk == judge.pk)
    counts = judge.blocked_at is None and judge.excluded_at is None
    titles = ("With this judge (as now)", "Without") if counts else ("Without this judge (as now)", "With")
    return JudgeView(
        row=row,
        is_open=live.is_open.allowed,
        evaluations=tuple(
            EvaluationSides(
                evaluation=each.evaluation,
                sides=_sides(each.evaluation, judge, titles, now=each.found, hides_names=live.is_open.allowed),
            )
            for each in live.evaluations
        ),
    )


def _sides(
    evaluation: Evaluation, judge: Judge, titles: tuple[str, str], *, now: AnalysisSoFar, hides_names: bool
) -> tuple[Side, Side]:
    """The ranking as it is now and the other one, on the same axes."""
    first, second = (
        named_rankings(evaluation, found, hides_names=hides_names)
        for found in (now, analysis_so_far(evaluation, turned=judge.pk))
    )
    key = str(evaluation.pk)
    return _side(titles[0], first, key=key, beside=second), _side(titles[1], second, key=f"{key}-turned", beside=first)


def _side(title: str, ranking: EvaluationRankings, *, key: str, beside: EvaluationRankings) -> Side:
    found = ranking.found
    if found.analysis is None:
        return Side(title=title, found=found, tables=())
    tables = ranking_tables(
        ranking.rankings,
        ranking.evaluation.task.campaign.rules,
        names=ranking.names,
        key=key,
        confidence=found.analysis.confidence,
        beside=beside.rankings,
    )
    # Rankings are in the order of their judgments, which differs between the sides.
    return Side(title=title, found=found, tables=tuple(sorted(tables, key=lambda each: each.title)))
