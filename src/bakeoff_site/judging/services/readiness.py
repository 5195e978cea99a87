"""What a new process reads of tasks that are judged, before somebody waits for it."""

from __future__ import annotations

from datetime import datetime

from bakeoff_site.judging.models import Task
from bakeoff_site.judging.selectors.collected import collected
from bakeoff_site.judging.selectors.contents import is_open_now
from bakeoff_site.judging.services.task_dealers import ready_dealer


def read_open_tasks(now: datetime) -> None:
    """Brings dealers of open tasks up to date, and reads who judged what."""
    for task in Task.objects.select_related("campaign"):
        if is_open_now(task, now=now):
            ready_dealer(task)
            for evaluation in task.evaluations.select_related("task__campaign"):
                collected(evaluation)
