"""The ranking so far, computed by the science from what is stored."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.utils.crypto import salted_hmac

from bakeoff.errors import BakeoffError
from bakeoff.human_eval import HumanEvaluationResult, analyse_judgments
from bakeoff.human_eval.analyses.answer_shares import AnswerShares, OffersChoices, shares_in
from bakeoff.human_eval.analyses.judgments import analyse_answers
from bakeoff.human_eval.designs.sample_sizes import PairNeed
from bakeoff.human_eval.designs.undecided_pairs import undecided_pairs
from bakeoff_site.core.caches import ComputedCache
from bakeoff_site.judging.conversions.analyses import Analysis, GroupSoFar, analysis_content, read_content
from bakeoff_site.judging.models import Evaluation, StoredAnalysis, Task
from bakeoff_site.judging.permissions import is_open
from bakeoff_site.judging.selectors.collected import Collection, Snapshot, collected
from bakeoff_site.judging.selectors.contents import content_of
from bakeoff_site.judging.selectors.judgments import judgments_after, judgments_counted_in, left_out

_SALT = "bakeoff_site.judging.systems"
NOTHING = "Nothing is judged yet."
MOST_AT_ONCE = 12_000
"""Grades or comparisons that are analysed while somebody waits; what is more, workers analyse."""
_RESULTS: ComputedCache[RankingSoFar] = ComputedCache(most=64)
_NOW: ComputedCache[AnalysisSoFar] = ComputedCache(most=64)
_STORED: ComputedCache[tuple[HumanEvaluationResult, Analysis]] = ComputedCache(most=16)


@dataclass(frozen=True, slots=True)
class RankingSoFar:
    """A result, or why there is none."""

    result: HumanEvaluationResult | None
    reason: str = ""
    made_at: datetime | None = None
    """None where it is of this moment."""
    later: int = 0
    """Judgments that came since then."""
    answers: tuple[AnswerShares, ...] = ()
    """How often each answer was given, where judges choose among some."""


def ranking_of(evaluation: Evaluation) -> RankingSoFar:
    """What the judgments that count say; computed again only when they have changed.

    Of very many judgments it is what a worker last found out, which may be a while ago.
    """
    out = left_out(evaluation.task)
    stored = StoredAnalysis.objects.filter(evaluation=evaluation, turned=None).exclude(content="").first()
    if stored is not None:  # only of very many
        later = judgments_after(evaluation, stored.last_judgment)
        is_current = not later and frozenset(stored.left_out) == out
        result, analysis = _stored(stored)
        made_at = None if is_current else stored.made_at
        return RankingSoFar(result, made_at=made_at, later=later, answers=analysis.answers)
    found = collected(evaluation)
    return _ranking(evaluation, found, found.snapshot(out), out)


def _ranking(evaluation: Evaluation, found: Collection, now: Snapshot, out: frozenset[int]) -> RankingSoFar:
    key = (evaluation.pk, evaluation.task.sha256, found.imports, now.last, out)
    return _RESULTS.get(key, lambda: _analyse(evaluation, found, now, out))


def _analyse(evaluation: Evaluation, found: Collection, now: Snapshot, out: frozenset[int]) -> RankingSoFar:
    if now.is_empty:
        return RankingSoFar(None, NOTHING)
    protocol = found.planned.protocol
    try:
        if now.answers is not None:
            result = analyse_answers(now.answers, protocol, found.analysis)
            return RankingSoFar(result, answers=_shares(evaluation, found, result, out))
        # What is wrong with judgments is said of all of them together.
        judgments = judgments_counted_in(evaluation, without=out)
        settings = protocol.settings
        return RankingSoFar(
            analyse_judgments(judgments, protocol=evaluation.protocol, settings=settings, analysis=found.analysis)
        )
    except BakeoffError as error:
        return RankingSoFar(None, str(error))


def _shares(
    evaluation: Evaluation, found: Collection, result: HumanEvaluationResult, out: frozenset[int]
) -> tuple[AnswerShares, ...]:
    """Columns hold what ranks systems; how often judges were not sure is counted in the judgments themselves."""
    protocol = found.planned.protocol
    if not isinstance(protocol, OffersChoices):
        return ()
    return shares_in(judgments_counted_in(evaluation, without=out), protocol, found.analysis, result)


@dataclass(frozen=True, slots=True, kw_only=True)
class AnalysisSoFar:
    """An analysis and how old it is, or why there is none."""

    analysis: Analysis | None
    reason: str = ""
    made_at: datetime | None = None
    """None where it is of this moment."""
    later: int = 0
    """Judgments that came since then."""
    is_waiting: bool = False
    """Whether a newer one will come."""


def analysis_so_far(evaluation: Evaluation, *, turned: int | None = None) -> AnalysisSoFar:
    """What an evaluation says, at once: of this moment, or where there are very many judgments as of a while ago.

    `turned` is the id of a judge who is taken as left out, or where they are left out as counted.
    """
    found = collected(evaluation)
    out = left_out(evaluation.task) ^ ({turned} if turned is not None else frozenset())
    if is_quick(found):
        now = found.snapshot(out)
        key = (evaluation.pk, evaluation.task.sha256, found.imports, now.last, out)
        return _NOW.get(key, lambda: _read(make_content(evaluation, found, now, out)))
    stored = StoredAnalysis.objects.filter(evaluation=evaluation, turned=turned).first()
    if stored is None or stored.made_at is None:
        return AnalysisSoFar(analysis=None, reason="The judgments are being analysed.", is_waiting=True)
    is_current = is_of(stored, found, out)
    return AnalysisSoFar(
        analysis=_stored(stored)[1] if stored.content else None,
        reason=stored.reason,
        made_at=None if is_current else stored.made_at,
        later=max(0, found.judgments - stored.judgments),
        is_waiting=not is_current,
    )


def _stored(stored: StoredAnalysis) -> tuple[HumanEvaluationResult, Analysis]:
    content = stored.content
    return _STORED.get((stored.pk, stored.made_at), lambda: read_content(content))


def is_quick(found: Collection) -> bool:
    """Whether so few judgments are there that nobody has to wait."""
    return found.rows <= MOST_AT_ONCE


def is_of(stored: StoredAnalysis, found: Collection, out: frozenset[int]) -> bool:
    """Whether a stored analysis is of all judgments that are there now."""
    return stored.last_judgment == found.last and frozenset(stored.left_out) == out


@dataclass(frozen=True, slots=True, kw_only=True)
class AnalysisContent:
    """An analysis as it is stored, or why there is none."""

    content: str = ""
    reason: str = ""


def make_content(evaluation: Evaluation, found: Collection, now: Snapshot, out: frozenset[int]) -> AnalysisContent:
    """Analyses judgments without some judges."""
    ranking = _ranking(evaluation, found, now, out)
    if ranking.result is None:
        return AnalysisContent(reason=ranking.reason)
    needs: Sequence[Sequence[PairNeed]] = [() for _ in ranking.result.rankings]
    if now.answers is not None:
        needs = undecided_pairs(ranking.result, now.answers, found.planned.protocol, found.analysis)
    return AnalysisContent(content=analysis_content(ranking.result, needs, ranking.answers))


def _read(made: AnalysisContent) -> AnalysisSoFar:
    return AnalysisSoFar(analysis=read_content(made.content)[1] if made.content else None, reason=made.reason)


@dataclass(frozen=True, slots=True, kw_only=True)
class EvaluationRankings:
    """What an evaluation says so far, by language pair and test set."""

    evaluation: Evaluation
    found: AnalysisSoFar
    names: Mapping[str, str]
    """What systems are called: by name, or while judging goes on by a label."""

    @property
    def rankings(self) -> tuple[GroupSoFar, ...]:
        return () if self.found.analysis is None else self.found.analysis.rankings

    @property
    def reason(self) -> str:
        """Why there is no ranking."""
        return self.found.reason


def rankings_of(task: Task, *, now: datetime) -> tuple[EvaluationRankings, ...]:
    """What all evaluations of a task say so far."""
    evaluations = tuple(task.evaluations.select_related("task__campaign"))
    opened = is_open(task.campaign, task, codes=[each.code for each in evaluations], now=now)
    return tuple(named_rankings(each, analysis_so_far(each), hides_names=opened.allowed) for each in evaluations)


def named_rankings(evaluation: Evaluation, found: AnalysisSoFar, *, hides_names: bool) -> EvaluationRankings:
    """An analysis with what systems are called in it."""
    design = content_of(evaluation.task).evaluations[evaluation.code].design
    rankings = () if found.analysis is None else found.analysis.rankings
    ranked = [each.system for ranking in rankings for each in ranking.systems]
    known = tuple(dict.fromkeys([*(name for pool in design.pools for name in pool.systems), *ranked]))
    names = hidden_names(evaluation, known) if hides_names else {name: name for name in known}
    return EvaluationRankings(evaluation=evaluation, found=found, names=names)


def hidden_names(evaluation: Evaluation, names: Mapping[str, object] | tuple[str, ...]) -> dict[str, str]:
    """Stable labels in place of the names of systems, which organisers see while judging goes on."""
    order = sorted(names, key=lambda name: salted_hmac(_SALT, f"{evaluation.pk}:{name}").hexdigest())
    return {name: f"System {number}" for number, name in enumerate(order, start=1)}
