"""Judgments that no judge of a task can give are counted, so that organisers invite more people in time."""

from __future__ import annotations

from datetime import datetime

from bakeoff.human_eval.designs.screens.dealer import Reach
from bakeoff_site.judging.models import Task
from bakeoff_site.judging.selectors.contents import is_open_now
from bakeoff_site.judging.services.dealing import dealing, hidden_systems, pools_of


def count_out_of_reach(now: datetime) -> None:
    """Counts them in every open task that people have started to judge."""
    for task in Task.objects.filter(campaign__archived_at=None).select_related("campaign"):
        if is_open_now(task, now=now):
            note_out_of_reach(task)


def note_out_of_reach(task: Task) -> int:
    """Counts what is missing and cannot be judged by anyone who has started and may go on; 0 before anybody has."""
    judges = list(task.judges.filter(blocked_at=None).exclude(started_at=None).select_related("task__campaign"))
    number = 0
    if judges:
        hidden = {judge: hidden_systems(judge) for judge in judges}
        with dealing(task) as state:
            pools = {judge: pools_of(judge, state.content) or {} for judge in judges}
            for code in state.content.evaluations:
                reach = {each.label: Reach(pools=pools[each].get(code), excluded=hidden[each]) for each in judges}
                number += state.dealer.out_of_reach(code, reach)
    Task.objects.filter(pk=task.pk).exclude(out_of_reach=number).update(out_of_reach=number)
    return number
