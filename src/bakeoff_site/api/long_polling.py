"""Questions that wait some seconds for their answer, so that a program need not ask again and again."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from typing import Annotated, TypeVar

from ninja import Query

MOST_SECONDS = 10
_STEP_SECONDS = 0.2
_WAITING = threading.BoundedSemaphore(4)
"""Half of the requests that a process answers at a time: the others must not wait for long polls."""

Wait = Annotated[
    int, Query(0, ge=0, le=MOST_SECONDS, description="Seconds to wait for the answer, if it is not there yet.")
]
Found = TypeVar("Found")


def wait_for(fetch: Callable[[], Found], is_done: Callable[[Found], bool], seconds: int) -> Found:
    """What is fetched once it is done, or as it is when the seconds have passed; at once if too many wait already."""
    fetched = fetch()
    if not seconds or is_done(fetched) or not _WAITING.acquire(blocking=False):
        return fetched
    try:
        until = time.monotonic() + seconds
        while not is_done(fetched) and time.monotonic() < until:
            time.sleep(_STEP_SECONDS)
            fetched = fetch()
    finally:
        _WAITING.release()
    return fetched
