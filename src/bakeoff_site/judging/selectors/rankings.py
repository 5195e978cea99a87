"""The ranking so far, computed by the science from what is stored."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Count, Max
from django.utils.crypto import salted_hmac

from bakeoff.errors import BakeoffError
from bakeoff.human_eval import HumanEvaluationResult, HumanRanking, analyse_judgments, analysis_by_rules
from bakeoff_site.core.caches import ComputedCache
from bakeoff_site.judging.models import Evaluation, Task
from bakeoff_site.judging.permissions import is_open
from bakeoff_site.judging.selectors.contents import content_of
from bakeoff_site.judging.selectors.judgments import judged_rows, judgments_counted_in

_SALT = "bakeoff_site.judging.systems"
_RESULTS: ComputedCache[HumanEvaluationResult | str] = ComputedCache(most=64)


@dataclass(frozen=True, slots=True)
class RankingSoFar:
    """A result, or why there is none."""

    result: HumanEvaluationResult | None
    reason: str = ""


def ranking_of(evaluation: Evaluation) -> RankingSoFar:
    """What the judgments that count say so far; computed again only when they have changed."""
    state = judged_rows(evaluation).aggregate(count=Count("pk"), last=Max("pk"))
    if not state["count"]:
        return RankingSoFar(None, "Nothing is judged yet.")
    found = _RESULTS.get((evaluation.pk, state["count"], state["last"]), lambda: _analyse(evaluation))
    return RankingSoFar(None, found) if isinstance(found, str) else RankingSoFar(found)


@dataclass(frozen=True, slots=True, kw_only=True)
class EvaluationRankings:
    """What an evaluation says so far, by language pair and test set."""

    evaluation: Evaluation
    rankings: tuple[HumanRanking, ...]
    names: Mapping[str, str]
    """What systems are called: by name, or while judging goes on by a label."""
    reason: str
    """Why there is no ranking."""


def rankings_of(task: Task, *, now: datetime) -> tuple[EvaluationRankings, ...]:
    """What all evaluations of a task say so far."""
    evaluations = tuple(task.evaluations.select_related("task__campaign"))
    opened = is_open(task.campaign, task, codes=[each.code for each in evaluations], now=now)
    return tuple(_rankings(each, hides_names=opened.allowed) for each in evaluations)


def _rankings(evaluation: Evaluation, *, hides_names: bool) -> EvaluationRankings:
    found = ranking_of(evaluation)
    rankings = () if found.result is None else found.result.rankings
    known = tuple(dict.fromkeys(each.system for ranking in rankings for each in ranking.systems))
    names = hidden_names(evaluation, known) if hides_names else {name: name for name in known}
    return EvaluationRankings(evaluation=evaluation, rankings=rankings, names=names, reason=found.reason)


def _analyse(evaluation: Evaluation) -> HumanEvaluationResult | str:
    planned = content_of(evaluation.task).evaluations[evaluation.code]
    try:
        return analyse_judgments(
            judgments_counted_in(evaluation),
            protocol=evaluation.protocol,
            settings=planned.protocol.settings,
            analysis=analysis_by_rules(planned.rules),
        )
    except BakeoffError as error:
        return str(error)


def hidden_names(evaluation: Evaluation, names: Mapping[str, object] | tuple[str, ...]) -> dict[str, str]:
    """Stable labels in place of the names of systems, which organisers see while judging goes on."""
    order = sorted(names, key=lambda name: salted_hmac(_SALT, f"{evaluation.pk}:{name}").hexdigest())
    return {name: f"System {number}" for number, name in enumerate(order, start=1)}
