"""Workers: one in this process, and one that the server keeps beside it."""

from __future__ import annotations

import logging
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from types import FrameType

from bakeoff_site.commands.preparing import prepare

_log = logging.getLogger("bakeoff_site.jobs")
_STOP_SECONDS = 20
_RESTART_SECONDS = 1.0


def work(*, threads: int, once: bool, lease_seconds: float, lifeline: int | None) -> None:
    """Does jobs until SIGTERM or Ctrl-C, or until none is left."""
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    if lifeline is not None:
        threading.Thread(target=_end_with_parent, args=[lifeline], daemon=True).start()
    prepare()
    from bakeoff_site.jobs.worker import Worker

    worker = Worker(threads=threads, lease=timedelta(seconds=lease_seconds))

    def stop(number: int, frame: FrameType | None) -> None:
        del number, frame
        worker.stop()

    signal.signal(signal.SIGTERM, stop)
    signal.signal(signal.SIGINT, stop)
    if not worker.run(once=once, grace_seconds=_STOP_SECONDS):
        os._exit(0)  # threads that still compute cannot be ended otherwise; their jobs are handed back


def _end_with_parent(pipe: int) -> None:
    os.read(pipe, 1)  # nothing is ever written: it returns when the parent is gone
    os.kill(os.getpid(), signal.SIGTERM)


@contextmanager
def worker_beside(threads: int) -> Iterator[None]:
    """A worker process as long as the server runs, started anew when it dies; none where there are to be no threads."""
    if not threads:
        yield
        return
    keeper = _Keeper(threads)
    keeper.start()
    try:
        yield
    finally:
        keeper.stop()


class _Keeper:
    """Starts a worker, waits for its end, starts another."""

    def __init__(self, threads: int) -> None:
        self._command = [sys.executable, "-m", "bakeoff", "worker", "--threads", str(threads)]
        self._stopping = threading.Event()
        self._process: subprocess.Popen[bytes] | None = None
        self._lock = threading.Lock()
        self._thread = threading.Thread(target=self._keep, name="worker-keeper", daemon=True)
        self._read_end, self._write_end = os.pipe()

    def start(self) -> None:
        self._thread.start()

    def stop(self) -> None:
        """Tells the worker to stop, and waits until its jobs are done or handed back."""
        self._stopping.set()
        with self._lock:
            process = self._process
        if process is not None:
            process.terminate()
            try:
                process.wait(_STOP_SECONDS + 10)
            except subprocess.TimeoutExpired:
                process.kill()
        self._thread.join()

    def _keep(self) -> None:
        while not self._stopping.is_set():
            with self._lock:
                self._process = subprocess.Popen(
                    [*self._command, "--lifeline", str(self._read_end)],
                    pass_fds=[self._read_end],
                    stdin=subprocess.DEVNULL,
                    process_group=0,  # Ctrl-C is for the server, which then lets it finish
                )
            code = self._process.wait()
            if not self._stopping.is_set():
                _log.warning("the worker ended (%s) and is started anew", code)
                self._stopping.wait(_RESTART_SECONDS)
