"""A process that does jobs, in several threads, until it is asked to stop."""

from __future__ import annotations

import logging
import os
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta

from django.db import DatabaseError, close_old_connections, connection
from django.utils import timezone

from bakeoff_site.jobs.execution import Progress, run_job
from bakeoff_site.jobs.models import Job
from bakeoff_site.jobs.periodic import PeriodicTasks
from bakeoff_site.jobs.services import LEASE, claim, fail, hand_back, renew
from bakeoff_site.mail.services.delivery import send_due

_logger = logging.getLogger("bakeoff_site.jobs")
_POLL_SECONDS = 0.25
_MAIL_SECONDS = 0.5
"""Between looks for mails: who waits for one does not notice."""
_PAUSE_SECONDS = 2.0
"""After the database could not be reached."""
_PERIODIC_SECONDS = 20.0
_RENEWALS = 4
"""How often a lease is renewed while it lasts."""


class Worker:
    """Threads that claim jobs one after another, one that keeps their leases alive while they compute, one that makes
    periodic tasks, and one that sends mails, so that a slow mail server holds up nothing else.

    A task that makes no progress for longer than `patience` has failed. As no thread can be ended from outside, the
    worker stops then; its supervisor starts another process.
    """

    def __init__(
        self, *, threads: int = 1, quick: bool = False, lease: timedelta = LEASE, patience: timedelta | None = None
    ) -> None:
        self.name = f"{socket.gethostname()}:{os.getpid()}"
        self.is_stalled = False
        """Whether it stopped because a task hangs."""
        self._threads = threads
        self._quick = quick
        self._lease = lease
        self._patience = patience
        self._stopping = threading.Event()
        self._finishing = threading.Event()
        self._ended = threading.Event()
        self._running: dict[int, tuple[Job, Progress]] = {}
        self._lock = threading.Lock()

    def stop(self) -> None:
        """No further job is started."""
        self._stopping.set()

    def run(self, *, once: bool = False, grace_seconds: float = 20.0) -> bool:
        """Works until it is stopped or, with `once`, until nothing is to do; False where jobs had to be handed back.

        Started jobs and mails may continue for `grace_seconds` after it was stopped. Jobs that still run then are
        handed back to the queue, and the process has to end, since threads cannot be ended from outside.
        """
        heart = threading.Thread(target=self._keep_alive, name="heartbeat", daemon=True)
        hands = [
            threading.Thread(target=self._work, kwargs={"once": once}, name=f"jobs-{number}", daemon=True)
            for number in range(self._threads)
        ]
        watch = [] if once else [threading.Thread(target=self._run_periodic_tasks, name="periodic", daemon=True)]
        postman = threading.Thread(target=self._send_mails, name="mails", daemon=True)
        for thread in (heart, *watch, postman, *hands):
            thread.start()
        for thread in hands:
            while thread.is_alive() and not self._stopping.is_set():
                thread.join(_POLL_SECONDS)
        self._finishing.set()
        end = time.monotonic() + grace_seconds
        for thread in (*hands, postman):
            thread.join(max(0.0, end - time.monotonic()))
        self._ended.set()
        heart.join()
        with self._lock:
            left = list(self._running.values())
        for job, _ in left:
            hand_back(job, "the worker was stopped")
        connection.close()
        return not left

    def _work(self, *, once: bool) -> None:
        try:
            while not self._stopping.is_set():
                try:
                    is_done = self._do_next()
                except DatabaseError as error:
                    _logger.warning("the database cannot be reached: %s", error)
                    connection.close()
                    self._stopping.wait(_PAUSE_SECONDS)
                    continue
                if is_done:
                    continue
                if once:
                    return
                self._stopping.wait(_POLL_SECONDS)
        finally:
            connection.close()

    def _run_periodic_tasks(self) -> None:
        periodic = PeriodicTasks()
        try:
            while not self._stopping.is_set():
                periodic.run_due(timezone.now())
                connection.close()  # while it waits: connections are few, and jobs need theirs
                self._stopping.wait(_PERIODIC_SECONDS)
        finally:
            connection.close()

    def _send_mails(self) -> None:
        """Until no job is done any more; then once more, for the mails of the last one."""
        is_last = False
        try:
            while not is_last and not self._stopping.is_set():
                is_last = self._finishing.wait(_MAIL_SECONDS)
                close_old_connections()
                try:
                    send_due(stop=self._stopping.is_set)
                except Exception as error:
                    _logger.warning("mails cannot be sent: %s", error, exc_info=not isinstance(error, DatabaseError))
                    connection.close()
                    self._stopping.wait(_PAUSE_SECONDS)
        finally:
            connection.close()

    def _do_next(self) -> bool:
        close_old_connections()
        job = claim(self.name, lease=self._lease, quick=self._quick)
        if job is None:
            return False
        progress = Progress(job, lease=self._lease)
        with self._kept(job, progress):
            run_job(job, progress)
        return True

    @contextmanager
    def _kept(self, job: Job, progress: Progress) -> Iterator[None]:
        """Has the lease of a job renewed while it runs."""
        with self._lock:
            self._running[job.pk] = job, progress
        try:
            yield
        finally:
            with self._lock:
                del self._running[job.pk]

    def _keep_alive(self) -> None:
        try:
            while not self._ended.wait(self._lease.total_seconds() / _RENEWALS):
                with self._lock:
                    jobs = list(self._running.values())
                for job, progress in jobs:
                    try:
                        self._look_after(job, progress)
                    except DatabaseError as error:
                        _logger.warning("a lease could not be renewed: %s", error)
                        connection.close()
                connection.close()
        finally:
            connection.close()

    def _look_after(self, job: Job, progress: Progress) -> None:
        """Renews the lease of a job that continues; one that hangs has failed."""
        if self._patience is None or progress.since < self._patience:
            renew(job, lease=self._lease)
            return
        fail(job, f"it made no progress for {_in_words(self._patience)}", again=True)
        if not self.is_stalled:
            _logger.warning("%s hangs: the worker stops", job)
        self.is_stalled = True
        self._stopping.set()


def _in_words(time: timedelta) -> str:
    seconds = round(time.total_seconds())
    count, unit = (seconds // 60, "minute") if seconds % 60 == 0 else (seconds, "second")
    return f"{count} {unit}" if count == 1 else f"{count} {unit}s"
