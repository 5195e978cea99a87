"""Reminders to judge: by the schedule, and by hand. Nobody gets the same one twice."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime

from django.db import transaction

from bakeoff.rulebook.participation.notices import days_left
from bakeoff.rulebook.participation.steps import binding_steps
from bakeoff_site.accounts.models import User
from bakeoff_site.campaigns.models import Extension
from bakeoff_site.core.audit import record
from bakeoff_site.core.refusals import RefusedError
from bakeoff_site.judging.mails import reminder_mail
from bakeoff_site.judging.models import Task
from bakeoff_site.judging.permissions import is_open, judging_end
from bakeoff_site.judging.selectors.behind import BehindJudge, judges_behind
from bakeoff_site.mail.selectors import known_keys
from bakeoff_site.mail.services.outbox import put_once


def remind(task: Task, *, by: User, now: datetime) -> int:
    """Has everyone reminded who is behind in a task, each once a day; how many were."""
    with transaction.atomic():
        day = now.astimezone(task.campaign.rules.campaign.zone).date().isoformat()
        people = judges_behind(task, now=now)
        sent = sum(
            put_once(reminder_mail(task, each), key=f"judge {task.pk} {each.user.pk} by hand {day}") is not None
            for each in people
        )
        if not people:
            raise RefusedError("Nobody is behind: there is no one to remind.")
        if not sent:
            raise RefusedError("Everyone who is behind was reminded today. Remind them again tomorrow.")
        record("judging.remind", actor=by, campaign=task.campaign, subject=task.title, people=sent)
    return sent


def put_due_reminders(now: datetime) -> int:
    """Has reminders sent that are due by the schedule and were not put before; how many mails."""
    due = {
        f"judge {task.pk} {each.user.pk} due {each.due.astimezone(UTC).isoformat()} {days}": (task, each)
        for task, each, days in _due(now)
        if each.due is not None
    }
    new = due.keys() - known_keys(due)
    return sum(put_once(reminder_mail(*due[key]), key=key) is not None for key in due if key in new)


def _due(now: datetime) -> Iterator[tuple[Task, BehindJudge, int]]:
    tasks = Task.objects.filter(campaign__archived_at=None).select_related("campaign").prefetch_related("evaluations")
    for task in tasks:
        if not _ends_soon(task, now):
            continue
        # Contact persons get a mail about the deadline with everything that their team has to do.
        are_told = "judged" in binding_steps(task.campaign.rules)
        for each in judges_behind(task, now=now):
            days = None if each.due is None else days_left(each.due, now)
            if days is not None and not (are_told and each.is_contact):
                yield task, each, days


def _ends_soon(task: Task, now: datetime) -> bool:
    """Whether a task is open and a reminder of its end is due, for everyone or for a team with more time."""
    codes = [each.code for each in task.evaluations.all()]
    if not is_open(task.campaign, task, codes=codes, now=now).allowed:
        return False
    granted = Extension.objects.filter(team__campaign=task.campaign).values_list("phase", "until")
    ends = [judging_end(task.campaign, codes, dict([each])) for each in granted] + [judging_end(task.campaign, codes)]
    return any(end is not None and days_left(end, now) is not None for end in ends)
