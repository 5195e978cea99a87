"""How a task goes, on one page."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime

from bakeoff.human_eval import HumanRanking
from bakeoff.rulebook.release.visibility import Answer
from bakeoff_site.judging.models import Evaluation, Task
from bakeoff_site.judging.permissions import is_open
from bakeoff_site.judging.selectors.progress import JudgeProgress, TaskProgress, judges_of, progress_of
from bakeoff_site.judging.selectors.rankings import hidden_names, ranking_of

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


@dataclass(frozen=True, slots=True, kw_only=True)
class RankingTable:
    """A ranking of one language pair and test set."""

    title: str
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
class LiveView:
    """Everything on the page."""

    progress: TaskProgress
    is_open: Answer
    results: tuple[EvaluationResults, ...]
    judges: tuple[JudgeProgress, ...]


def live_view(task: Task, *, now: datetime) -> LiveView:
    """How a task goes; names of systems are hidden behind labels while it is open."""
    progress = progress_of(task)
    codes = [each.evaluation.code for each in progress.evaluations]
    opened = is_open(task.campaign, task, codes=codes, now=now)
    return LiveView(
        progress=progress,
        is_open=opened,
        results=tuple(_results(each.evaluation, hides_names=opened.allowed) for each in progress.evaluations),
        judges=judges_of(task),
    )


def _results(evaluation: Evaluation, *, hides_names: bool) -> EvaluationResults:
    found = ranking_of(evaluation)
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
    return RankingTable(
        title=", ".join(filter(None, place)) or evaluation.title,
        rows=tuple(
            RankedRow(
                name=names[each.system],
                score=f"{each.score:.3f}",
                low="–" if each.interval is None else f"{each.interval.low:.3f}",
                high="–" if each.interval is None else f"{each.interval.high:.3f}",
                cluster=each.cluster,
                judgments=each.judgments,
            )
            for each in ranking.systems
        ),
        judgments=ranking.judgments,
        judges=ranking.judges,
        agreement=tuple(_agreements(ranking)),
    )


def _agreements(ranking: HumanRanking) -> Iterator[str]:
    for each in ranking.agreement:
        if each.value is not None:
            word = f", {each.word}" if each.word else ""
            yield f"{_BETWEEN[each.between]} {each.value:.2f} ({each.measure}{word})"
