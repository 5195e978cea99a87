"""Processes that end with the one that started them, even if that is killed."""

from __future__ import annotations

import os
import signal
import threading
import time


def end_with_parent(pipe: int, *, grace_seconds: float) -> None:
    """Ends this process when the other end of a pipe is closed: as SIGTERM does, and at any rate after some time.

    A signal that comes while modules are loaded may be lost: what it raises in the wrong place is only printed.
    """
    threading.Thread(target=_end, args=(pipe, grace_seconds), name="lifeline", daemon=True).start()


def _end(pipe: int, grace_seconds: float) -> None:
    os.read(pipe, 1)  # nothing is ever written: it returns when the parent is gone
    os.kill(os.getpid(), signal.SIGTERM)
    time.sleep(grace_seconds)
    os._exit(1)  # what was begun is rolled back, and jobs are taken up again when their leases end
