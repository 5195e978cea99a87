"""What somebody has done of a task, what is left, and the screen that they hold."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime

from bakeoff.human_eval.analyses.timing import minutes_left
from bakeoff_site.judging.choices import Opening, ScreenState
from bakeoff_site.judging.models import Judge, Screen
from bakeoff_site.judging.permissions import judging_end
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
    is_done: bool = False
    """Whether there was nothing more for them when they last asked."""
    minutes: int = 0
    """That they have judged."""
    minutes_left: int | None = None
    ends: datetime | None = None
    """When judging ends, where a phase of the schedule says so and they may judge."""

    @property
    def percent(self) -> str:
        """How much of what they can expect they have answered; empty where that is not known."""
        return f"{100 * self.own.done / (self.own.done + self.left):.0f}%" if self.left else ""


def work_of(own: OwnTask, *, to_come: Callable[[Judge], int]) -> OwnWork:
    """How far somebody is with a task; `to_come` says how many screens the dealer expects for a judge."""
    judge = own.judge
    last = None if judge is None else judge.screens.order_by("number").last()
    ends = _end(own)
    if judge is None or last is None:
        return OwnWork(own=own, ends=ends)
    held = last if last.state == ScreenState.HELD and last.offline_file_id is None else None
    left = _left(judge, last, to_come) if own.may.allowed else None
    return OwnWork(
        own=own,
        held=held,
        left=left,
        is_done=last.left == 0 and last.state == ScreenState.ANSWERED and own.may.allowed,
        minutes=minutes_at_work(judge),
        minutes_left=_minutes_left(judge, left) if left else None,
        ends=ends,
    )


def _left(judge: Judge, last: Screen, to_come: Callable[[Judge], int]) -> int | None:
    """As the screen says that they hold or would get now: what others judge in the meantime is no longer left."""
    if not last.left or (last.state == ScreenState.HELD and last.offline_file_id is None):
        return last.left
    if last.offline_file_id is not None or last.qualification_try is not None:
        return last.left - 1
    return to_come(judge)


def _end(own: OwnTask) -> datetime | None:
    if not own.may.allowed or own.task.opening != Opening.PHASE:
        return None
    return judging_end(own.task.campaign, [each.code for each in own.evaluations])


def _minutes_left(judge: Judge, screens: int) -> int | None:
    rules = [each.rules for each in content_of(judge.task).evaluations.values()]
    return minutes_left(latest_seconds(judge), screens, longest_seconds=longest_seconds(rules))
