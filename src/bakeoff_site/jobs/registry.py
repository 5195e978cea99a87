"""What workers run: tasks for jobs of a kind, and periodic tasks. The `tasks` modules of the apps register them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Protocol

from django.utils.module_loading import autodiscover_modules

from bakeoff_site.jobs.choices import JobKind


class Report(Protocol):
    """How a task says how far it is; it also keeps the job from being given to another worker."""

    def __call__(self, done: int, total: int) -> None: ...


Task = Callable[[int, Report], None]
"""Takes the id of the subject. It may be run twice (a worker was killed), so what it does it does in one transaction
and finds done the second time."""


@dataclass(frozen=True, slots=True)
class NoTaskError(Exception):
    """No app offers a task of a kind."""

    kind: str

    def __str__(self) -> str:
        return f"nothing does jobs of the kind {self.kind}"


_TASKS: dict[str, Task] = {}


def task(kind: JobKind) -> Callable[[Task], Task]:
    """Offers a function for jobs of a kind."""

    def offer(function: Task) -> Task:
        _TASKS[kind] = function
        return function

    return offer


def task_of(kind: str) -> Task:
    """The function for jobs of a kind."""
    if kind not in _TASKS:
        autodiscover_modules("tasks")
    if kind not in _TASKS:
        raise NoTaskError(kind)
    return _TASKS[kind]


@dataclass(frozen=True, slots=True)
class PeriodicTask:
    """A function that workers run in intervals: sends mails that are due, deletes files that were given up."""

    name: str
    every: timedelta
    run: Callable[[datetime], object]
    """Takes the present time. Several workers may call it at once, so it finds done what another does."""


_PERIODIC: dict[str, PeriodicTask] = {}


def every(interval: timedelta) -> Callable[[Callable[[datetime], object]], Callable[[datetime], object]]:
    """Registers a function that workers run in intervals."""

    def offer(function: Callable[[datetime], object]) -> Callable[[datetime], object]:
        _PERIODIC[function.__name__] = PeriodicTask(function.__name__, interval, function)
        return function

    return offer


def periodic_tasks() -> tuple[PeriodicTask, ...]:
    """All periodic tasks."""
    autodiscover_modules("tasks")
    return tuple(_PERIODIC.values())
