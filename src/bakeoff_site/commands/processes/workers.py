"""Workers: one in this process, and the ones that the server keeps next to it."""

from __future__ import annotations

import logging
import os
import signal
import subprocess
import sys
import threading
from contextlib import suppress
from datetime import timedelta

from bakeoff_site.commands.installation.work_folders import work_folder
from bakeoff_site.commands.processes.child_processes import end_with_parent
from bakeoff_site.commands.processes.shutdown import Stop
from bakeoff_site.commands.processes.startup import prepare

_log = logging.getLogger("bakeoff_site.jobs")
_STOP_SECONDS = 20
"""How long jobs may continue after the worker was asked to stop."""
_HAND_BACK_SECONDS = 5
"""How long it may then take to give jobs back: a database that does not answer must not keep the worker."""
_RESTART_SECONDS = 1.0


def work(*, threads: int, quick: bool, once: bool, lease_seconds: float, lifeline: int | None) -> None:
    """Does jobs until SIGTERM or Ctrl-C, or until none is left."""
    stop = Stop("the worker", seconds=_STOP_SECONDS + _HAND_BACK_SECONDS)
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
    stop.act_by(worker.stop)
    with work_folder(settings.DATA_FOLDER / "work"):
        is_done = worker.run(once=once, grace_seconds=_STOP_SECONDS)
    if stop.is_asked_for:
        stop.ended()
    elif worker.is_stalled:
        # The same process with the same command: its supervisor sees no change, and the thread that hangs is gone.
        os.execv(sys.executable, [sys.executable, *sys.orig_argv[1:]])
    if not is_done:
        os._exit(0)  # threads that still compute cannot be ended otherwise; their jobs are handed back


class WorkersBeside:
    """Worker processes as long as the server runs, each started again when it dies.

    Of several, one is kept free for what people wait for, however long the others take. A process for each job at a
    time: what checks and scores spend outside the kernels, threads would do in turns.
    """

    def __init__(self, count: int) -> None:
        self._keepers = [_Keeper(quick=number > 0 and number == count - 1) for number in range(count)]

    def __enter__(self) -> WorkersBeside:
        for keeper in self._keepers:
            keeper.start()
        return self

    def __exit__(self, *_: object) -> None:
        """Waits until their jobs are done or handed back."""
        self.request_stop()
        for keeper in self._keepers:
            keeper.join()

    def request_stop(self) -> None:
        """Says all of them to stop."""
        for keeper in self._keepers:
            keeper.request_stop()

    def kill(self) -> None:
        """Ends all of them, and the programs that they run."""
        for keeper in self._keepers:
            keeper.kill()


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
        # Here, not in the thread: what the server forks meanwhile would hold the pipe by which a start is reported.
        self._start_worker()
        self._thread.start()

    def request_stop(self) -> None:
        """Says the worker to stop."""
        self._stopping.set()
        with self._lock:
            process = self._process
        if process is not None:
            process.terminate()

    def kill(self) -> None:
        """Ends the worker with its group of processes. It asks for no lock: this must not wait for anything."""
        process = self._process
        if process is not None and process.returncode is None:
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)

    def join(self) -> None:
        """Waits until the worker has ended."""
        self._thread.join()

    def _start_worker(self) -> None:
        with self._lock:
            if self._stopping.is_set():
                return
            self._process = subprocess.Popen(
                [*self._command, "--lifeline", str(self._read_end)],
                pass_fds=[self._read_end],
                stdin=subprocess.DEVNULL,
                process_group=0,  # Ctrl-C is for the server, which then lets it finish
            )

    def _keep(self) -> None:
        while self._process is not None:
            code = self._process.wait()
            if self._stopping.is_set():
                return
            _log.warning("the worker ended (%s) and is started again", code)
            self._stopping.wait(_RESTART_SECONDS)
            self._start_worker()
