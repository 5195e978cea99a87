"""What the session of a worker's browser knows: keys that nobody can guess."""

from __future__ import annotations

from uuid import UUID

from django.http import HttpRequest

from bakeoff_site.crowds.models import Worker
from bakeoff_site.crowds.selectors.studies import workers_here
from bakeoff_site.judging.views.guests import remember_guest

_WORKERS = "crowd_workers"
_MOST = 20


def remember_worker(request: HttpRequest, worker: Worker) -> None:
    """Lets this browser act for a worker."""
    if worker.judge is not None:
        remember_guest(request, worker.judge)
    known = [each for each in worker_keys(request) if each != worker.key]
    request.session[_WORKERS] = [str(each) for each in (*known, worker.key)][-_MOST:]


def worker_keys(request: HttpRequest) -> tuple[UUID, ...]:
    """The keys that this browser knows, the latest last."""
    return tuple(UUID(each) for each in request.session.get(_WORKERS, ()))


def worker_here(request: HttpRequest, **which: object) -> Worker | None:
    """The worker that this browser is, the latest of those that match; None: it is none."""
    keys = worker_keys(request)
    return workers_here(keys).filter(**which).first() if keys else None
