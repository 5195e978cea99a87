"""Who gets which screen, and what judges give back."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any
from uuid import uuid4

from django.db import transaction
from django.db.models import BigAutoField, DateTimeField, Exists, OuterRef, QuerySet, Value

from bakeoff.human_eval.designs.conduct.own_work import expected_screens
from bakeoff.human_eval.designs.design import Assignment
from bakeoff.human_eval.designs.pools import chosen_pools
from bakeoff.human_eval.designs.screens.events import Finished, NothingNow
from bakeoff.human_eval.protocols.screens import Screen as ShownScreen
from bakeoff_site.campaigns.models import TeamMember
from bakeoff_site.core.prepared_queries import PreparedQuery
from bakeoff_site.judging.choices import EventKind, ScreenState
from bakeoff_site.judging.conversions.assignments import assignment_of
from bakeoff_site.judging.models import Evaluation, Judge, JudgedSystem, Judgment, Screen, Task
from bakeoff_site.judging.selectors.contents import TaskContent
from bakeoff_site.judging.services.qualification import Asked, QualificationEnded, next_step
from bakeoff_site.judging.services.task_dealers import (
    TaskDealer,
    dealing,
    ready_dealer,
    up_to_date_dealer,
    write_events,
)
from bakeoff_site.judging.services.tournaments import note_judged

_RETURNED_AT_ONCE = 50
"""Screens whose lease ended that one request gives back; the next request gives back more."""


def next_screen(
    judge: Judge, *, now: datetime, is_shown: bool = False
) -> Screen | NothingNow | Finished | QualificationEnded:
    """The screen that a judge is to answer: the one that they hold, or another; `is_shown`: the judge gets it at once.

    A screen whose lease ended is still theirs as long as nobody else needed it. Screens of a qualification come first.
    """
    ready_dealer(judge.task)  # before anybody waits
    with transaction.atomic():
        found = _WORKING_JUDGE.first(pk=judge.pk, task=judge.task_id, campaign=judge.task.campaign_id, now=now)
        if found is None:  # blocked since they asked
            return Finished()
        is_in_teams, some_expired = found
        last = _LAST_SCREEN.first(judge=judge.pk)
        if last is not None:
            last.judge, last.evaluation.task = judge, judge.task
            if is_held_online(last) and renew_lease(last, now=now):
                return last  # a screen is dealt to those alone who hold none
        number = 0 if last is None else last.number
        hidden = hidden_systems(judge) if is_in_teams else frozenset()
        with dealing(judge.task) as state:
            if some_expired:
                return_expired(state, judge.task, now=now)
            dealt = deal_screen(state, judge, after=number, hidden=hidden, now=now, is_shown=is_shown)
        if isinstance(dealt, Finished):  # fewer than they could expect when they got their last screen
            judge.screens.filter(number__gte=number, left__gt=0).update(left=0)
        return dealt


def lock_judge(judge: Judge) -> None:
    """Lets nobody else deal to a judge until the transaction ends; before the task is locked."""
    Judge.objects.select_for_update(no_key=True).get(pk=judge.pk)


def is_held_online(screen: Screen) -> bool:
    """Whether the last screen of a judge waits on the site, and not in a file that they took along."""
    return screen.state == ScreenState.HELD and screen.offline_file_id is None


def deal_screen(
    state: TaskDealer,
    judge: Judge,
    *,
    after: int,
    hidden: frozenset[str],
    now: datetime,
    is_shown: bool = False,
) -> Screen | NothingNow | Finished | QualificationEnded:
    """Another screen for a judge who holds none on the site; `after` is the number of their last one.

    `hidden` are the systems that they never see.
    """
    pools = pools_of(judge, state.content)
    number, most = after, screens_left(judge)
    left = _left(state, judge, pools, most=most)
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
    if most == 0:
        return Finished()
    alike: list[_AnsweredByItself] = []
    while True:
        number += 1
        dealt = state.change().next(judge.label, excluded=hidden, pools=pools)
        if isinstance(dealt, NothingNow | Finished):
            _write_answered(state, judge.task, alike, now=now)
            return dealt
        code, assignment = dealt
        shown = state.content.screen(code, assignment)
        screen = _dealt(assignment, shown, state.evaluation(judge.task, code), judge, now=now)
        screen.number, screen.left = number, left
        answer = state.content.evaluations[code].protocol.answer_to_identical
        if not shown.all_identical or answer is None:
            _write_answered(state, judge.task, alike, now=now)
            screen.shown_at = now if is_shown else None
            screen.save(force_insert=True)
            write_events(state, judge.task, [(EventKind.DEALT, screen)])
            return screen
        # Systems are compared and all have the same output: there is one answer, and nobody is asked.
        screen.state = ScreenState.ANSWERED
        state.change().answer(code, assignment)
        alike.append(_AnsweredByItself(screen, list(shown.systems), answer))
        if state.content.evaluations[code].tournaments:  # the match may be decided, which opens others
            _write_answered(state, judge.task, alike, now=now)
            note_judged(state, screen, now=now)


def _working_judge(pk: Value, task: Value, campaign: Value, now: Value) -> QuerySet[Judge, tuple[bool, bool]]:
    """The judge, locked; whether they are in teams of the campaign; whether screens of others wait to be given back.

    No other table is joined: its row would be locked, too.
    """
    rows = Judge.objects.select_for_update(no_key=True).filter(pk=pk, blocked_at=None)
    teams = TeamMember.objects.filter(campaign=campaign, user=OuterRef("user"))
    return rows.order_by().values_list(Exists(teams), Exists(_expired(task, now)))


def _last_screen(judge: Value) -> QuerySet[Screen]:
    return Screen.objects.filter(judge=judge).select_related("evaluation").order_by("-number")[:1]


def _expired(task: Value, now: Value) -> QuerySet[Screen]:
    """Screens whose judges did nothing for as long as the lease lasts."""
    held = Screen.objects.filter(evaluation__task=task, state=ScreenState.HELD, lease_until__lt=now)
    return held.filter(qualification_try=None)  # nobody else waits for screens of a qualification


def _expired_screens(task: Value, now: Value) -> QuerySet[Screen]:
    """Some of them, locked, but for those that are just being answered."""
    rows = _expired(task, now).select_related("evaluation").order_by("pk")
    return rows.select_for_update(of=("self",), no_key=True, skip_locked=True)[:_RETURNED_AT_ONCE]


_WORKING_JUDGE = PreparedQuery(
    _working_judge, pk=BigAutoField(), task=BigAutoField(), campaign=BigAutoField(), now=DateTimeField()
)
_LAST_SCREEN = PreparedQuery(_last_screen, judge=BigAutoField())
_EXPIRED_SCREENS = PreparedQuery(_expired_screens, task=BigAutoField(), now=DateTimeField())


def _dealt(
    assignment: Assignment, shown: ShownScreen, evaluation: Evaluation, judge: Judge, *, now: datetime
) -> Screen:
    """The row of a screen that the dealer chose, not stored yet."""
    return Screen(
        evaluation=evaluation,
        judge=judge,
        position=assignment.position,
        pool=assignment.pool,
        segment=assignment.segment,
        systems=list(assignment.systems),
        control=assignment.control,
        damaged=list(assignment.damaged),
        text_digest=shown.digest,
        dealt_at=now,
        lease_until=now + lease_of(evaluation.task),
    )


@dataclass(frozen=True, slots=True)
class _AnsweredByItself:
    """A screen that nobody is asked, and its answer."""

    screen: Screen
    systems: list[str]
    answer: Any


def _write_answered(state: TaskDealer, task: Task, rows: list[_AnsweredByItself], *, now: datetime) -> None:
    """Stores screens that were answered by themselves, in three statements however many they are; `rows` is emptied.

    There may be hundreds of them in a row where systems are alike.
    """
    if not rows:
        return
    Screen.objects.bulk_create(each.screen for each in rows)
    Judgment.objects.bulk_create(
        Judgment(
            screen=each.screen,
            evaluation=each.screen.evaluation,
            judge_id=each.screen.judge_id,
            key=uuid4(),
            systems=each.systems,
            answer=each.answer,
            sent_at=now,
        )
        for each in rows
    )
    write_events(state, task, [(kind, each.screen) for each in rows for kind in (EventKind.DEALT, EventKind.ANSWERED)])
    rows.clear()


def renew_lease(screen: Screen, *, now: datetime) -> bool:
    """Keeps a screen with its judge, who is at work; False where it has just been given back.

    Written at most every tenth of the lease.
    """
    lease = lease_of(screen.evaluation.task)
    if screen.lease_until >= now + lease * 0.9:
        return True
    screen.lease_until = now + lease
    held = Screen.objects.filter(pk=screen.pk, state=ScreenState.HELD)
    return bool(held.update(lease_until=screen.lease_until))


def give_back(screen: Screen) -> None:
    """Gives a screen back that its judge will not answer; others get what it asks. The draft stays."""
    task = screen.evaluation.task
    with transaction.atomic():
        held = Screen.objects.select_for_update(no_key=True).filter(pk=screen.pk, state=ScreenState.HELD).first()
        if held is not None and screen.qualification_try is not None:
            Screen.objects.filter(pk=screen.pk).update(state=ScreenState.RETURNED)
        elif held is not None:
            with dealing(task) as state:
                return_screens(state, task, [screen])


def return_expired(state: TaskDealer, task: Task, *, now: datetime) -> None:
    """Gives back screens whose judges did nothing for as long as the lease lasts."""
    return_screens(state, task, _EXPIRED_SCREENS.rows(task=task.pk, now=now))


def return_screens(state: TaskDealer, task: Task, screens: Sequence[Screen]) -> None:
    """Lets others have what screens ask, which are locked: they are not answered at the same moment."""
    if not screens:
        return
    held = Screen.objects.filter(pk__in=[each.pk for each in screens], state=ScreenState.HELD)
    held.update(state=ScreenState.RETURNED)
    for screen in screens:
        state.change().give_back(screen.evaluation.code, assignment_of(screen))
    write_events(state, task, [(EventKind.RETURNED, screen) for screen in screens])


def lease_of(task: Task) -> timedelta:
    return timedelta(minutes=task.lease_minutes)


def _hidden_systems(task: Value, campaign: Value, user: Value) -> QuerySet[JudgedSystem, str]:
    teams = TeamMember.objects.filter(campaign=campaign, user=user).values("team")
    own = JudgedSystem.objects.filter(evaluation__task=task, team__in=teams)
    return own.order_by().values_list("name", flat=True)


_HIDDEN_SYSTEMS = PreparedQuery(_hidden_systems, task=BigAutoField(), campaign=BigAutoField(), user=BigAutoField())


def hidden_systems(judge: Judge) -> frozenset[str]:
    """Systems of the judge's own teams, which they never see."""
    names = _HIDDEN_SYSTEMS.rows(task=judge.task_id, campaign=judge.task.campaign_id, user=judge.user_id)
    return frozenset(names)


