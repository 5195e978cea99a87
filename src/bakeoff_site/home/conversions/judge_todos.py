"""What someone can judge now, or why they cannot any more. Pure: everything was looked up before."""

from __future__ import annotations

from bakeoff_site.core.todos import Todo
from bakeoff_site.judging.selectors.tasks import OwnTask


def judging_todo(own: OwnTask) -> Todo:
    """A task that someone is asked to judge, while it is open."""
    arguments = (own.task.campaign.slug, own.task.slug)
    if not own.may.allowed:
        return Todo(
            title=f"Your judging has ended: {own.task.title}",
            text=own.may.sentence,
            action="View the task",
            page="judging:task",
            arguments=arguments,
        )
    done = f" You answered {own.done} so far." if own.done else ""
    return Todo(
        title=f"Judge translations: {own.task.title}",
        text=f"You see translations without the names of systems. Every choice is saved at once.{done}",
        action="Continue judging" if own.has_started else "Start judging",
        page="judging:next" if own.has_started else "judging:task",
        arguments=arguments,
    )
