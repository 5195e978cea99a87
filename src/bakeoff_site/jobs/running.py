"""One job done from beginning to end."""

from __future__ import annotations

import logging

from django.db import DatabaseError, connection

from bakeoff.errors import BakeoffError
from bakeoff_site.jobs.models import Job
from bakeoff_site.jobs.registry import task_of
from bakeoff_site.jobs.services import claim, fail, finish, renew

_logger = logging.getLogger("bakeoff_site.jobs")


def run_job(job: Job) -> None:
    """Does a claimed job and notes how it ended; nothing that a task raises gets out."""
    try:
        task_of(job.kind)(job.subject_id, lambda done, total: _report(job, done, total))
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
    """Does jobs until none is left, or so many; how many it did."""
    done = 0
    while (most is None or done < most) and (job := claim(worker)) is not None:
        run_job(job)
        done += 1
    return done


def _report(job: Job, done: int, total: int) -> None:
    renew(job, done=done, total=total)
