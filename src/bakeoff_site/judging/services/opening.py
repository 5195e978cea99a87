"""Tasks are opened and closed."""

from __future__ import annotations

from bakeoff_site.accounts.models import User
from bakeoff_site.core.audit import record
from bakeoff_site.judging.choices import Opening
from bakeoff_site.judging.models import Task


def open_task(task: Task, opening: Opening, *, by: User) -> None:
    """Opens or closes a task by hand, or lets the phase of the rulebook decide."""
    task.opening = opening
    task.save(update_fields=["opening"])
    record("judging.open", actor=by, campaign=task.campaign, subject=task.title, opening=str(opening))
