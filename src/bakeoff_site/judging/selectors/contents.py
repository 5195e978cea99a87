"""What tasks hold: designs and texts as they were stored, read once in a process."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property

from bakeoff.human_eval import ShownTexts
from bakeoff.human_eval.designs.design import Assignment
from bakeoff.human_eval.designs.stored_designs import PlannedEvaluation, unpack_evaluations
from bakeoff.human_eval.protocols.screens import Screen as ShownScreen
from bakeoff_site.core.caches import ComputedCache
from bakeoff_site.core.storage.files import path_of
from bakeoff_site.judging.conversions.assignments import assignment_of
from bakeoff_site.judging.models import Screen, Task
from bakeoff_site.judging.permissions import is_open


@dataclass(frozen=True)
class TaskContent:
    """The evaluations of a task, and what puts their texts on screens."""

    evaluations: Mapping[str, PlannedEvaluation]

    @cached_property
    def shown(self) -> Mapping[str, ShownTexts]:
        """Made where screens are shown: figures need none of it."""
        return {code: each.shown_texts() for code, each in self.evaluations.items()}

    def screen(self, code: str, assignment: Assignment) -> ShownScreen:
        """What a judge sees of an assignment."""
        return self.shown[code].screen(assignment)


_CONTENTS: ComputedCache[TaskContent] = ComputedCache(most=16)


def content_of(task: Task) -> TaskContent:
    """What a task holds; its file never changes."""
    return _CONTENTS.get(task.sha256, lambda: _read(task.sha256))


def shown_screen(screen: Screen) -> ShownScreen:
    """What a stored screen shows; names of systems are on it for the server alone."""
    content = content_of(screen.evaluation.task)
    return content.screen(screen.evaluation.code, assignment_of(screen))


def _read(sha256: str) -> TaskContent:
    return TaskContent(unpack_evaluations(path_of(sha256).read_bytes()))


def is_open_now(task: Task, *, now: datetime) -> bool:
    """Whether a task, read with its campaign, can be judged at a time."""
    return is_open(task.campaign, task, codes=content_of(task).evaluations, now=now).allowed
