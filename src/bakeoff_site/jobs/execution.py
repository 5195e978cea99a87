"""Which function does the jobs of a kind, and how one job is done from start to end.

The `tasks` modules of the apps register what workers run: tasks for jobs of a kind, and periodic tasks.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Protocol

from django.db import DatabaseError, connection
from django.utils.module_loading import autodiscover_modules

from bakeoff.errors import BakeoffError, TransientError
from bakeoff_site.core.storage.disk_space import DiskFullError
from bakeoff_site.jobs.choices import JobKind
from bakeoff_site.jobs.models import Job
from bakeoff_site.jobs.services import LEASE, claim, fail, finish, put_off, renew

_logger = logging.getLogger("bakeoff_site.jobs")
_SECONDS_BETWEEN_REPORTS = 0.5
"""Each is a write to the database."""


class Report(Protocol):
    """How a task reports its progress; it also keeps the job from being given to another worker."""

    def __call__(self, done: int, total: int) -> None: ...


Task = Callable[[int, Report], None]
"""Takes the id of the subject. It may be run twice (a worker was killed), so what it does it does in one transaction
and finds done the second time."""


class NoTaskError(TransientError):
    """No app offers a task of a kind; a newer version may."""

    def __init__(self, kind: str) -> None:
        super().__init__(f"nothing does jobs of the kind {kind}")


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


class JobLostError(Exception):
    """The job was given to another worker: whatever is done of it here is done in vain."""


def run_job(job: Job, progress: Progress | None = None) -> None:
    """Does a claimed job and notes how it ended; nothing that a task raises gets out."""
    try:
        task_of(job.kind)(job.subject_id, progress or Progress(job))
    except JobLostError:
        _logger.warning("%s: given to another worker", job)
    except DiskFullError as error:
        put_off(job, str(error))
    except TransientError as error:
        _logger.warning("%s: %s", job, error)
        fail(job, str(error), again=True)
    except BakeoffError as error:
        fail(job, str(error), again=False)  # the same input will be as wrong the next time
    except DatabaseError as error:
        connection.close()
        _logger.warning("%s: %s", job, error)
        fail(job, f"the database said: {error}", again=True)
    except Exception as error:
        _logger.exception("%s", job)
        fail(job, f"{type(error).__name__}: {error}", again=True)
    else:
        finish(job)


def work_off(worker: str, *, most: int | None = None) -> int:
    """Does jobs until none is left or the limit is reached; returns how many it did."""
    done = 0
    while (most is None or done < most) and (job := claim(worker)) is not None:
        run_job(job)
        done += 1
    return done


class Progress:
    """Writes how far a job is, but not each step of a fast one."""

    def __init__(self, job: Job, *, lease: timedelta = LEASE) -> None:
        self._job = job
        self._lease = lease
        self._written = float("-inf")
        self._step: tuple[int, int] | None = None
        self._moved = time.monotonic()

    def __call__(self, done: int, total: int) -> None:
        now = time.monotonic()
        if (done, total) != self._step:
            self._step, self._moved = (done, total), now
        if done < total and now - self._written < _SECONDS_BETWEEN_REPORTS:
            return
        self._written = now
        if not renew(self._job, done=done, total=total, lease=self._lease):
            raise JobLostError

    @property
    def since(self) -> timedelta:
        """How long ago it went a step further."""
        return timedelta(seconds=time.monotonic() - self._moved)