def screens_to_come(judge: Judge) -> int:
    """Screens that a judge who holds none can expect, by what everybody has judged until now."""
    with up_to_date_dealer(judge.task) as state:
        return _left(state, judge, pools_of(judge, state.content), most=screens_left(judge))


def _left(state: TaskDealer, judge: Judge, pools: dict[str, frozenset[int]] | None, *, most: int | None) -> int:
    """Screens that a judge who chose these pools can expect from now on, `most` at most."""
    designs = {code: each.design for code, each in state.content.evaluations.items()}
    expected = expected_screens(state.dealer.missing, designs, judges=max(1, state.dealer.judges), pools=pools)
    left = max(0, expected - state.dealer.dealt_of_passage(judge.label))
    return left if most is None else min(most, left)


def screens_left(judge: Judge) -> int | None:
    """Screens that a judge can still get before they have as many as they get at most; None: there is no limit.

    What was answered by itself, since all outputs were the same, they have not seen.
    """
    if judge.most_screens is None:
        return None
    seen = judge.screens.filter(qualification_try=None, state=ScreenState.ANSWERED, shown_at__isnull=False)
    return max(0, judge.most_screens - seen.count())


def pools_of(judge: Judge, content: TaskContent) -> dict[str, frozenset[int]] | None:
    """The pools that a judge chose, in the evaluations that leave the choice to judges."""
    if not judge.chosen:
        return None
    free = {code: each.design.pools for code, each in content.evaluations.items() if each.rules.free_choice}
    every = [pool for pools in free.values() for pool in pools]
    return {code: chosen_pools(pools, judge.chosen, among=every) for code, pools in free.items()}
