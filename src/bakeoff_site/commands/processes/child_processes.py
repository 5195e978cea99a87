"""Processes that end with the one that started them, even if that is killed."""

from __future__ import annotations

import os
import signal
import threading
import time

_SECONDS_BETWEEN_SIGNALS = 0.5


def end_with_parent(pipe: int, *, grace_seconds: float) -> None:
    """Ends this process when the other end of a pipe is closed: as SIGTERM does, and at any rate after some time.

    The signal is sent again and again: one that comes while modules are loaded may be lost, since what it raises in the
    wrong place is only printed, and who is about to answer requests does not listen to it yet.
    """
    threading.Thread(target=_end, args=(pipe, grace_seconds), name="lifeline", daemon=True).start()


def _end(pipe: int, grace_seconds: float) -> None:
    os.read(pipe, 1)  # nothing is ever written: it returns when the parent is gone
    end = time.monotonic() + grace_seconds
    while time.monotonic() < end:
        os.kill(os.getpid(), signal.SIGTERM)
        time.sleep(_SECONDS_BETWEEN_SIGNALS)
    os._exit(1)  # what was started is rolled back, and jobs are taken up again when their leases end
