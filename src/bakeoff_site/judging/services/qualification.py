"""A qualification: gold items that a judge answers before screens are dealt, as screens like all others.

The dealer never hears of them, so that they count neither in results nor in how often an item was judged. Whoever calls
`next_step` holds the lock of the task: two requests of one judge never start the same screen twice.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import F

from bakeoff.data.judgments import Judgment as Answered
from bakeoff.human_eval.designs.conduct.judge_checks import TryResult, try_result
from bakeoff.human_eval.designs.conduct.qualification_items import qualification_items
from bakeoff.human_eval.designs.design import Assignment
from bakeoff.human_eval.designs.screens.mixed_dealer import MixedDealer
from bakeoff_site.accounts.models import User
from bakeoff_site.core.audit import record
from bakeoff_site.judging.choices import ScreenState
from bakeoff_site.judging.conversions.judgments import answered_judgments
from bakeoff_site.judging.models import Evaluation, Judge, Judgment, QualificationTry, Screen
from bakeoff_site.judging.selectors.contents import TaskContent
from bakeoff_site.judging.selectors.qualification import OwnQualification, demand_of, own_qualification


@dataclass(frozen=True, slots=True)
class QualificationEnded:
    """There is no screen: a try has just ended, or all tries were used."""

    own: OwnQualification


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """What decides which gold items somebody gets, and where their screens go."""

    judge: Judge
    content: TaskContent
    dealer: MixedDealer
    evaluations: Mapping[str, Evaluation]
    hidden: frozenset[str]
    pools: Mapping[str, frozenset[int]] | None
    number: int
    """Of the next screen in the judge's own sequence."""
    left: int
    """Screens that the judge can expect after the qualification."""
    lease: timedelta


def next_step(asked: Asked, *, now: datetime, is_shown: bool) -> Screen | QualificationEnded | None:
    """The next screen of somebody's qualification, or how it ended; None where they can judge."""
    judge = asked.judge
    demand = demand_of(judge.task)
    if demand is None:
        return None
    own = own_qualification(judge, demand)
    if own.passed:
        return None
    if own.has_failed:
        return QualificationEnded(own)
    number = len(own.ended) + 1
    items = [
        (code, each)
        for code, part in demand.parts.items()
        for each in qualification_items(
            asked.dealer.dealer_of(code),
            judge.label,
            items=part.items,
            number=number,
            pools=None if asked.pools is None else asked.pools.get(code),
            excluded=asked.hidden,
        )
    ]
    if not items:  # their own team's systems are in all of them
        return None
    kept = judge.screens.filter(qualification_try=number).exclude(state=ScreenState.RETURNED)
    done = set(kept.values_list("evaluation__code", "position"))
    waiting = [(code, each) for code, each in items if (code, each.position) not in done]
    if waiting:
        return _screen(asked, *waiting[0], number, left=asked.left + len(waiting) - 1, now=now, is_shown=is_shown)
    results = {
        code: try_result(
            asked.content.evaluations[code],
            _judgments(asked, code, number),
            tolerance=part.tolerance,
        )
        for code, part in demand.parts.items()
        if any(code == each for each, _ in items)
    }
    passed = all(each.passes(demand.parts[code].share) for code, each in results.items())
    _end(judge, number, list(results.values()), passed=passed, now=now)
    return QualificationEnded(own_qualification(judge, demand))


def give_another_try(judge: Judge, *, by: User) -> None:
    """Lets somebody who failed all tries try once more."""
    with transaction.atomic():
        Judge.objects.filter(pk=judge.pk).update(more_tries=F("more_tries") + 1)
        record(
            "judging.another_try",
            actor=by,
            campaign=judge.task.campaign,
            subject=judge.name,
            task=judge.task.title,
        )


def _screen(
    asked: Asked, code: str, assignment: Assignment, number: int, *, left: int, now: datetime, is_shown: bool
) -> Screen:
    return Screen.objects.create(
        evaluation=asked.evaluations[code],
        judge=asked.judge,
        number=asked.number,
        position=assignment.position,
        qualification_try=number,
        left=left,
        pool=assignment.pool,
        segment=assignment.segment,
        systems=list(assignment.systems),
        control=assignment.control,
        text_digest=asked.content.screen(code, assignment).digest,
        dealt_at=now,
        shown_at=now if is_shown else None,
        lease_until=now + asked.lease,
    )


def _judgments(asked: Asked, code: str, number: int) -> tuple[Answered, ...]:
    planned = asked.content.evaluations[code]
    rows = Judgment.objects.filter(
        judge=asked.judge,
        evaluation__code=code,
        screen__qualification_try=number,
        screen__state=ScreenState.ANSWERED,
    )
    return tuple(
        answered_judgments(
            rows.select_related("screen").order_by("pk"), planned.design, kind=planned.protocol.kind, campaign=""
        )
    )


def _end(judge: Judge, number: int, results: Sequence[TryResult], *, passed: bool, now: datetime) -> None:
    QualificationTry.objects.create(
        judge=judge,
        number=number,
        right=sum(each.right for each in results),
        answers=sum(each.answers for each in results),
        passed=passed,
        ended_at=now,
    )
    if passed:
        judge.qualified_at = now
        judge.save(update_fields=["qualified_at"])
