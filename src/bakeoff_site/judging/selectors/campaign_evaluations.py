"""Human evaluations of a campaign over all tasks that ask them, with all judgments that count in them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Count, Max, Q, QuerySet, Sum

from bakeoff.data.judgments import Judgment as Answered
from bakeoff.errors import BakeoffError
from bakeoff.human_eval import analyse_judgments, analysis_by_rules, judgments_for
from bakeoff.human_eval.analyses.answer_shares import shares_in
from bakeoff.rulebook.schema.human import HumanEvaluation
from bakeoff_site.campaigns.models import Campaign
from bakeoff_site.core.caches import ComputedCache
from bakeoff_site.judging.models import Evaluation, Judge, JudgedSystem, Judgment
from bakeoff_site.judging.permissions import is_open
from bakeoff_site.judging.selectors.contents import content_of
from bakeoff_site.judging.selectors.judgments import counting, judgments_of
from bakeoff_site.judging.selectors.rankings import RankingSoFar, ranking_of

_RESULTS: ComputedCache[RankingSoFar] = ComputedCache(most=32)
_LEFT_OUT: ComputedCache[LeftOut] = ComputedCache(most=256)


@dataclass(frozen=True, slots=True, kw_only=True)
class CampaignEvaluation:
    """A human evaluation, whichever tasks ask it."""

    campaign: Campaign
    code: str
    own: tuple[Evaluation, ...]
    """One of each task that asks it."""
    others: tuple[Evaluation, ...]
    """Evaluations whose judgments count here as well, by the rulebook (`counts_for`)."""
    is_judged: bool
    """Whether one of their tasks can be judged now."""

    @property
    def title(self) -> str:
        return self.own[0].title

    @property
    def counted(self) -> tuple[Evaluation, ...]:
        """All evaluations whose judgments count."""
        return (*self.own, *self.others)

    @property
    def rules(self) -> HumanEvaluation:
        """As they were when it was planned."""
        return HumanEvaluation.model_validate({"id": self.code, "protocol": self.own[0].protocol, **self.own[0].rules})


def campaign_evaluations(campaign: Campaign, *, now: datetime) -> tuple[CampaignEvaluation, ...]:
    """All human evaluations that were planned in a campaign, in one query."""
    rows = list(Evaluation.objects.filter(task__campaign=campaign).select_related("task").order_by("pk"))
    codes: dict[int, list[str]] = {}
    for row in rows:
        row.task.campaign = campaign
        codes.setdefault(row.task_id, []).append(row.code)
    opened = {row.task_id: is_open(campaign, row.task, codes=codes[row.task_id], now=now).allowed for row in rows}
    return tuple(
        CampaignEvaluation(
            campaign=campaign,
            code=code,
            own=own,
            others=others,
            is_judged=any(opened[row.task_id] for row in (*own, *others)),
        )
        for code in dict.fromkeys(row.code for row in rows)
        for own in [tuple(row for row in rows if row.code == code)]
        for others in [tuple(row for row in rows if row.code in _counting_in(campaign, code))]
    )


def _counting_in(campaign: Campaign, code: str) -> set[str]:
    """The other evaluations of the rulebook whose judgments count in this one."""
    human = campaign.rules.human
    return {other for other, rules in human.items() if code in rules.counts_for and other != code and code in human}


def result_of(evaluation: CampaignEvaluation) -> RankingSoFar:
    """What all judgments that count say; computed again only when they have changed."""
    if len({each.task_id for each in evaluation.counted}) == 1:
        return ranking_of(evaluation.own[0])  # which has all that counts in its task
    rows = Judgment.objects.filter(counting(), evaluation__in=evaluation.counted)
    state = rows.aggregate(count=Count("pk"), last=Max("pk"), sum=Sum("pk"))
    imports = tuple(number for each in evaluation.own for number, _ in each.imports)
    if not state["count"] and not imports:
        return RankingSoFar(None, "Nothing is judged yet.")
    counted = tuple(each.pk for each in evaluation.counted)
    key = (evaluation.campaign.rules_digest, evaluation.code, counted, imports, *state.values())
    return _RESULTS.get(key, lambda: _analyse(evaluation))


def _analyse(evaluation: CampaignEvaluation) -> RankingSoFar:
    planned = content_of(evaluation.own[0].task).evaluations[evaluation.code]
    judgments = tuple(judgments_that_count(evaluation))
    try:
        if evaluation.code in evaluation.campaign.rules.human:
            judgments, _ = judgments_for(evaluation.campaign.rules, evaluation.code, judgments)
        protocol, analysis = planned.protocol, analysis_by_rules(planned.rules)
        result = analyse_judgments(
            judgments, protocol=planned.rules.protocol, settings=protocol.settings, analysis=analysis
        )
        return RankingSoFar(result, answers=shares_in(judgments, protocol, analysis, result))
    except BakeoffError as error:
        return RankingSoFar(None, str(error))


def judgments_that_count(evaluation: CampaignEvaluation) -> Iterator[Answered]:
    """The judgments as they were given, those of other evaluations that count here among them."""
    for each in evaluation.counted:
        # Judgments made elsewhere count in the evaluation that they were imported into.
        yield from judgments_of(each, counted=True, imported=each in evaluation.own)


@dataclass(frozen=True, slots=True, kw_only=True)
class LeftOut:
    """What was judged and does not count."""

    judges: int
    """Whom organisers blocked or left out."""
    judgments: int
    """All judgments that do not count."""
    surplus: int
    """Of these, judgments of items that others had judged by then, or that came after the end."""


def left_out_of(evaluation: CampaignEvaluation) -> LeftOut:
    """How much does not count; an answer that was corrected is one judgment. Counted again when something changed."""
    counted = tuple(each.pk for each in evaluation.counted)
    rows = Judgment.objects.filter(evaluation__in=counted)
    judges = Judge.objects.filter(_removed(""), task__in={each.task_id for each in evaluation.counted})
    last = rows.order_by("-pk").values_list("pk", flat=True).first()
    key = (counted, last, frozenset(judges.values_list("pk", flat=True)))
    return _LEFT_OUT.get(key, lambda: _left_out(rows))


def _left_out(rows: QuerySet[Judgment]) -> LeftOut:
    return LeftOut(
        **rows.aggregate(
            judges=Count("judge", distinct=True, filter=_removed("judge__")),
            judgments=Count("screen", distinct=True, filter=~counting()),
            surplus=Count("screen", distinct=True, filter=Q(surplus=True)),
        )
    )


def _removed(path: str) -> Q:
    return Q((f"{path}blocked_at__isnull", False)) | Q((f"{path}excluded_at__isnull", False))


@dataclass(frozen=True, slots=True)
class JudgedRun:
    """A run by the name that it has in an evaluation."""

    evaluation_id: int
    language_pair: str
    test_set: str
    name: str
    run_id: int


def judged_runs(evaluations: Sequence[CampaignEvaluation]) -> tuple[JudgedRun, ...]:
    """The runs of evaluations, in one query."""
    ids = {each.pk for evaluation in evaluations for each in evaluation.counted}
    rows = JudgedSystem.objects.filter(evaluation__in=ids).order_by("pk")
    return tuple(
        JudgedRun(*row) for row in rows.values_list("evaluation_id", "language_pair", "test_set", "name", "run_id")
    )
