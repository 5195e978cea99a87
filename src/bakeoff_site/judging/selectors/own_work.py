"""What somebody has done of a task, what is left, and the screen that they hold."""

from __future__ import annotations

from dataclasses import dataclass

from bakeoff.human_eval.analyses.timing import minutes_left
from bakeoff_site.judging.choices import ScreenState
from bakeoff_site.judging.models import Judge, Screen
from bakeoff_site.judging.selectors.contents import content_of
from bakeoff_site.judging.selectors.tasks import OwnTask
from bakeoff_site.judging.selectors.times import latest_seconds, longest_seconds, minutes_at_work


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnWork:
    """A task in the list of somebody who judges."""

    own: OwnTask
    held: Screen | None = None
    """The screen that waits for them."""
    left: int | None = None
    """Screens that they can expect; None where they have none yet."""
    minutes: int = 0
    """That they have judged."""
    minutes_left: int | None = None


def work_of(own: OwnTask) -> OwnWork:
    """How far somebody is with a task."""
    judge = own.judge
    last = None if judge is None else judge.screens.order_by("number").last()
    if judge is None or last is None:
        return OwnWork(own=own)
    held = last if last.state == ScreenState.HELD else None
    left = None if last.left is None or not own.may.allowed else max(last.left - (held is None), 0)
    return OwnWork(
        own=own,
        held=held,
        left=left,
        minutes=minutes_at_work(judge),
        minutes_left=_minutes_left(judge, left) if left else None,
    )


def _minutes_left(judge: Judge, screens: int) -> int | None:
    rules = [each.rules for each in content_of(judge.task).evaluations.values()]
    return minutes_left(latest_seconds(judge), screens, longest_seconds=longest_seconds(rules))
