"""Workers: one in this process, and those that the server keeps beside it."""

from __future__ import annotations

import logging
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from datetime import timedelta
from types import FrameType

from bakeoff_site.commands.lifelines import end_with_parent
from bakeoff_site.commands.preparing import prepare
from bakeoff_site.commands.workrooms import workroom

_log = logging.getLogger("bakeoff_site.jobs")
_STOP_SECONDS = 20
_RESTART_SECONDS = 1.0


def work(*, threads: int, quick: bool, once: bool, lease_seconds: float, lifeline: int | None) -> None:
    """Does jobs until SIGTERM or Ctrl-C, or until none is left."""
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    if lifeline is not None:
        end_with_parent(lifeline, grace_seconds=_STOP_SECONDS + 10)
    prepare()
    from django.conf import settings

    from bakeoff_site.jobs.worker import Worker

    worker = Worker(
        threads=threads,
        quick=quick,
        lease=timedelta(seconds=lease_seconds),
        patience=timedelta(seconds=settings.STALL_SECONDS) if settings.STALL_SECONDS else None,
    )
    stopped = False

    def stop(number: int, frame: FrameType | None) -> None:
        nonlocal stopped
        del number, frame
        stopped = True
        worker.stop()

    signal.signal(signal.SIGTERM, stop)
    signal.signal(signal.SIGINT, stop)
    with workroom(settings.DATA_FOLDER / "work"):
        is_done = worker.run(once=once, grace_seconds=_STOP_SECONDS)
    if worker.is_stalled and not stopped:
        # The same process with the same command: whoever keeps it sees no change, and the thread that hangs is gone.
        os.execv(sys.executable, [sys.executable, *sys.orig_argv[1:]])
    if not is_done:
        os._exit(0)  # threads that still compute cannot be ended otherwise; their jobs are handed back


@contextmanager
def workers_beside(count: int) -> Iterator[None]:
    """Worker processes as long as the server runs, each started anew when it dies.

    Of several, one is kept free for what people wait for, however long the others take. A process for each job at a
    time: what checks and scores spend outside the kernels, threads would do in turns.
    """
    with ExitStack() as stack:
        keepers = [_Keeper(quick=number > 0 and number == count - 1) for number in range(count)]
        for keeper in keepers:
            stack.callback(keeper.stop)
            keeper.start()
        try:
            yield
        finally:
            for keeper in keepers:
                keeper.begin_to_stop()  # all of them at once, before each is waited for


class _Keeper:
    """Starts a worker, waits for its end, starts another."""

    def __init__(self, *, quick: bool) -> None:
        self._command = (sys.executable, "-m", "bakeoff", "worker", *(["--quick"] if quick else []))
        self._stopping = threading.Event()
        self._process: subprocess.Popen[bytes] | None = None
        self._lock = threading.Lock()
        self._thread = threading.Thread(target=self._keep, name="worker-keeper", daemon=True)
        self._read_end, self._write_end = os.pipe()

    def start(self) -> None:
        self._thread.start()

    def begin_to_stop(self) -> None:
        """Tells the worker to stop."""
        self._stopping.set()
        with self._lock:
            process = self._process
        if process is not None:
            process.terminate()

    def stop(self) -> None:
        """Tells the worker to stop, and waits until its jobs are done or handed back."""
        self.begin_to_stop()
        with self._lock:
            process = self._process
        if process is not None:
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
