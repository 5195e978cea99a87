"""People become judges, start, leave, and are blocked or excluded."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from django.db import transaction
from django.utils import timezone

from bakeoff_site.accounts.models import User
from bakeoff_site.campaigns.permissions import CampaignRole
from bakeoff_site.core.audit import record
from bakeoff_site.core.refusals import RefusedError
from bakeoff_site.judging.choices import EventKind, ScreenState
from bakeoff_site.judging.conversions.assignments import assignment_of
from bakeoff_site.judging.models import DealingEvent, Judge, Screen, Task
from bakeoff_site.judging.permissions import judging_team
from bakeoff_site.judging.selectors.instructions import consent_of
from bakeoff_site.judging.services.dealing import lock_judge
from bakeoff_site.judging.services.shares import count_shares
from bakeoff_site.judging.services.task_dealers import dealing, write_event, write_events
from bakeoff_site.judging.services.tournaments import look_again, look_again_at_matches


def start_judging(
    role: CampaignRole, task: Task, *, chosen: Sequence[str], agrees: bool, now: datetime, language: str = ""
) -> Judge:
    """Makes somebody a judge of a task once they have read the instructions and agreed to what it asks."""
    if role.user is None:
        raise RefusedError("Sign in to judge.")
    agreed = task.judges.filter(user=role.user, started_at__isnull=False).exists()
    if not agreed and not agrees and consent_of(task):
        raise RefusedError("Tick that you agree before you start.")
    judge, _ = Judge.objects.get_or_create(
        task=task,
        user=role.user,
        defaults={"team": judging_team(role), "chosen": list(chosen), "language": language},
    )
    team = judge.team or judging_team(role)
    if judge.started_at is None or list(judge.chosen) != list(chosen) or judge.team != team:
        judge.started_at = judge.started_at or now
        judge.chosen = list(chosen)
        judge.team = team
        judge.language = language or judge.language
        judge.save(update_fields=["started_at", "chosen", "team", "language"])
    return judge


def choose_language(judge: Judge, language: str) -> None:
    """Notes the language that somebody reads instructions in."""
    judge.language = language
    judge.save(update_fields=["language"])


def end_tutorial(judge: Judge, *, now: datetime) -> None:
    """Notes that somebody went through the tutorial, or passed it over: screens come from now on."""
    if judge.tutorial_at is None:
        judge.tutorial_at = now
        judge.save(update_fields=["tutorial_at"])


def block_judge(judge: Judge, *, reason: str, by: User | None, now: datetime) -> None:
    """Ends somebody's judging. Their judgments stay, marked, and others judge the items again; `by` no one: a rule."""
    if not reason.strip():
        raise RefusedError("Say why: the judge reads it.")
    with transaction.atomic():
        lock_judge(judge)  # nothing is dealt to them from now on
        judge.blocked_at, judge.blocked_reason = now, reason
        judge.save(update_fields=["blocked_at", "blocked_reason"])
        dealt = Screen.objects.filter(judge=judge, qualification_try=None).exclude(state=ScreenState.RETURNED)
        locked = dealt.select_for_update(of=("self",), no_key=True).select_related("evaluation")
        counted = list(locked.order_by("-number"))
        with dealing(judge.task) as state:
            for screen in counted:
                state.change().give_back(screen.evaluation.code, assignment_of(screen))
            write_events(state, judge.task, [(EventKind.RETURNED, screen) for screen in counted])
            Screen.objects.filter(judge=judge, state=ScreenState.HELD).update(state=ScreenState.RETURNED)
            look_again_at_matches(state, judge, now=now)
        _note("judging.block", judge, by, reason=reason, judgments=judge.judgments.count())
    count_shares(judge.task.campaign, now=now)


def exclude_judge(judge: Judge, *, reason: str, by: User, now: datetime) -> None:
    """Leaves somebody's judgments out of results, without telling them."""
    _check_reason(reason)
    judge.excluded_at, judge.excluded_reason = now, reason
    judge.save(update_fields=["excluded_at", "excluded_reason"])
    look_again(judge, now=now)
    _note("judging.exclude", judge, by, reason=reason)
    count_shares(judge.task.campaign, now=now)


def include_judge(judge: Judge, *, reason: str, by: User) -> None:
    """Counts somebody's judgments again."""
    _check_reason(reason)
    judge.excluded_at, judge.excluded_reason = None, ""
    judge.save(update_fields=["excluded_at", "excluded_reason"])
    look_again(judge, now=timezone.now())
    _note("judging.include", judge, by, reason=reason)
    count_shares(judge.task.campaign, now=timezone.now())


def readmit_judge(judge: Judge, *, by: User, now: datetime, reason: str | None = None) -> None:
    """Counts a blocked judge again. Items that nobody else was given since are theirs again, and not asked twice.

    An item that others judged in the meantime keeps both: it then has a judgment more than planned. Without a reason
    the log says elsewhere why.
    """
    if reason is not None:
        _check_reason(reason)
    with transaction.atomic():
        lock_judge(judge)
        rows = judge.screens.filter(qualification_try=None).select_for_update(no_key=True)
        list(rows.order_by("-number").values_list("pk"))  # before the task, as everybody does
        with dealing(judge.task) as state:
            if judge.blocked_at is None:
                raise RefusedError("The judgments of this judge count already.")
            judge.blocked_at, judge.blocked_reason, judge.included_at = None, "", now
            judge.save(update_fields=["blocked_at", "blocked_reason", "included_at"])
            answered = Screen.objects.filter(judge=judge, qualification_try=None, state=ScreenState.ANSWERED)
            for screen in answered.select_related("evaluation").order_by("number"):
                code, assignment = screen.evaluation.code, assignment_of(screen)
                if state.dealer.is_free(code, assignment):
                    told = DealingEvent.objects.filter(screen=screen, kind=EventKind.ANSWERED).latest("number")
                    compared = [(first, second, outcome) for first, second, outcome in told.comparisons]
                    state.change().answer(code, assignment, compared)
                    write_event(state, judge.task, EventKind.ANSWERED, screen, compared)
                else:
                    Screen.objects.filter(pk=screen.pk).update(state=ScreenState.RETURNED)
            _note("judging.readmit", judge, by, **({} if reason is None else {"reason": reason}))
    count_shares(judge.task.campaign, now=now)


def _check_reason(reason: str) -> None:
    if not reason.strip():
        raise RefusedError("Say why, for others who look at the results.")


def _note(act: str, judge: Judge, by: User | None, **details: object) -> None:
    record(act, actor=by, campaign=judge.task.campaign, subject=judge.name, task=judge.task.title, **details)
