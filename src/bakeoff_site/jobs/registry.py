"""What workers do, for jobs of a kind and in intervals: functions that the `tasks` modules of the apps offer."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Protocol

from django.utils.module_loading import autodiscover_modules

from bakeoff_site.jobs.choices import JobKind


class Report(Protocol):
    """How a task tells how far it is; it also keeps the job from being given to another worker."""

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
class Round:
    """What is looked after again and again, whoever asks: mails that are due, files that were given up."""

    name: str
    every: timedelta
    look_after: Callable[[datetime], object]
    """Takes the present time. Several workers may call it at once, so it finds done what another does."""


_ROUNDS: dict[str, Round] = {}


def every(interval: timedelta) -> Callable[[Callable[[datetime], object]], Callable[[datetime], object]]:
    """Offers a function that workers call in intervals."""

    def offer(function: Callable[[datetime], object]) -> Callable[[datetime], object]:
        _ROUNDS[function.__name__] = Round(function.__name__, interval, function)
        return function

    return offer


def rounds() -> tuple[Round, ...]:
    """All that is looked after."""
    autodiscover_modules("tasks")
    return tuple(_ROUNDS.values())
