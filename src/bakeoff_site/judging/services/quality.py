"""Rules of the rulebook about judges, while they judge: who fails one is blocked or flagged, as the rules say.

After a number of screens a judge's own latest answers are looked at, which costs the same however much was judged.
Rules that compare judges with each other need everyone's answers: workers look at those (`check_everyone`).
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from datetime import datetime
from functools import partial

from bakeoff.human_eval.designs.conduct.judge_checks import failing_judges, failing_judges_of
from bakeoff.human_eval.quality import Reason
from bakeoff.rulebook.schema.conduct import Quality
from bakeoff_site.core.caches import ComputedCache
from bakeoff_site.judging.conversions.judgments import answered_judgments
from bakeoff_site.judging.models import Evaluation, Judge, Screen
from bakeoff_site.judging.selectors.collected import Collection as Collected
from bakeoff_site.judging.selectors.collected import collected
from bakeoff_site.judging.selectors.contents import content_of, is_open_now
from bakeoff_site.judging.selectors.judgments import judged_rows, left_out
from bakeoff_site.judging.services.judges import block_judge

_LATEST = 500
"""Judgments of a judge that a check between screens looks at."""
Failing = Callable[[Sequence[str]], Mapping[str, Sequence[Reason]]]
"""The judges who fail one of these rules, with every rule that they fail."""
_CHECKED: ComputedCache[bool] = ComputedCache(most=256)


def check_when_due(screen: Screen, *, now: datetime) -> None:
    """Looks at the latest answers of a judge who has just answered a screen, where it is time to."""
    evaluation = screen.evaluation
    quality = _quality(evaluation)
    if not _rules(quality) or screen.qualification_try is not None or screen.number % quality.every:
        return
    _check_one(evaluation, screen.judge_id, now=now)


def check_judge(judge: Judge, *, now: datetime) -> None:
    """Looks at the latest answers of a judge who has come to the end, whatever their number."""
    for evaluation in judge.task.evaluations.select_related("task__campaign"):
        if _rules(_quality(evaluation)):
            _check_one(evaluation, judge.pk, now=now)


def _check_one(evaluation: Evaluation, judge_id: int, *, now: datetime) -> None:
    planned = content_of(evaluation.task).evaluations[evaluation.code]
    rows = judged_rows(evaluation).filter(judge=judge_id).select_related("screen").order_by("-pk")[:_LATEST]
    given = answered_judgments(reversed(rows), planned.design, kind=planned.protocol.kind, campaign="")
    _act(evaluation, partial(failing_judges, planned, tuple(given)), now=now)


def check_everyone(*, now: datetime) -> None:
    """Looks at all judges of open tasks, where something was judged since the last time; only that is read."""
    for evaluation in Evaluation.objects.select_related("task__campaign"):
        if is_open_now(evaluation.task, now=now) and _rules(_quality(evaluation)):
            found = collected(evaluation)
            _CHECKED.get((evaluation.pk, found.own.last), partial(_check, evaluation, found, now))


def _check(evaluation: Evaluation, found: Collected, now: datetime) -> bool:
    answers = found.own_answers(left_out(evaluation.task))
    if answers is not None:
        _act(evaluation, partial(failing_judges_of, found.planned, answers.ranked), now=now)
    return True


def _quality(evaluation: Evaluation) -> Quality:
    return content_of(evaluation.task).evaluations[evaluation.code].rules.quality


def _rules(quality: Quality) -> tuple[str, ...]:
    return (*quality.blocking, *quality.flagging)


def _act(evaluation: Evaluation, failing: Failing, *, now: datetime) -> None:
    """Blocks and flags the judges who fail rules."""
    quality = _quality(evaluation)
    blocking, flagging = failing(quality.blocking), failing(quality.flagging)
    for judge in _judges(evaluation, blocking.keys() | flagging.keys()):
        if reasons := blocking.get(judge.label):
            reason = f"your answers do not meet the rules of {evaluation.title}: {_sentences(reasons)}"
            block_judge(judge, reason=reason, by=None, now=now)
        else:
            _flag(judge, f"{evaluation.title}: {_sentences(flagging[judge.label])}", now=now)


def _judges(evaluation: Evaluation, labels: Collection[str]) -> Collection[Judge]:
    if not labels:
        return ()
    judges = Judge.objects.filter(task=evaluation.task_id, blocked_at=None, included_at=None).select_related(
        "task__campaign", "user"
    )
    return tuple(judges.filter(pk__in=[_id(each) for each in labels]))


def _id(label: str) -> int:
    return int(label.removeprefix("judge"))


def _sentences(reasons: Collection[Reason]) -> str:
    return " ".join(each.sentence for each in reasons)


def _flag(judge: Judge, reason: str, *, now: datetime) -> None:
    if judge.flagged_reason != reason:
        judge.flagged_at, judge.flagged_reason = now, reason
        judge.save(update_fields=["flagged_at", "flagged_reason"])
