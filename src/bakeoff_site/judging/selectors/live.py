"""How a task goes, on one page."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime

from bakeoff.human_eval import HumanRanking, RankedSystem
from bakeoff.rulebook.release.visibility import Answer
from bakeoff_site.core.interval_marks import Axis, IntervalMark, PrintedScore, mark_of, scale_of
from bakeoff_site.judging.conversions.judgments import judge_name
from bakeoff_site.judging.models import Evaluation, Task
from bakeoff_site.judging.permissions import is_open
from bakeoff_site.judging.selectors.progress import JudgeProgress, TaskProgress, judges_of, progress_of
from bakeoff_site.judging.selectors.rankings import RankingSoFar, hidden_names, ranking_of

_BETWEEN = {"judges": "between judges", "own": "of judges with themselves"}


@dataclass(frozen=True, slots=True, kw_only=True)
class RankedRow:
    """A system of a ranking, by name or by its label."""

    name: str
    score: str
    low: str
    high: str
    cluster: int
    judgments: int
    mark: IntervalMark | None
    """On the axis of its table."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RankingTable:
    """A ranking of one language pair and test set."""

    title: str
    axis: Axis | None
    grid: str
    """The name of the axis's lines on the page."""
    rows: tuple[RankedRow, ...]
    judgments: int
    judges: int
    agreement: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class EvaluationResults:
    """What an evaluation says so far."""

    evaluation: Evaluation
    tables: tuple[RankingTable, ...]
    reason: str
    """Why there is none."""


@dataclass(frozen=True, slots=True, kw_only=True)
class JudgeAlert:
    """A judge who fails quality rules of the rulebook, and why."""

    row: JudgeProgress
    evaluation: Evaluation
    reasons: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class LiveView:
    """Everything on the page."""

    alerts: tuple[JudgeAlert, ...]

    progress: TaskProgress
    is_open: Answer
    results: tuple[EvaluationResults, ...]
    judges: tuple[JudgeProgress, ...]


def live_view(task: Task, *, now: datetime) -> LiveView:
    """How a task goes; names of systems are hidden behind labels while it is open."""
    progress = progress_of(task)
    codes = [each.evaluation.code for each in progress.evaluations]
    opened = is_open(task.campaign, task, codes=codes, now=now)
    found = {each.evaluation: ranking_of(each.evaluation) for each in progress.evaluations}
    judges = judges_of(task)
    return LiveView(
        alerts=tuple(alert for each, ranking in found.items() for alert in _alerts(each, ranking, judges)),
        progress=progress,
        is_open=opened,
        results=tuple(_results(each, ranking, hides_names=opened.allowed) for each, ranking in found.items()),
        judges=judges,
    )


def _alerts(evaluation: Evaluation, found: RankingSoFar, judges: Iterable[JudgeProgress]) -> Iterator[JudgeAlert]:
    records = {} if found.result is None else {each.judge: each for each in found.result.judges if each.reasons}
    for row in judges:
        if record := records.get(judge_name(row.judge.pk)):
            reasons = tuple(reason.sentence for reason in record.reasons)
            yield JudgeAlert(row=row, evaluation=evaluation, reasons=reasons)


def _results(evaluation: Evaluation, found: RankingSoFar, *, hides_names: bool) -> EvaluationResults:
    if found.result is None:
        return EvaluationResults(evaluation=evaluation, tables=(), reason=found.reason)
    tables = tuple(_table(evaluation, each, hides_names=hides_names) for each in found.result.rankings)
    return EvaluationResults(evaluation=evaluation, tables=tables, reason="")


def _table(evaluation: Evaluation, ranking: HumanRanking, *, hides_names: bool) -> RankingTable:
    rules = evaluation.task.campaign.rules
    pairs = {code: each.label for code, each in rules.language_pairs.items()}
    sets = {code: each.label for code, each in rules.test_sets.items()}
    place = [pairs.get(ranking.group.get("language_pair", "")), sets.get(ranking.group.get("test_set", ""))]
    known = tuple(each.system for each in ranking.systems)
    names = hidden_names(evaluation, known) if hides_names else {name: name for name in known}
    cells = [_cell(each) for each in ranking.systems]
    scale = scale_of(cells)
    return RankingTable(
        axis=None if scale is None else Axis(scale.ticks),
        grid="-".join(["grid", str(evaluation.pk), *ranking.group.values()]),
        title=", ".join(filter(None, place)) or evaluation.title,
        rows=tuple(
            RankedRow(
                name=names[each.system],
                score=cell.text,
                low="–" if cell.low is None else f"{cell.low:.3f}",
                high="–" if cell.high is None else f"{cell.high:.3f}",
                cluster=each.cluster,
                judgments=each.judgments,
                mark=None if scale is None else mark_of(cell, scale),
            )
            for each, cell in zip(ranking.systems, cells, strict=True)
        ),
        judgments=ranking.judgments,
        judges=ranking.judges,
        agreement=tuple(_agreements(ranking)),
    )


def _cell(system: RankedSystem) -> PrintedScore:
    """A score as boards show it."""
    if system.interval is None:
        return PrintedScore(value=system.score, text=f"{system.score:.3f}")
    low, high = system.interval.low, system.interval.high
    return PrintedScore(
        value=system.score, low=low, high=high, text=f"{system.score:.3f}", interval=f"[{low:.3f}, {high:.3f}]"
    )


def _agreements(ranking: HumanRanking) -> Iterator[str]:
    for each in ranking.agreement:
        if each.value is not None:
            word = f", {each.word}" if each.word else ""
            yield f"{_BETWEEN[each.between]} {each.value:.2f} ({each.measure}{word})"
