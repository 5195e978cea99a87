"""How many threads work may use."""

from __future__ import annotations

import os

from bakeoff.errors import InputError


def available_cores() -> int:
    """Cores that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def checked_threads(threads: int | None) -> int:
    """The number of threads asked for; without one, a thread for each core."""
    if threads is not None and threads < 1:
        raise InputError(expected="1 thread or more", found=str(threads))
    return threads or available_cores()
