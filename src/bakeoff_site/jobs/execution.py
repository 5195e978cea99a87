"""One job done from start to end."""

from __future__ import annotations

import logging
import time
from datetime import timedelta

from django.db import DatabaseError, connection

from bakeoff.errors import BakeoffError
from bakeoff_site.core.disk_space import NoSpaceError
from bakeoff_site.jobs.models import Job
from bakeoff_site.jobs.registry import task_of
from bakeoff_site.jobs.services import LEASE, claim, fail, finish, put_off, renew

_logger = logging.getLogger("bakeoff_site.jobs")
_SECONDS_BETWEEN_REPORTS = 0.5
"""Each is a write to the database."""


class JobLostError(Exception):
    """The job was given to another worker: whatever is done of it here is done in vain."""


def run_job(job: Job, progress: Progress | None = None) -> None:
    """Does a claimed job and notes how it ended; nothing that a task raises gets out."""
    try:
        task_of(job.kind)(job.subject_id, progress or Progress(job))
    except JobLostError:
        _logger.warning("%s: given to another worker", job)
    except NoSpaceError as error:
        put_off(job, str(error))
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
    """Does jobs until none is left, or this many; how many it did."""
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
