"""Who gets which screen, and what judges give back."""

from __future__ import annotations

from datetime import datetime, timedelta
from uuid import uuid4

from bakeoff.human_eval.designs.conduct.own_work import expected_screens
from bakeoff.human_eval.designs.design import Assignment
from bakeoff.human_eval.designs.pools import chosen_pools
from bakeoff.human_eval.designs.screens.events import Finished, NothingNow
from bakeoff.human_eval.protocols.screens import Screen as ShownScreen
from bakeoff_site.campaigns.models import TeamMember
from bakeoff_site.judging.choices import EventKind, ScreenState
from bakeoff_site.judging.conversions.assignments import assignment_of
from bakeoff_site.judging.models import Judge, JudgedSystem, Judgment, Screen, Task
from bakeoff_site.judging.selectors.contents import TaskContent
from bakeoff_site.judging.services.qualification import Asked, QualificationEnded, next_step
from bakeoff_site.judging.services.task_dealers import TaskDealer, dealing, write_event

_RETURNED_AT_ONCE = 50
"""Screens whose lease ended that one request gives back; the next request gives back more."""


def next_screen(
    judge: Judge, *, now: datetime, is_shown: bool = False
) -> Screen | NothingNow | Finished | QualificationEnded:
    """The screen that a judge is to answer: the one that they hold, or another; `is_shown`: the judge gets it at once.

    A screen whose lease ended is still theirs as long as nobody else needed it. Screens of a qualification come first.
    """
    with dealing(judge.task) as state:
        last = Screen.objects.filter(judge=judge).select_related("evaluation").order_by("number").last()
        if last is not None and last.state == ScreenState.HELD:  # a screen is dealt to those alone who hold none
            last.judge, last.evaluation.task = judge, judge.task
            renew_lease(last, now=now)
            return last
        return_expired(state, judge.task, now=now)
        hidden, pools = hidden_systems(judge), pools_of(judge, state.content)
        number = 0 if last is None else last.number
        left = _left(state, judge, pools)
        if judge.qualified_at is None:
            asked = Asked(
                judge=judge,
                content=state.content,
                dealer=state.dealer,
                evaluations=state.evaluations(judge.task),
                hidden=hidden,
                pools=pools,
                number=number + 1,
                left=left,
                lease=lease_of(judge.task),
            )
            if (step := next_step(asked, now=now, is_shown=is_shown)) is not None:
                return step
        while True:
            number += 1
            dealt = state.change().next(judge.label, excluded=hidden, pools=pools)
            if isinstance(dealt, NothingNow | Finished):
                return dealt
            screen, shown = _dealt(state, judge, *dealt, number=number, left=left, now=now, is_shown=is_shown)
            if not _answer_by_itself(state, screen, shown, now=now):
                return screen


def _dealt(
    state: TaskDealer,
    judge: Judge,
    code: str,
    assignment: Assignment,
    *,
    number: int,
    left: int,
    now: datetime,
    is_shown: bool,
) -> tuple[Screen, ShownScreen]:
    """The row of a screen that the dealer chose, and what it shows."""
    shown = state.content.screen(code, assignment)
    evaluation = state.evaluation(judge.task, code)
    screen = Screen.objects.create(
        evaluation=evaluation,
        judge=judge,
        number=number,
        left=left,
        position=assignment.position,
        pool=assignment.pool,
        segment=assignment.segment,
        systems=list(assignment.systems),
        control=assignment.control,
        damaged=list(assignment.damaged),
        text_digest=shown.digest,
        dealt_at=now,
        shown_at=now if is_shown else None,
        lease_until=now + lease_of(judge.task),
    )
    write_event(state, judge.task, EventKind.DEALT, screen)
    return screen, shown


def _answer_by_itself(state: TaskDealer, screen: Screen, shown: ShownScreen, *, now: datetime) -> bool:
    """Where systems are compared and all have the same output, there is one answer, and nobody is asked."""
    answer = state.content.evaluations[screen.evaluation.code].protocol.answer_to_identical
    if not shown.all_identical or answer is None:
        return False
    screen.state = ScreenState.ANSWERED
    screen.save(update_fields=["state"])
    Judgment.objects.create(
        screen=screen,
        evaluation=screen.evaluation,
        judge_id=screen.judge_id,
        key=uuid4(),
        systems=list(shown.systems),
        answer=answer,
        sent_at=now,
    )
    state.change().answer(screen.evaluation.code, assignment_of(screen))
    write_event(state, screen.evaluation.task, EventKind.ANSWERED, screen)
    return True


def renew_lease(screen: Screen, *, now: datetime) -> None:
    """Keeps a screen with its judge, who is at work; written at most every tenth of the lease."""
    lease = lease_of(screen.evaluation.task)
    if screen.lease_until < now + lease * 0.9:
        screen.lease_until = now + lease
        Screen.objects.filter(pk=screen.pk, state=ScreenState.HELD).update(lease_until=screen.lease_until)


def give_back(screen: Screen) -> None:
    """Gives a screen back that its judge will not answer; others get what it asks. The draft stays."""
    task = screen.evaluation.task
    with dealing(task) as state:
        held = Screen.objects.filter(pk=screen.pk, state=ScreenState.HELD)
        if held.update(state=ScreenState.RETURNED) and screen.qualification_try is None:
            _return(state, task, screen)


def return_expired(state: TaskDealer, task: Task, *, now: datetime) -> None:
    """Gives back screens whose judges did nothing for as long as the lease lasts."""
    held = Screen.objects.filter(evaluation__task=task, state=ScreenState.HELD, lease_until__lt=now)
    # Nobody else waits for screens of a qualification.
    expired = held.filter(qualification_try=None).select_related("evaluation")[:_RETURNED_AT_ONCE]
    for screen in expired:
        Screen.objects.filter(pk=screen.pk).update(state=ScreenState.RETURNED)
        _return(state, task, screen)


def _return(state: TaskDealer, task: Task, screen: Screen) -> None:
    state.change().give_back(screen.evaluation.code, assignment_of(screen))
    write_event(state, task, EventKind.RETURNED, screen)


def lease_of(task: Task) -> timedelta:
    return timedelta(minutes=task.lease_minutes)


def hidden_systems(judge: Judge) -> frozenset[str]:
    """Systems of the judge's own teams, which they never see."""
    teams = TeamMember.objects.filter(campaign=judge.task.campaign_id, user=judge.user_id).values("team")
    own = JudgedSystem.objects.filter(evaluation__task=judge.task_id, team__in=teams)
    return frozenset(own.values_list("name", flat=True))


def _left(state: TaskDealer, judge: Judge, pools: dict[str, frozenset[int]] | None) -> int:
    """Screens that a judge who chose these pools can expect from now on."""
    designs = {code: each.design for code, each in state.content.evaluations.items()}
    expected = expected_screens(state.dealer.missing, designs, judges=max(1, state.dealer.judges), pools=pools)
    return max(0, expected - state.dealer.dealt_of_passage(judge.label))


def pools_of(judge: Judge, content: TaskContent) -> dict[str, frozenset[int]] | None:
    """The pools that a judge chose, in the evaluations that leave the choice to judges."""
    if not judge.chosen:
        return None
    free = {code: each.design.pools for code, each in content.evaluations.items() if each.rules.free_choice}
    every = [pool for pools in free.values() for pool in pools]
    return {code: chosen_pools(pools, judge.chosen, among=every) for code, pools in free.items()}
